// A list of JSON objects as JSON Lines: each element becomes a line, so that a list is read as lines are.

import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline as finished } from "node:stream/promises";
import { UserError } from "../core/errors.ts";
import { makeFolder, writing } from "../core/files.ts";
import { textOf } from "./csv.ts";

const code = (character: string): number => character.charCodeAt(0);
const [NEWLINE, RETURN, SPACE, QUOTE, ESCAPE, COMMA] = [...'\n\r "\\,'].map(code);
const [OPEN, CLOSE, BEGIN, END] = [..."[]{}"].map(code);
/** Bytes of a byte order mark, which may precede a text. */
const MARK = [0xef, 0xbb, 0xbf];

/** Whether the first character of a file is a bracket, so that it is a list. */
export async function isJsonList(file: string): Promise<boolean> {
  for await (const piece of textOf(file)) {
    const first = piece.find((byte) => byte > SPACE && !MARK.includes(byte));
    if (first !== undefined) return first === OPEN;
  }
  return false;
}

/**
 * Writes the elements of a list into a file of JSON Lines in `folder`, and returns its path. Throws a UserError where the list does not end, or text
 * follows it.
 */
export async function listAsLines(file: string, shown: string, folder: string): Promise<string> {
  const copy = join(folder, "rows.jsonl");
  writing(folder, () => makeFolder(folder));
  await finished(Readable.from(elementLines(file, shown)), createWriteStream(copy));
  return copy;
}

/** Returns the path of a file of JSON Lines without a byte order mark: its own, or that of a copy in `folder`. */
export async function unmarked(file: string, folder: string): Promise<string> {
  const pieces = textOf(file);
  const first = await pieces.next();
  await pieces.return(undefined);
  if (first.done === true || !MARK.every((byte, k) => first.value[k] === byte)) return file;
  async function* rest(): AsyncGenerator<Buffer> {
    let begun = false;
    for await (const piece of textOf(file)) {
      yield begun ? piece : piece.subarray(MARK.length);
      begun = true;
    }
  }
  const copy = join(folder, "rows.jsonl");
  writing(folder, () => makeFolder(folder));
  await finished(Readable.from(rest()), createWriteStream(copy));
  return copy;
}

/** Yields the bytes of the elements, each on a line. What is wrong within an element stays, for its parser. */
async function* elementLines(file: string, shown: string): AsyncGenerator<Buffer> {
  let [depth, line] = [0, 1];
  let [isText, isEscaped, hasEnded] = [false, false, false];
  for await (const piece of textOf(file)) {
    const out = Buffer.allocUnsafe(piece.length);
    let length = 0;
    for (const byte of piece) {
      if (byte === NEWLINE) line += 1;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === ESCAPE) isEscaped = true;
        else if (byte === QUOTE) isText = false;
        out[length++] = byte;
        continue;
      }
      if (depth === 0) {
        if (byte > SPACE && !MARK.includes(byte)) {
          if (hasEnded || byte !== OPEN) throw afterList(shown, line);
          depth = 1;
        }
        continue;
      }
      if (byte === QUOTE) isText = true;
      else if (byte === OPEN || byte === BEGIN) depth += 1;
      else if (byte === CLOSE || byte === END) depth -= 1;
      hasEnded = depth === 0;
      const endsElement = hasEnded || (depth === 1 && byte === COMMA);
      out[length++] = endsElement ? NEWLINE : byte === NEWLINE || byte === RETURN ? SPACE : byte;
    }
    yield out.subarray(0, length);
  }
  // A cut within an element is the row's: it is no JSON.
  if (!hasEnded && depth === 1) throw withoutEnd(shown, line);
}

const withoutEnd = (shown: string, line: number): UserError =>
  new UserError({
    code: "broken-log",
    what: "ends before the list that it begins with",
    where: `${shown}:${line}`,
    hint: "was it cut short? A list ends with ]",
  });

const afterList = (shown: string, line: number): UserError =>
  new UserError({
    code: "broken-log",
    what: "has text after the list that it begins with",
    where: `${shown}:${line}`,
    hint: "write one list of objects, or an object on each line",
  });

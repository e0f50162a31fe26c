// Position of a cursor in YAML that is being written: the path of keys, and whether a key or a value is expected.

import { parseDocument } from "yaml";
import { isMap } from "../core/checked.ts";

/** The word at the cursor, which may be empty, and its position in the document. */
export interface YamlPlace {
  /** Offsets of the word. */
  readonly from: number;
  readonly to: number;
  /** Keys and list indices that lead to the word's container: to the map for a key, and to the value itself for a value. */
  readonly path: readonly (string | number)[];
  readonly isKey: boolean;
  readonly isValue: boolean;
  /** Whether a colon follows the word. */
  readonly hasColon: boolean;
  /** The document without the word, as plain data. */
  readonly value: unknown;
}

/** Placeholder for the word; it occurs in no experiment. */
const MARK = "word-at-the-cursor";
const BEFORE = /(?<![\p{L}\p{N}_./-])-*([\p{L}\p{N}_./][\p{L}\p{N}_./-]*)$/u;
const AFTER = /^[\p{L}\p{N}_./-]*/u;

/** Returns the position at an offset; undefined in a comment, and where the text cannot be parsed. */
export function yamlPlace(text: string, offset: number): YamlPlace | undefined {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, offset);
  if (/(^|\s)#/.test(before)) return undefined;
  const from = offset - (BEFORE.exec(before)?.[1].length ?? 0);
  const to = offset + (AFTER.exec(text.slice(offset))?.[0].length ?? 0);
  // A value alone on its line may be the first key of a map.
  const isAlone = /^\s*(- +)*$/.test(text.slice(start, from));
  const hasColon = /^\s*:/.test(text.slice(to));
  // Before the first key of a map, an unfinished word would merge with that key, so it is also tried as a key.
  for (const word of isAlone && !hasColon ? [MARK, `${MARK}:`] : [MARK]) {
    const value = plain(`${text.slice(0, from)}${word}${text.slice(to)}`);
    const spot = placeIn(value, []);
    if (spot === undefined) continue;
    const { path, isKey } = spot;
    return { from, to, path, isKey: isKey || isAlone, isValue: !isKey, hasColon, value: without(value) };
  }
  return undefined;
}

function plain(text: string): unknown {
  try {
    return parseDocument(text, { logLevel: "silent", merge: true, strict: false }).toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function placeIn(value: unknown, path: readonly (string | number)[]): Pick<YamlPlace, "path" | "isKey"> | undefined {
  if (value === MARK) return { path, isKey: false };
  const parts = Array.isArray(value) ? [...value.entries()] : isMap(value) ? Object.entries(value) : [];
  for (const [key, part] of parts) {
    const spot = key === MARK ? { path, isKey: true } : placeIn(part, [...path, key]);
    if (spot !== undefined) return spot;
  }
  return undefined;
}

function without(value: unknown): unknown {
  if (value === MARK) return null;
  if (Array.isArray(value)) return value.map(without);
  if (!isMap(value)) return value;
  const parts = Object.entries(value).filter(([key]) => key !== MARK);
  return Object.fromEntries(parts.map(([key, part]) => [key, without(part)]));
}

// Checksums of stored files, so that a file that was truncated, changed or exchanged is detected.

import { createHash } from "node:crypto";
import { closeSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { isMap } from "./checked.ts";
import { openKept } from "./kept-files.ts";

/**
 * Size of a file and the CRC-32 of its bytes. It detects every change within 32 consecutive bits, and all but one in 2³² of other changes.
 */
export interface Checksum {
  readonly bytes: number;
  readonly crc: number;
}

export const checksumOf = (bytes: Uint8Array): Checksum => ({ bytes: bytes.length, crc: crc32(bytes) });

/** Bytes per read. */
const WINDOW = 1 << 20;

/** Returns the checksum of a file below a folder; undefined where the file cannot be read. Memory use does not grow with the file. */
export function checksumOfFile(root: string, file: string): Checksum | undefined {
  let descriptor: number;
  try {
    descriptor = openKept(root, file);
  } catch {
    return undefined;
  }
  try {
    const window = new Uint8Array(WINDOW);
    let bytes = 0;
    let crc = 0;
    for (;;) {
      const read = readSync(descriptor, window, 0, WINDOW, null);
      if (read === 0) return { bytes, crc };
      bytes += read;
      crc = crc32(window.subarray(0, read), crc);
    }
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Returns JSON whose last property, `checksum`, is the CRC-32 of the JSON of all other properties. */
export function checkedJson(value: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ ...value, checksum: crc32(JSON.stringify(value)) }, undefined, 1)}\n`;
}

/** Parses text written by `checkedJson`. Throws an Error where the text was changed. */
export function parseChecked(text: string): Readonly<Record<string, unknown>> {
  const read: unknown = JSON.parse(text);
  if (!isMap(read)) throw new Error("it is no map");
  const { checksum, ...value } = read;
  if (checksum !== crc32(JSON.stringify(value))) throw new Error("its checksum is that of another text");
  return value;
}

/** Returns the first 16 hexadecimal digits of a SHA-256 over separated parts. */
export function contentHash(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Returns JSON Lines: each value on a line of its own, then a line with the checksum of the lines before. */
export function checkedLines(values: readonly object[]): string {
  const lines = values.map((value) => JSON.stringify(value));
  return [...lines, JSON.stringify({ checksum: crc32(lines.join("\n")) }), ""].join("\n");
}

/** Parses text written by `checkedLines`. Throws an Error where the text was changed; line endings may differ. */
export function parseCheckedLines(text: string): unknown[] {
  const lines = text.trimEnd().split(/\r?\n/);
  const last: unknown = JSON.parse(lines.pop() ?? "");
  if (!isMap(last) || last.checksum !== crc32(lines.join("\n"))) {
    throw new Error("its checksum is that of other lines");
  }
  return lines.map((line) => JSON.parse(line));
}

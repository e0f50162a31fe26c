// A CSV file whose lines end in two ways, which DuckDB refuses: where bad rows may be skipped, it is read from a copy whose lines all
// end with LF. Lines keep their numbers.

import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFolder, writing } from "../core/files.ts";
import { textOf } from "./csv-shape.ts";
import type { LogSource } from "./source.ts";

const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

/** The file itself, or its copy in `folder` where its lines end in two ways and its bad rows may be skipped. */
export async function evenLines(
  file: string,
  { skipBadRows }: Pick<LogSource, "skipBadRows">,
  folder: string,
): Promise<string> {
  if (!skipBadRows || /\.(parquet|pq)$/i.test(file) || !(await endsInTwoWays(file))) return file;
  const copy = join(folder, "lines.csv");
  writing(folder, () => makeFolder(folder));
  await pipeline(Readable.from(evened(file)), createWriteStream(copy));
  return copy;
}

async function endsInTwoWays(file: string): Promise<boolean> {
  let [before, first]: [number, boolean | undefined] = [0, undefined];
  for await (const piece of textOf(file)) {
    for (const byte of piece) {
      if (byte === NEWLINE) {
        const both = before === RETURN;
        first ??= both;
        if (both !== first) return true;
      }
      before = byte;
    }
  }
  return false;
}

/** The bytes without the CR of a CR LF; what stands in quotes stays as it is. */
async function* evened(file: string): AsyncGenerator<Buffer> {
  let inQuotes = false;
  let isHeld = false;
  for await (const piece of textOf(file)) {
    const out = Buffer.allocUnsafe(piece.length + 1);
    let length = 0;
    for (const byte of piece) {
      if (isHeld && byte !== NEWLINE) out[length++] = RETURN;
      isHeld = byte === RETURN && !inQuotes;
      if (byte === QUOTE) inQuotes = !inQuotes;
      if (!isHeld) out[length++] = byte;
    }
    yield out.subarray(0, length);
  }
}

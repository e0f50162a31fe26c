// A CSV file whose lines end in several ways, which DuckDB refuses: where bad rows may be skipped, it is read from a copy whose lines all
// end with LF. Lines keep their numbers.

import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFolder, writing } from "../core/files.ts";
import { textOf } from "./csv-shape.ts";
import type { LogSource } from "./source.ts";

const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

/** The file itself, or its copy in `folder` where its lines end in several ways and its bad rows may be skipped. */
export async function evenLines(
  file: string,
  { skipBadRows }: Pick<LogSource, "skipBadRows">,
  folder: string,
): Promise<string> {
  if (!skipBadRows || /\.(parquet|pq)$/i.test(file) || !(await endsInSeveralWays(file))) return file;
  const copy = join(folder, "lines.csv");
  writing(folder, () => makeFolder(folder));
  await pipeline(Readable.from(evened(file)), createWriteStream(copy));
  return copy;
}

/** Whether lines end in more than one way: with CR LF, LF, or CR alone. */
async function endsInSeveralWays(file: string): Promise<boolean> {
  let before = 0;
  let ways = 0;
  for await (const piece of textOf(file)) {
    for (const byte of piece) {
      if (byte === NEWLINE) ways |= before === RETURN ? 1 : 2;
      else if (before === RETURN) ways |= 4;
      before = byte;
    }
    if ((ways & (ways - 1)) !== 0) return true;
  }
  return false;
}

/** The bytes with LF in the place of CR LF and of CR; what stands in quotes stays as it is. */
async function* evened(file: string): AsyncGenerator<Buffer> {
  let inQuotes = false;
  let isHeld = false;
  for await (const piece of textOf(file)) {
    const out = Buffer.allocUnsafe(piece.length + 1);
    let length = 0;
    for (const byte of piece) {
      if (isHeld && byte !== NEWLINE) out[length++] = NEWLINE;
      isHeld = byte === RETURN && !inQuotes;
      if (byte === QUOTE) inQuotes = !inQuotes;
      if (!isHeld) out[length++] = byte;
    }
    yield out.subarray(0, length);
  }
}

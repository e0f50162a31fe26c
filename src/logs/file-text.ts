// A file's bytes as text has them: unpacked where the file is packed.

import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** The bytes from the beginning, piece by piece; whoever stops early closes the file. */
export async function* textOf(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 1 << 18 });
  const stream = file.endsWith(".gz") ? pipeline(raw, createGunzip(), () => {}) : raw;
  try {
    for await (const bytes of stream) yield bytes;
  } finally {
    raw.destroy();
    stream.destroy();
  }
}

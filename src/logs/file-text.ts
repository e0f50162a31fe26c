// A user's file: whether it is there, and its bytes as text has them, unpacked where the file is packed.

import { accessSync, constants, createReadStream, existsSync, statSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type Problem, UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";

/** A UserError, which says more in the words of who asks, where there is no such file. */
export function checkFile(file: string, more: Pick<Problem, "path" | "hint">): void {
  if (!existsSync(file)) throw new UserError({ code: "no-file", what: `there is no file ${file}`, ...more });
  const { hint: _, ...where } = more;
  if (!statSync(file).isFile()) throw new UserError({ code: "no-file", what: `${file} is no file`, ...where });
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new UserError({ code: "no-file", what: `${file} cannot be read: ${reasonOf(error)}`, ...where });
  }
}

/** The bytes from the beginning, piece by piece; whoever stops early closes the file. */
export async function* textOf(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 1 << 18 });
  const stream = file.endsWith(".gz") ? pipeline(raw, createGunzip(), () => {}) : raw;
  try {
    for await (const bytes of stream) yield bytes;
  } catch (error) {
    throw new UserError({ code: "broken-log", what: `${file} cannot be read: ${reasonOf(error)}` });
  } finally {
    raw.destroy();
    stream.destroy();
  }
}

// Files that a user names. A pipe in the place of one would be waited for without end, and a device has no end: neither is read. Standard
// input and what a shell hands over are pipes that are meant.

import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { UserError } from "./errors.ts";

/** Descriptors of this process, as a shell names them: `agon run /dev/stdin`, and `agon run <(…)`. */
const OWN_DESCRIPTOR = /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/;

const noFile = (file: string, hint?: string): UserError =>
  new UserError({
    code: "no-file",
    what: `${file} is no file: it is a pipe or a device`,
    ...(hint === undefined ? {} : { hint }),
  });

/** Opens a file or a folder. A UserError where there is a pipe or a device, which is not waited for. */
export function openUnwaited(file: string, flags: number = constants.O_RDONLY, hint?: string): number {
  // Windows has no such flag.
  const descriptor = openSync(file, flags | (constants.O_NONBLOCK ?? 0), 0o666);
  const opened = fstatSync(descriptor);
  if (opened.isFile() || opened.isDirectory()) return descriptor;
  closeSync(descriptor);
  throw noFile(file, hint);
}

/** Reads a file that a user names. A UserError where it is a pipe or a device; else what the system refuses. */
export function readNamed(file: string): Buffer {
  if (OWN_DESCRIPTOR.test(file)) return readFileSync(file);
  const descriptor = openUnwaited(file);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a text that a user names. */
export const readNamedText = (file: string): string => readNamed(file).toString("utf8");

/** Throws a UserError where there is something that is neither a file nor a folder: a library that reads it would wait. */
export function refuseWaiting(file: string): void {
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isFile() && !entry.isDirectory()) throw noFile(file);
}

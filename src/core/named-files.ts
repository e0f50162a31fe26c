// Files that a user names. Opening a pipe could block forever, and a device has no end, so neither is read. Standard input and descriptors
// that a shell passes are intended pipes.

import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { UserError } from "./errors.ts";

/** Paths of this process's own descriptors, as a shell writes them: `agon run /dev/stdin`, and `agon run <(…)`. */
const OWN_DESCRIPTOR = /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/;

const noFile = (file: string, hint?: string): UserError =>
  new UserError({
    code: "no-file",
    what: `${file} is no file: it is a pipe or a device`,
    ...(hint === undefined ? {} : { hint }),
  });

/** Opens a file or a folder without blocking. Throws a UserError for a pipe or a device. */
export function openUnwaited(file: string, flags: number = constants.O_RDONLY, hint?: string): number {
  // Windows has no such flag.
  const descriptor = openSync(file, flags | (constants.O_NONBLOCK ?? 0), 0o666);
  const opened = fstatSync(descriptor);
  if (opened.isFile() || opened.isDirectory()) return descriptor;
  closeSync(descriptor);
  throw noFile(file, hint);
}

/** Reads a file that a user names. Throws a UserError for a pipe or a device, and system errors as they are. */
export function readNamed(file: string): Buffer {
  if (OWN_DESCRIPTOR.test(file)) return readFileSync(file);
  const descriptor = openUnwaited(file);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export const readNamedText = (file: string): string => readNamed(file).toString("utf8");

/** Throws a UserError where an entry is neither a file nor a folder: a library that reads it would block. */
export function refuseWaiting(file: string): void {
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isFile() && !entry.isDirectory()) throw noFile(file);
}

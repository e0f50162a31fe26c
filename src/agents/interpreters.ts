// Resolves what the system needs to start a program: the interpreter in its shebang line, or the loader of a binary. A wrapper command
// would hide the error of a missing interpreter, so it is checked beforehand.

import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { display } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";

/** Maximum nesting of interpreter scripts, as in Linux. */
const DEEPEST = 5;
/** Bytes at the start of a file that contain its interpreter. */
const HEAD = 4096;

/** Offsets and sizes in a 64-bit little-endian ELF file that locate the loader's path. */
const ELF = { magic: 0x7f454c46, layout: 0x0201, segments: 32, size: 54, count: 56, loader: 3, offset: 8, length: 32 };

/** Files that start `program`, the nearest first; names are searched in `path`. Throws a UserError where one is missing. */
export function interpretersOf(program: string, path: string): string[] {
  const interpreters: string[] = [];
  let file = program;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const named = namedIn(file);
    const [next] = named;
    if (next === undefined) break;
    for (const name of named) {
      const at = name.includes("/") ? resolve(dirname(program), name) : onPath(name, path);
      if (at === undefined || !isAllowed(at, constants.X_OK)) {
        const what = `the program ${display(program)} could not be started: its interpreter ${display(name)} is not there`;
        throw new UserError({ code: "program", what });
      }
      interpreters.push(at);
    }
    file = interpreters[interpreters.length - 1];
  }
  return interpreters;
}

/**
 * Files named in a file's header: an interpreter, the program that `env` looks up, or a loader. A file that is executable but not readable
 * names none.
 */
function namedIn(file: string): string[] {
  if (!isAllowed(file, constants.R_OK) || !statSync(file).isFile()) return [];
  const handle = openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD);
    const size = readSync(handle, head, 0, HEAD, 0);
    if (head.toString("latin1", 0, 2) === "#!") return namedByLine(head.toString("utf8", 2, size).split("\n", 1)[0]);
    const loader = loaderIn(handle, head);
    return loader === undefined ? [] : [loader];
  } finally {
    closeSync(handle);
  }
}

function namedByLine(line: string): string[] {
  const [interpreter, ...rest] = line.split(/[ \t]+/).filter((word) => word !== "");
  if (interpreter === undefined) return [];
  // Options of `env` and variable assignments precede the name.
  const sought = rest.find((word) => !word.startsWith("-") && !word.includes("="));
  return basename(interpreter) === "env" && sought !== undefined ? [interpreter, sought] : [interpreter];
}

/** Loader path of a dynamically linked binary. */
function loaderIn(handle: number, head: Buffer): string | undefined {
  if (head.readUInt32BE(0) !== ELF.magic || head.readUInt16BE(4) !== ELF.layout) return undefined;
  const size = head.readUInt16LE(ELF.size);
  const at = Number(head.readBigUInt64LE(ELF.segments));
  for (let k = 0; k < head.readUInt16LE(ELF.count); k++) {
    const segment = read(handle, at + k * size, size);
    if (segment.length < ELF.length + 8 || segment.readUInt32LE(0) !== ELF.loader) continue;
    const length = Math.min(HEAD, Number(segment.readBigUInt64LE(ELF.length)));
    return read(handle, Number(segment.readBigUInt64LE(ELF.offset)), length)
      .toString("utf8")
      .replace(/\0.*$/s, "");
  }
  return undefined;
}

function read(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return Number.isSafeInteger(at) ? bytes.subarray(0, readSync(handle, bytes, 0, length, at)) : bytes.subarray(0, 0);
}

const onPath = (name: string, path: string): string | undefined =>
  path
    .split(":")
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((file) => isAllowed(file, constants.X_OK));

function isAllowed(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

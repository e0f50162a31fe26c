// What the system starts a program with: the interpreter that its first line names, or the loader that a binary names. A command around
// the program hides from the caller that one is missing, so that this is looked up before.

import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { display } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";

/** Interpreters may be scripts themselves; Linux follows so many. */
const DEEPEST = 5;
/** Bytes at the beginning of a file that name its interpreter. */
const HEAD = 4096;

/** The fields of a 64-bit ELF file of little-endian order that say where its loader is named. */
const ELF = { magic: 0x7f454c46, layout: 0x0201, segments: 32, size: 54, count: 56, loader: 3, offset: 8, length: 32 };

/** Files that start `program`, the nearest first; `path` is where names are looked up. A UserError where one is missing. */
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

/** What a file names: an interpreter, with the program that `env` looks up for it, or a loader. Some may be run and not read. */
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
  // Its options, and variables that it sets, come before the name.
  const sought = rest.find((word) => !word.startsWith("-") && !word.includes("="));
  return basename(interpreter) === "env" && sought !== undefined ? [interpreter, sought] : [interpreter];
}

/** The loader of a dynamic binary. */
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

// Files that are there whole or not at all, and what the operating system refuses, in words.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "./errors.ts";

// Threads of one process share its number, and processes of two machines may; each loads this file for itself.
const writer = `${process.pid}-${randomBytes(6).toString("hex")}`;
let written = 0;

/** Writes a file so that it is there whole or not at all. */
export function writeWhole(file: string, contents: string | Uint8Array): void {
  const temporary = placeBeside(file);
  try {
    writeFileSync(temporary, contents);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A name in the file's folder that no other writer uses, under which it is written until it is whole. */
export function placeBeside(file: string): string {
  written += 1;
  return join(dirname(file), `.${writer}-${written}.tmp`);
}

/** Removes what writers that no longer live have left behind. */
export function sweepLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const owner = /^\.(\d+)-[\da-f]+-\d+\.tmp$/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(folder, name), { force: true });
  }
}

/** Whether a process of this machine is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Makes a folder and those above it. Node's own recursion hides the system's reason behind "no such file". */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

const ROOM = "what was computed before is kept; make room or give another --store, and run again";

/** Runs `work`; what the operating system refuses is told as the user's problem with the place, and what to do then. */
export function writing<T>(place: string, work: () => T, hint = ROOM): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") throw error;
    throw new UserError({ code: "cannot-write", what: `cannot write to ${place}: ${reasonOf(error)}`, hint });
  }
}

/** The operating system's reason in words, without code and path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const known: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a folder",
    ENOTDIR: "a part of the path is not a folder",
    EACCES: "permission denied",
    EPERM: "not permitted",
    EROFS: "the disk is read-only",
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EMFILE: "too many open files",
  };
  return (typeof code === "string" ? known[code] : undefined) ?? error.message;
}

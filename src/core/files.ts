// Files that are there whole or not at all, and what the operating system refuses, in words.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Problem, UserError } from "./errors.ts";
import { HERE, isAlive } from "./process-place.ts";

// Threads of one process share its number; each loads this file for itself.
const writer = `${HERE}-${process.pid}-${randomBytes(6).toString("hex")}`;
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

/** Whether a name was made by `placeBeside`. */
const isTemporary = (name: string): boolean => WRITER.test(name);
const WRITER = /^\.(?:([\da-f]{12})-)?(\d+)-[\da-f]{12}-\d+\.tmp$/;

/** How old something must be, in milliseconds, that a writer of another place has left: nothing tells whether it lives. */
const LONG_AGO = 24 * 3600 * 1000;

/** Removes what writers that no longer live have left behind: of this place at once, of others after a day. */
export function sweepLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    // Names of earlier versions say no place.
    const [temporary, place, pid] = WRITER.exec(name) ?? [];
    if (temporary === undefined) continue;
    const path = join(folder, name);
    const left = place === HERE ? !isAlive(Number(pid)) : Math.abs(Date.now() - writtenAt(path)) > LONG_AGO;
    if (left) rmSync(path, { recursive: true, force: true });
  }
}

/** When a file was written last; now where it has gone. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

/** Makes a folder and those above it. Node's own recursion hides the system's reason behind "no such file". */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster; or there is a link to nowhere.
    if (codeOf(error) !== "EEXIST" || !existsSync(folder)) throw error;
  }
}

const ROOM = "what was computed before is kept; make room or give another --store, and run again";
const AWAY = "what was computed before is kept; move it away, and run again";
/** Something else lies where a file or a folder should. */
const IN_THE_WAY = ["EISDIR", "ERR_FS_EISDIR", "ENOTDIR", "ENOTEMPTY", "EEXIST", "ELOOP"];

/**
 * Runs `work`; what the operating system refuses is told as the user's problem with the place, or the file in it that the system names, and
 * what to do then.
 */
export function writing<T>(place: string, work: () => T, hint?: string): T {
  try {
    return work();
  } catch (error) {
    throw codeOf(error) === undefined ? error : unwritten(place, error, hint);
  }
}

/** What was thrown while something was written to a place, as the user's problem. */
export function unwritten(place: string, error: unknown, hint?: string): UserError {
  const what = `cannot write to ${placeOf(error) ?? place}: ${reasonOf(error).split("\n")[0]}`;
  const help = IN_THE_WAY.includes(codeOf(error) ?? "") ? AWAY : ROOM;
  return new UserError({ code: "cannot-write", what, hint: hint ?? help });
}

/** The operating system's code of what was thrown, ENOENT; undefined where it was something else. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The path that the operating system refuses, or the folder of a temporary file; undefined where it names none. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const path = "dest" in error ? error.dest : "path" in error ? error.path : undefined;
  if (typeof path !== "string") return undefined;
  return isTemporary(basename(path)) ? dirname(path) : path;
}

/**
 * What the operating system refuses anywhere, as the user's problem: permissions, room, open files, a working folder that is gone.
 * Undefined for everything else, a bug among it.
 */
export function refusedBySystem(error: unknown): Problem | undefined {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === undefined) return undefined;
  if ("syscall" in error && error.syscall === "uv_cwd") {
    return { code: "no-folder", what: "the working folder is gone", hint: "change to a folder that is there" };
  }
  // A module that cannot be opened is told as one that is not there.
  const few = code === "ERR_MODULE_NOT_FOUND" && mostOpenFiles() < 256;
  if (code === "EMFILE" || code === "ENFILE" || few) {
    return { code: "open-files", what: "too many open files", hint: "allow more of them: ulimit -n 1024" };
  }
  const hint = REFUSALS.get(code);
  const place = placeOf(error);
  if (hint === undefined) return undefined;
  return { code: "refused", what: reasonOf(error), hint, ...(place === undefined ? {} : { where: place }) };
}

/** What helps against what the operating system refuses. */
const REFUSALS = new Map([
  ...["EACCES", "EPERM"].map((code) => [code, "let this user read and write it"] as const),
  ...["EISDIR", "ENOTDIR", "ELOOP"].map((code) => [code, "move it away"] as const),
  ...["ENOSPC", "EDQUOT"].map((code) => [code, "make room"] as const),
  ...["EROFS", "EIO"].map((code) => [code, "use another disk"] as const),
]);

/** How many files this process may have open; infinite where the system does not say. */
function mostOpenFiles(): number {
  const { userLimits }: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport();
  const most = Number(userLimits?.open_files?.soft);
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
}

/** The operating system's reason in words, without code and path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const known: Record<string, string> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a folder",
    ERR_FS_EISDIR: "it is a folder",
    ERR_UNSUPPORTED_DIR_IMPORT: "it is a folder",
    EEXIST: "something else is there",
    ELOOP: "its links lead in a circle",
    ENOTDIR: "a part of the path is not a folder",
    EACCES: "permission denied",
    EPERM: "not permitted",
    EROFS: "the disk is read-only",
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EMFILE: "too many open files",
    ENFILE: "too many open files",
    EIO: "the disk fails",
  };
  return (code === undefined ? undefined : known[code]) ?? error.message;
}

// Atomic writes of files, and errors of the operating system as problems for the user.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Problem, UserError } from "./errors.ts";
import { HERE, isAlive } from "./process-place.ts";

// Threads of one process share its id, so the name needs random digits. Each thread loads this module for itself.
const writer = `${HERE}-${process.pid}-${randomBytes(6).toString("hex")}`;
let written = 0;

/** Writes a file atomically: readers see all of it or nothing. */
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

/** Returns a temporary name in the file's folder that no other writer uses. The file is written there and then renamed. */
export function placeBeside(file: string): string {
  written += 1;
  return join(dirname(file), `.${writer}-${written}.tmp`);
}

/** Returns whether a name was made by `placeBeside`. */
const isTemporary = (name: string): boolean => WRITER.test(name);
const WRITER = /^\.(?:([\da-f]{12})-)?(\d+)-[\da-f]{12}-\d+\.tmp$/;

/** Minimum age, in milliseconds, of a removable temporary file from another machine: it cannot be known whether its writer still runs. */
const LONG_AGO = 24 * 3600 * 1000;

/** Removes temporary files of dead writers: those of this machine or container at once, others after a day. */
export function sweepLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    // Names made by earlier versions contain no machine.
    const [temporary, place, pid] = WRITER.exec(name) ?? [];
    if (temporary === undefined) continue;
    const path = join(folder, name);
    const left = place === HERE ? !isAlive(Number(pid)) : Math.abs(Date.now() - writtenAt(path)) > LONG_AGO;
    if (left) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns a file's modification time in milliseconds; the current time where the file is gone. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

/** Creates a folder and its parents. Node's recursive mkdir hides the system's reason behind "no such file". */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created the folder first; or the path is a dangling link.
    if (codeOf(error) !== "EEXIST" || !existsSync(folder)) throw error;
  }
}

const ROOM = "what was computed before is kept; make room or give another --store, and run again";
const AWAY = "what was computed before is kept; move it away, and run again";
/** Error codes where an entry of the wrong kind exists at the path of a file or folder. */
const IN_THE_WAY = ["EISDIR", "ERR_FS_EISDIR", "ENOTDIR", "ENOTEMPTY", "EEXIST", "ELOOP"];

/**
 * Runs `work`. Throws an error of the operating system as a UserError that names `place`, or the file in it that the system names. `hint`
 * says what to do then.
 */
export function writing<T>(place: string, work: () => T, hint?: string): T {
  try {
    return work();
  } catch (error) {
    throw codeOf(error) === undefined ? error : unwritten(place, error, hint);
  }
}

/** Converts an error thrown while writing to a place into a UserError. */
export function unwritten(place: string, error: unknown, hint?: string): UserError {
  const what = `cannot write to ${placeOf(error) ?? place}: ${reasonOf(error).split("\n")[0]}`;
  const help = IN_THE_WAY.includes(codeOf(error) ?? "") ? AWAY : ROOM;
  return new UserError({ code: "cannot-write", what, hint: hint ?? help });
}

/** Returns an error's system code, such as ENOENT; undefined for other errors. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the path in a system error, or the folder of a temporary file; undefined where the error has no path. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const path = "dest" in error ? error.dest : "path" in error ? error.path : undefined;
  if (typeof path !== "string") return undefined;
  return isTemporary(basename(path)) ? dirname(path) : path;
}

/**
 * Converts an error of the operating system into a problem: permissions, disk space, open files, a deleted working folder. Undefined for
 * every other error, such as a bug.
 */
export function refusedBySystem(error: unknown): Problem | undefined {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === undefined) return undefined;
  if ("syscall" in error && error.syscall === "uv_cwd") {
    return { code: "no-folder", what: "the working folder is gone", hint: "change to a folder that is there" };
  }
  // Node reports a module that it cannot open as missing.
  const few = code === "ERR_MODULE_NOT_FOUND" && mostOpenFiles() < 256;
  if (code === "EMFILE" || code === "ENFILE" || few) {
    return { code: "open-files", what: "too many open files", hint: "allow more of them: ulimit -n 1024" };
  }
  const hint = REFUSALS.get(code);
  const place = placeOf(error);
  if (hint === undefined) return undefined;
  return { code: "refused", what: reasonOf(error), hint, ...(place === undefined ? {} : { where: place }) };
}

/** Hints by system error code. */
const REFUSALS = new Map([
  ...["EACCES", "EPERM"].map((code) => [code, "let this user read and write it"] as const),
  ...["EISDIR", "ENOTDIR", "ELOOP"].map((code) => [code, "move it away"] as const),
  ...["ENOSPC", "EDQUOT"].map((code) => [code, "make room"] as const),
  ...["EROFS", "EIO"].map((code) => [code, "use another disk"] as const),
]);

/** Returns the limit of open files of this process; infinite where the system reports none. */
function mostOpenFiles(): number {
  const { userLimits }: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport();
  const most = Number(userLimits?.open_files?.soft);
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
}

/** Returns the operating system's reason as text, without code and path. */
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

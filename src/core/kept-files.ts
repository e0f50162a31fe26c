// File access within a folder that Agon writes, such as a store. The folder may come from an untrusted party: a link in it could lead
// anywhere, and opening a pipe could block forever. All reads and writes there use this module. The path of the folder itself is chosen by
// the user and is not checked.

import { closeSync, constants, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { UserError } from "./errors.ts";
import { makeFolder, reasonOf, writeWhole } from "./files.ts";
import { FORMATS } from "./formats.ts";
import { openUnwaited } from "./named-files.ts";

/** Returns the entry at a path without following a link; undefined where there is none. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

/** Throws a UserError where a path is not below the folder `root`, or a folder on the way is a link. */
export function checkPlace(root: string, path: string): void {
  const below = relative(root, path);
  if (below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw refused(`the path ${path} leads out of ${root}`);
  const parts = below.split(sep);
  for (let k = 1; k < parts.length; k++) {
    const folder = join(root, ...parts.slice(0, k));
    const entry = entryAt(folder);
    if (entry?.isDirectory() !== true) {
      if (entry?.isSymbolicLink() === true) throw refused(`${folder} is a link, which may lead out of ${root}`);
      return;
    }
  }
}

const HINT = "remove it";
const refused = (what: string): UserError => new UserError({ code: "leads-out", what, hint: HINT });

/** Returns the entry of a regular file below a folder; undefined for anything else, such as a link, a pipe or a device. */
export function keptFile(root: string, file: string): Stats | undefined {
  const entry = entryAt(file);
  return entry?.isFile() === true && isInside(root, file) ? entry : undefined;
}

function isInside(root: string, path: string): boolean {
  try {
    checkPlace(root, path);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** Opens a file below a folder. Throws a UserError for a link, a pipe or a device, and for a path that leads out of the folder. */
export function openKept(root: string, file: string, flags: number = constants.O_RDONLY): number {
  checkPlace(root, file);
  if (entryAt(file)?.isSymbolicLink() === true) throw refused(`${file} is a link, which may lead out of ${root}`);
  // A link that is created between check and open is not followed. Windows has no such flag.
  return openUnwaited(file, flags | (constants.O_NOFOLLOW ?? 0), HINT);
}

/** Reads a file below a folder, with the checks of `openKept`. */
export function readKept(root: string, file: string): Buffer {
  const descriptor = openKept(root, file);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a text file below a folder, with the checks of `openKept`. */
export const readKeptText = (root: string, file: string): string => readKept(root, file).toString("utf8");

/** Reads a text file below a folder. Throws a UserError with a hint where it is missing or unreadable. */
export function keptText(root: string, file: string, hint: string): string {
  try {
    return readKeptText(root, file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    const what = isAbsent ? `${file} is missing` : `${file} cannot be read: ${reasonOf(error)}`;
    throw new UserError({ code: "unreadable", what, hint });
  }
}

/** Writes a file below a folder atomically, and creates the folders that it is in. */
export function keepWhole(root: string, file: string, contents: string | Uint8Array): void {
  checkPlace(root, file);
  makeFolder(dirname(file));
  writeWhole(file, contents);
}

/** Path of the file that marks a folder as a store and states its format version. */
export const markerOf = (root: string): string => join(root, "store.json");

/** Creates a store in a folder: writes its marker file if it is missing. Every writer calls this first. */
export function makeStore(root: string): void {
  makeFolder(root);
  if (entryAt(markerOf(root)) === undefined)
    writeWhole(markerOf(root), `${JSON.stringify({ format: FORMATS.store })}\n`);
}

/** Lists the names in a folder below `root`. Returns none where the folder is missing, is not a folder, or is a link. */
export function keptNames(root: string, folder: string): string[] {
  const entry = entryAt(folder);
  return entry?.isDirectory() === true && isInside(root, folder) ? readdirSync(folder) : [];
}

// Files in a folder that Agon writes, such as a store. It may come from strangers: a link in it could lead anywhere, and a pipe would be
// waited for without end. So all that reads, adds or writes there does it here. Where the folder itself lies is its user's own matter.

import { closeSync, constants, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { UserError } from "./errors.ts";
import { makeFolder, reasonOf, writeWhole } from "./files.ts";
import { FORMATS } from "./formats.ts";
import { openUnwaited } from "./named-files.ts";

/** What lies at a path, a link itself and not what it leads to; undefined where nothing does. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

/** Throws a UserError where a path does not lie below the folder `root`, or lies in a folder there that is a link. */
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

/** A file below a folder; undefined where there is none: a link, a pipe and a device are none. */
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

/** Opens a file below a folder. A UserError where it is a link, a pipe or a device, or where it leads out of the folder. */
export function openKept(root: string, file: string, flags: number = constants.O_RDONLY): number {
  checkPlace(root, file);
  if (entryAt(file)?.isSymbolicLink() === true) throw refused(`${file} is a link, which may lead out of ${root}`);
  // What comes there in between is not followed. Windows has no such flag.
  return openUnwaited(file, flags | (constants.O_NOFOLLOW ?? 0), HINT);
}

/** Reads a file below a folder, as `openKept` opens it. */
export function readKept(root: string, file: string): Buffer {
  const descriptor = openKept(root, file);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a text below a folder. */
export const readKeptText = (root: string, file: string): string => readKept(root, file).toString("utf8");

/** Reads a text below a folder; a UserError with a hint where it is not there or cannot be read. */
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

/** Writes a file below a folder, whole or not at all, and makes the folders that it lies in. */
export function keepWhole(root: string, file: string, contents: string | Uint8Array): void {
  checkPlace(root, file);
  makeFolder(dirname(file));
  writeWhole(file, contents);
}

/** The file by which a folder is a store, and which says its format. */
export const markerOf = (root: string): string => join(root, "store.json");

/** Makes a folder a store: with its marker, where it has none. All that keeps something there does so first. */
export function makeStore(root: string): void {
  makeFolder(root);
  if (entryAt(markerOf(root)) === undefined)
    writeWhole(markerOf(root), `${JSON.stringify({ format: FORMATS.store })}\n`);
}

/** Names in a folder below another; none where it is not there, is no folder, or is a link. */
export function keptNames(root: string, folder: string): string[] {
  const entry = entryAt(folder);
  return entry?.isDirectory() === true && isInside(root, folder) ? readdirSync(folder) : [];
}

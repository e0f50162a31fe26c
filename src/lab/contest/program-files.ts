// The files that a program may load: those of its own folder, which are all that its room shows it beside the system's.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { ownPlace } from "../../agents/visible-files.ts";
import { contentHash } from "../../core/checksum.ts";

export interface ProgramFiles {
  /** Absolute paths, in the order of their names. */
  readonly files: readonly string[];
  /** A hash of their names and contents. */
  readonly version: string;
}

/** Files, and bytes of them, beyond which a folder is not read. */
const MOST_FILES = 1000;
const MOST_BYTES = 64 << 20;

/** Folders that interpreters and their packages write; others begin with a dot, such as a store. */
const WRITTEN = new Set(["__pycache__", "node_modules"]);

/** Of a program in a room. Undefined where there are too many, or one cannot be read. */
export const programFiles = (program: string): ProgramFiles | undefined =>
  filesOf(program, () => (ownPlace(program) === program ? [] : gathered(dirname(program), () => true)));

/** Of a program outside of any room, which may write beside itself: its file, and others of its language. Undefined as before. */
export const moduleFiles = (program: string): ProgramFiles | undefined =>
  filesOf(program, () => {
    const language = extname(program);
    return language === "" ? [] : gathered(dirname(program), (name) => extname(name) === language);
  });

/** The program's own file, and others by their paths from its folder. */
function filesOf(program: string, others: () => readonly string[]): ProgramFiles | undefined {
  try {
    const names = [...new Set([basename(program), ...others()])].sort();
    if (names.length > MOST_FILES) return undefined;
    const files = names.map((name) => join(dirname(program), name));
    const sizes = files.map((file) => statSync(file).size);
    if (sizes.reduce((sum, size) => sum + size, 0) > MOST_BYTES) return undefined;
    const contents = names.flatMap((name, k) => [`${name.replaceAll("\\", "/")} ${sizes[k]}`, readFileSync(files[k])]);
    return { files, version: contentHash(contents) };
  } catch {
    return undefined;
  }
}

/** Paths from a folder of the files below it that count, also of those that links lead to, up to one more than may be. */
function gathered(folder: string, counts: (name: string) => boolean, below = "", names: string[] = []): string[] {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    if (names.length > MOST_FILES) return names;
    if (entry.name.startsWith(".") || WRITTEN.has(entry.name)) continue;
    const name = join(below, entry.name);
    if (entry.isDirectory()) gathered(folder, counts, name, names);
    else if (counts(name) && isFileAt(join(folder, name))) names.push(name);
  }
  return names;
}

const isFileAt = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

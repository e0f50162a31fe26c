// The files that a program may load: those of its own folder, which are all that its room shows it beside the system's.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ownPlace } from "../../agents/visible-files.ts";
import { contentHash } from "../../core/checksum.ts";

/** What lies in a program's folder. */
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

/** Undefined where there are too many, or one cannot be read. */
export function programFiles(program: string): ProgramFiles | undefined {
  const folder = dirname(program);
  try {
    const names = ownPlace(program) === program ? [basename(program)] : gathered(folder, "", []).sort();
    if (names.length > MOST_FILES) return undefined;
    const files = names.map((name) => join(folder, name));
    const sizes = files.map((file) => statSync(file).size);
    if (sizes.reduce((sum, size) => sum + size, 0) > MOST_BYTES) return undefined;
    const contents = names.flatMap((name, k) => [`${name.replaceAll("\\", "/")} ${sizes[k]}`, readFileSync(files[k])]);
    return { files, version: contentHash(contents) };
  } catch {
    return undefined;
  }
}

/** Adds the names of regular files below a folder, up to one more than may be. */
function gathered(folder: string, below: string, names: string[]): string[] {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    if (names.length > MOST_FILES) return names;
    if (entry.name.startsWith(".") || WRITTEN.has(entry.name)) continue;
    const name = join(below, entry.name);
    if (entry.isDirectory()) gathered(folder, name, names);
    else if (entry.isFile()) names.push(name);
  }
  return names;
}

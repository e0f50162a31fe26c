// What a description accesses beside the code that it names: files, programs, language models and their keys. It may come from an untrusted
// party.

import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { isMap } from "../../core/checked.ts";
import type { Path } from "../../core/errors.ts";
import { FRAMEWORKS } from "../../core/frameworks.ts";

/** An access, and the permission that it needs. */
export interface Deed {
  readonly path: Path;
  /** Description of the access, as a clause after "to". */
  readonly deed: string;
  readonly way: "programs" | "models" | "keys";
}

/** Returns what a world of another framework does, as a clause after "to"; undefined for other worlds. */
export function hostedIn(world: Readonly<Record<string, unknown>>): string | undefined {
  const framework = FRAMEWORKS.find((key) => typeof world[key] === "string");
  return framework === undefined ? undefined : `start ${world[framework]} in ${String(world.python ?? "Python")}`;
}

/** Yields the programs that are started, the language models that are called, and the keys that are sent to them. */
export function* deedsIn(tree: unknown, path: Path = []): Generator<Deed> {
  if (typeof tree !== "object" || tree === null) return;
  if (isMap(tree)) {
    const { policy, command, endpoint, key } = tree;
    const hosted = hostedIn(tree);
    if (hosted !== undefined) yield { path, deed: hosted, way: "programs" };
    if (command !== undefined || policy === "program")
      yield { path, deed: `start ${command === undefined ? "a program" : JSON.stringify(command)}`, way: "programs" };
    if (typeof key === "string" && key !== "" && endpoint !== undefined)
      yield { path, deed: `send the key in ${key} to ${String(endpoint)}`, way: "keys" };
    if (endpoint !== undefined && endpoint !== "")
      yield { path, deed: `ask the language model at ${String(endpoint)}`, way: "models" };
  }
  for (const [name, value] of Object.entries(tree)) yield* deedsIn(value, [...path, name]);
}

/** Key of the file that a model's answers are recorded in, which need not exist. */
export const RECORDED = "record";

/**
 * Yields the strings that are paths of files or folders. A path need not exist where the string can mean nothing else. Relative paths start
 * from `directory`.
 */
export function* pathsIn(
  tree: unknown,
  directory: string,
  path: Path = [],
): Generator<{ readonly file: string; readonly path: Path }> {
  if (typeof tree === "object" && tree !== null)
    for (const [key, value] of Object.entries(tree)) yield* pathsIn(value, directory, [...path, key]);
  if (typeof tree !== "string" || tree === "" || tree.includes("\0")) return;
  const file = resolve(directory, tree);
  const isMeant = isAbsolute(tree) || /^\.\.?[\\/]/.test(tree) || path.at(-1) === RECORDED;
  if (isMeant || existsSync(file)) yield { file: withoutLinks(file), path };
}

/** Returns whether a file is a folder itself or below it. Both paths must be free of links. */
export const isWithin = (folder: string, file: string): boolean => `${file}${sep}`.startsWith(`${folder}${sep}`);

/** Maximum number of links that are followed to a path that does not exist. */
const MOST_LINKS = 40;

/** Resolves the links in a path, also where its target does not exist. */
export function withoutLinks(file: string, links = 0): string {
  try {
    return realpathSync(file);
  } catch {
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && links < MOST_LINKS;
    if (isLink) return withoutLinks(resolve(dirname(file), readlinkSync(file)), links + 1);
    const above = dirname(file);
    return above === file ? file : join(withoutLinks(above, links), file.slice(above.length));
  }
}

// What a description reaches beside the code that it names: files, programs, language models and their keys. It may be a stranger's.

import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { isMap } from "../../core/checked.ts";
import type { Path } from "../../core/errors.ts";
import { FRAMEWORKS } from "../../core/frameworks.ts";

/** Something that is done, and what allows it. */
export interface Deed {
  readonly path: Path;
  /** In words, with "to" before them. */
  readonly deed: string;
  readonly way: "programs" | "models" | "keys";
}

/** What a world does that is an environment of another framework, with "to" before it; undefined of another world. */
export function hostedIn(world: Readonly<Record<string, unknown>>): string | undefined {
  const framework = FRAMEWORKS.find((key) => typeof world[key] === "string");
  return framework === undefined ? undefined : `start ${world[framework]} in ${String(world.python ?? "Python")}`;
}

/** Programs that are started, language models that are asked, and keys that are sent to them. */
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

/** What a model's answers are recorded in: a file that need not be there. */
export const RECORDED = "record";

/** Texts that lead to a file or a folder, which need not be there where the text can mean nothing else. Paths start from `directory`. */
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

/** Whether a file is a folder, or below it; both without links. */
export const isWithin = (folder: string, file: string): boolean => `${file}${sep}`.startsWith(`${folder}${sep}`);

/** Links that are followed to a place that is not there. */
const MOST_LINKS = 40;

/** A path without links, also where what it leads to is not there. */
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

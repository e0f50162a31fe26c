// What requests may lead to. A client of a server names worlds' parameters, rewards and opponents, and these may load files, start
// programs and ask language models. Nothing of it is done that the person who began the server has not allowed.

import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { isMap } from "../../core/checked.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { declaredParts } from "../../lab/experiment/declared-parts.ts";
import type { Description } from "../../lab/experiment/description.ts";
import { isFile } from "../../lab/experiment/plugins.ts";

/** What requests may lead to. */
export interface Allowances {
  readonly programs: boolean;
  readonly models: boolean;
  /** Whether files of code may be loaded; from the folders alone, as all files. */
  readonly code: boolean;
  /** Absolute paths, without links. */
  readonly folders: readonly string[];
}

export const NOTHING: Allowances = { programs: false, models: false, code: false, folders: [] };

/** What `--allow` says: `programs`, `models`, or folders. A UserError where there is no such folder. */
export function allowancesOf(words: readonly string[]): Allowances {
  const folders = words
    .filter((word) => word !== "programs" && word !== "models")
    .map((word) => {
      if (statSync(word, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(word);
      const hint = "allow programs, models, or a folder by its path";
      throw new UserError({ code: "no-folder", what: `there is no folder ${word}`, where: "--allow", hint });
    });
  return { programs: words.includes("programs"), models: words.includes("models"), code: true, folders };
}

/** What a request says of a world, in the form of an experiment. */
export interface RequestedParts {
  readonly description: Partial<Description>;
  readonly objective: unknown;
}

/** Throws a UserError where a request leads to what is not allowed; paths in it start from `directory`. */
export function refuseUnallowed(
  { description, objective }: RequestedParts,
  directory: string,
  allowed: Allowances,
): void {
  for (const { path, deed, way } of deedsIn({ ...description, objective }, [])) {
    if (!allowed[way]) throw refused(deed, path, `begin the server with --allow ${way}`);
  }
  for (const { name, path } of declaredParts(description, objective).filter((part) => isFile(part.name)))
    if (!allowed.code) throw refused(`load ${name}`, path, "what loads code is sent by POST or over a socket");
  for (const { file, path } of filesIn({ ...description, objective }, [], directory)) {
    const isWithin = allowed.folders.some((folder) => `${file}${sep}`.startsWith(`${folder}${sep}`));
    if (!isWithin) throw refused(`open ${file}`, path, `begin the server with --allow ${dirname(file)}`);
  }
}

const refused = (deed: string, path: Path, hint: string): UserError =>
  new UserError({ code: "not-allowed", what: `a request may not ${deed}`, path, hint });

interface Deed {
  readonly path: Path;
  readonly deed: string;
  readonly way: "programs" | "models";
}

/** Programs that are started, and language models that are asked. */
function* deedsIn(tree: unknown, path: Path): Generator<Deed> {
  if (typeof tree !== "object" || tree === null) return;
  if (isMap(tree) && ("command" in tree || tree.policy === "program"))
    yield { path, deed: "start a program", way: "programs" };
  if (isMap(tree) && "endpoint" in tree) yield { path, deed: "ask a language model", way: "models" };
  for (const [key, value] of Object.entries(tree)) yield* deedsIn(value, [...path, key]);
}

/** What a model's answers are recorded in: a file that need not be there. */
const RECORDED = "record";

/** Texts that lead to a file or a folder, which need not be there where the text can mean nothing else. */
function* filesIn(
  tree: unknown,
  path: Path,
  directory: string,
): Generator<{ readonly file: string; readonly path: Path }> {
  if (typeof tree === "object" && tree !== null)
    for (const [key, value] of Object.entries(tree)) yield* filesIn(value, [...path, key], directory);
  if (typeof tree !== "string" || tree === "" || tree.includes("\0")) return;
  const file = resolve(directory, tree);
  const isMeant = isAbsolute(tree) || /^\.\.?[\\/]/.test(tree) || path.at(-1) === RECORDED;
  if (isMeant || existsSync(file)) yield { file: real(file), path };
}

/** Without links, as far as the path is there. */
function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const above = dirname(file);
    return above === file ? file : join(real(above), file.slice(above.length));
  }
}

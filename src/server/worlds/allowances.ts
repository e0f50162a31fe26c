// What requests may lead to. A client of a server names worlds' parameters, rewards and opponents, and these may load files, start
// programs and ask language models. Nothing of it is done that the person who began the server has not allowed.

import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isMap } from "../../core/checked.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { declaredParts } from "../../lab/experiment/declared-parts.ts";
import type { Description } from "../../lab/experiment/description.ts";
import { isFile } from "../../lab/experiment/plugins.ts";
import { deedsIn, isWithin, pathsIn, RECORDED, withoutLinks } from "../../lab/experiment/reach.ts";

/** What requests may lead to. */
export interface Allowances {
  readonly programs: boolean;
  readonly models: boolean;
  /** Keys in the environment may be sent to the models that requests name. */
  readonly keys: boolean;
  /** Whether code may be loaded: files of it from the folders alone, as all files. */
  readonly code: boolean;
  /** Absolute paths, without links. */
  readonly folders: readonly string[];
  /** The same of folders of which a world may read data, and nothing else is opened. */
  readonly data: readonly string[];
}

export const NOTHING: Allowances = { programs: false, models: false, keys: false, code: false, folders: [], data: [] };

const WORDS = ["programs", "models", "keys"];

/** What `--allow` says: `programs`, `models`, `keys`, or folders. A UserError where there is no such folder. Worlds may read `data` besides. */
export function allowancesOf(words: readonly string[], data: readonly string[] = []): Allowances {
  const folders = words
    .filter((word) => !WORDS.includes(word))
    .map((word) => {
      if (statSync(word, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(word);
      const hint = `allow ${WORDS.join(", ")}, or a folder by its path`;
      throw new UserError({ code: "no-folder", what: `there is no folder ${word}`, where: "--allow", hint });
    });
  const [programs, models, keys] = WORDS.map((word) => words.includes(word));
  return { programs, models, keys, code: true, folders, data: data.map((folder) => withoutLinks(folder)) };
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
  const said = { ...description, objective };
  for (const { path, deed, way } of deedsIn(said))
    if (!allowed[way]) throw refused(deed, path, `begin the server with --allow ${way}`);
  const files = declaredParts(description, objective).filter(({ name }) => isFile(name));
  if (!allowed.code) {
    for (const { name, path } of [...files, ...runsIn(said)])
      throw refused(`load ${name}`, path, "what loads code is sent by POST or over a socket");
  }
  for (const { file, path } of pathsIn(said, directory)) {
    const isCode = files.some((part) => String(part.path) === String(path));
    // An interpreter is started, as was allowed above.
    if (String(path) === "environment,python") continue;
    // What a world is given is read, but for answers that are recorded.
    const isData = path[0] === "environment" && path.at(-1) !== RECORDED && !isCode;
    const folders = isData ? [...allowed.folders, ...allowed.data] : allowed.folders;
    if (!folders.some((folder) => isWithin(folder, file)))
      throw refused(`open ${file}`, path, `begin the server with --allow ${dirname(file)}`);
  }
}

const refused = (deed: string, path: Path, hint: string): UserError =>
  new UserError({ code: "not-allowed", what: `a request may not ${deed}`, path, hint });

/** Players of runs, which bring the code of their worlds: those of the latest run need not name it. */
function* runsIn(tree: unknown, path: Path = []): Generator<{ readonly name: string; readonly path: Path }> {
  if (tree === "trained") yield { name: "a trained player", path };
  if (typeof tree !== "object" || tree === null) return;
  if (isMap(tree) && typeof tree.run === "string") yield { name: `a player of the run ${tree.run}`, path };
  for (const [key, value] of Object.entries(tree)) yield* runsIn(value, [...path, key]);
}

// Permissions of requests. A client of a server can name parameters of worlds, rewards and opponents, and these may load files, start
// programs and call language models. Such actions are refused unless the person who started the server has allowed them.

import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isMap } from "../../core/checked.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { declaredParts } from "../../lab/experiment/declared-parts.ts";
import type { Description } from "../../lab/experiment/description.ts";
import { isFile } from "../../lab/experiment/plugins.ts";
import { deedsIn, isWithin, pathsIn, RECORDED, withoutLinks } from "../../lab/experiment/reach.ts";

/** Permissions of requests. */
export interface Allowances {
  readonly programs: boolean;
  readonly models: boolean;
  /** Whether keys from the environment may be sent to the models that requests name. */
  readonly keys: boolean;
  /** Whether code may be loaded; code files, like all files, must be in the folders. */
  readonly code: boolean;
  /** Absolute paths of folders whose files may be opened, with links resolved. */
  readonly folders: readonly string[];
  /** Absolute paths of folders from which a world may only read data, with links resolved. */
  readonly data: readonly string[];
}

export const NOTHING: Allowances = { programs: false, models: false, keys: false, code: false, folders: [], data: [] };

const WORDS = ["programs", "models", "keys"];

/**
 * Parses the values of `--allow`: `programs`, `models`, `keys`, or folders. Worlds may also read `data`. Throws a UserError where a folder
 * does not exist.
 */
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

/** The world that a request describes, in the form of an experiment. */
export interface RequestedParts {
  readonly description: Partial<Description>;
  readonly objective: unknown;
}

/** Throws a UserError where a request needs an action that is not allowed. Relative paths in it start from `directory`. */
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
    // An interpreter is started, not opened, and was checked above.
    if (String(path) === "environment,python") continue;
    // Files that a world is given are data, except for recordings of answers.
    const isData = path[0] === "environment" && path.at(-1) !== RECORDED && !isCode;
    const folders = isData ? [...allowed.folders, ...allowed.data] : allowed.folders;
    if (!folders.some((folder) => isWithin(folder, file)))
      throw refused(`open ${file}`, path, `begin the server with --allow ${dirname(file)}`);
  }
}

const refused = (deed: string, path: Path, hint: string): UserError =>
  new UserError({ code: "not-allowed", what: `a request may not ${deed}`, path, hint });

/** Yields players of runs, which load the code of their worlds; a player of the latest run does not name it. */
function* runsIn(tree: unknown, path: Path = []): Generator<{ readonly name: string; readonly path: Path }> {
  if (tree === "trained") yield { name: "a trained player", path };
  if (typeof tree !== "object" || tree === null) return;
  if (isMap(tree) && typeof tree.run === "string") yield { name: `a player of the run ${tree.run}`, path };
  for (const [key, value] of Object.entries(tree)) yield* runsIn(value, [...path, key]);
}

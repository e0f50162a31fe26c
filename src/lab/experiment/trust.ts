// Which code a run may bring along. To report a run loads the files that it names, and a run is what people share: so they are loaded
// only from folders in which this user has run an experiment, or that `agon report RUN --trust` has named. The list of them lies with the
// user and in no store.

import { appendFileSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { isMap } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files.ts";
import { jsonIn } from "../../core/json.ts";
import { declaredParts } from "./declared-parts.ts";
import type { Description } from "./description.ts";
import { EXAMPLES } from "./own-package.ts";
import { isFile } from "./plugins.ts";

/** What an experiment says of itself that may lead to code. */
export interface NamedCode {
  /** Folder of the experiment. */
  readonly directory: string;
  readonly descriptions: readonly Description[];
  readonly objective: unknown;
}

/** Folders that this process has trusted, also where the list cannot be written. */
const trustedHere = new Set<string>();
/** Folders whose code this thread was given to compute with, with all below them. */
const given = new Set<string>();

/** Where the list lies: a folder on each line, as JSON. */
const listFile = (): string => {
  const state = process.env.XDG_STATE_HOME || process.env.LOCALAPPDATA || join(homedir(), ".local", "state");
  return join(state, "agon", "trusted-folders.jsonl");
};

/** Absolute paths of the user's files that variants name, those that are there. */
function filesOf({ directory, descriptions, objective }: NamedCode): string[] {
  const names = descriptions.flatMap((description) => declaredParts(description, objective).map(({ name }) => name));
  const files = names.filter(isFile).map((name) => resolve(directory, name));
  return [...new Set(files)].filter((file) => existsSync(file));
}

/** From now on the folder of an experiment is trusted, and those of the files that it names. */
export function trust(told: NamedCode): void {
  const folders = [told.directory, ...filesOf(told).map((file) => dirname(realpathSync(file)))];
  const added = [...new Set(folders.map(real))].filter((folder) => !isTrusted(folder));
  for (const folder of added) trustedHere.add(folder);
  if (added.length === 0) return;
  try {
    makeFolder(dirname(listFile()));
    appendFileSync(listFile(), added.map((folder) => `${JSON.stringify(folder)}\n`).join(""));
  } catch {
    // A home that cannot be written: the next process asks again.
  }
}

/** From now on this thread may load what lies in a folder or below it: a worker was given it with its job. */
export const trustGiven = (folder: string): void => {
  given.add(real(folder) + sep);
};

/** Whether a user's file may be loaded: one that is not there may. */
export const mayLoad = (file: string): boolean => !existsSync(file) || isTrusted(dirname(realpathSync(file)));

/** Throws a UserError where what is called `name` loads code from a folder that is not trusted; `way` says how it becomes so. */
export function refuseForeignCode(name: string, told: NamedCode, way: string): void {
  const files = filesOf(told).filter((file) => !mayLoad(file));
  if (files.length > 0) throw foreign(`${name} loads ${files.join(", ")}`, way);
}

/** The same, and what else computing it does: programs that it starts, keys that it sends. */
export function refuseForeignWork(name: string, told: NamedCode, way: string): void {
  refuseForeignCode(name, told, way);
  const [deed] = told.descriptions.flatMap(deedsIn);
  if (deed !== undefined && !isTrusted(real(told.directory))) throw foreign(`${name} ${deed}`, way);
}

const foreign = (deed: string, way: string): UserError =>
  new UserError({
    code: "foreign-code",
    what: `${deed}, and this user has run nothing in its folder`,
    hint: `code can do what its user can: look at it, then ${way}`,
  });

/** What else than loading code a description leads to. */
function deedsIn(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(deedsIn);
  if (!isMap(tree)) return [];
  const { policy, command, endpoint, key } = tree;
  const program = policy === "program" ? [`starts ${JSON.stringify(command)}`] : [];
  const sent = typeof key === "string" && key !== "" ? [`sends the key in ${key} to ${String(endpoint)}`] : [];
  return [...program, ...sent, ...Object.values(tree).flatMap(deedsIn)];
}

/** Whether code of this folder may be loaded; what ships with Agon always may. */
const isTrusted = (folder: string): boolean =>
  trustedHere.has(folder) ||
  [...given].some((above) => folder.startsWith(above)) ||
  folder === real(EXAMPLES) ||
  dirname(folder) === real(EXAMPLES) ||
  listed().has(folder);

function listed(): Set<unknown> {
  try {
    return new Set(readFileSync(listFile(), "utf8").trim().split("\n").map(jsonIn));
  } catch {
    return new Set();
  }
}

/** Without links, where the path is there. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

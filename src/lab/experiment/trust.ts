// Which code a run may bring along. To report a run loads the files that it names, and a run is what people share. So only what this user has
// run, or named by `agon report RUN --trust`, is loaded: word for word, in the same folder. What a run says of itself is no proof of that.
// The lists lie with the user and in no store.

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files.ts";
import { canonical } from "../../core/json.ts";
import { declaredParts } from "./declared-parts.ts";
import type { Description } from "./description.ts";
import { EXAMPLES } from "./own-package.ts";
import { isFile } from "./plugins.ts";
import { deedsIn, hostedIn, isWithin, pathsIn, withoutLinks } from "./reach.ts";

/** What an experiment says of itself that may lead to code. */
export interface NamedCode {
  /** Folder of the experiment. */
  readonly directory: string;
  readonly descriptions: readonly Description[];
  readonly objective: unknown;
}

/** A run that may be a stranger's. */
export interface PerhapsForeign extends NamedCode {
  /** In words. */
  readonly name: string;
  /** The folder in which its store lies: what it reads lies there too. */
  readonly home: string;
  /** How it is trusted. */
  readonly way: string;
}

/** A list of one user: a text on each line. */
class TrustList {
  readonly #name: string;
  /** Of this process, also where the list cannot be written. */
  readonly #own = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  #file(): string {
    const state = process.env.XDG_STATE_HOME || process.env.LOCALAPPDATA || join(homedir(), ".local", "state");
    return join(state, "agon", this.#name);
  }

  /** All of the texts, or the first that is missing. */
  has(texts: readonly string[]): boolean {
    const others = texts.filter((text) => !this.#own.has(text));
    if (others.length === 0) return true;
    const listed = this.#listed();
    return others.every((text) => listed.has(JSON.stringify(text)));
  }

  #listed(): ReadonlySet<string> {
    try {
      return new Set(readFileSync(this.#file(), "utf8").trim().split("\n"));
    } catch {
      return new Set();
    }
  }

  add(texts: readonly string[]): void {
    const added = [...new Set(texts)].filter((text) => !this.has([text]));
    for (const text of added) this.#own.add(text);
    if (added.length === 0) return;
    try {
      makeFolder(dirname(this.#file()));
      appendFileSync(this.#file(), added.map((text) => `${JSON.stringify(text)}\n`).join(""));
    } catch {
      // A home that cannot be written: the next process asks again.
    }
  }
}

const folders = new TrustList("trusted-folders.jsonl");
const runs = new TrustList("trusted-runs.jsonl");
/** Folders whose code this thread was given to compute with, with all below them. */
const given = new Set<string>();

/** Absolute paths of the user's files that variants name, those that are there. */
function filesOf({ directory, descriptions, objective }: NamedCode): string[] {
  const names = descriptions.flatMap((description) => declaredParts(description, objective).map(({ name }) => name));
  const files = names.filter(isFile).map((name) => resolve(directory, name));
  return [...new Set(files)].filter((file) => existsSync(file));
}

/** What a world does that is a program: it is made again wherever a run is looked at. */
const hostedOf = ({ descriptions }: NamedCode): string | undefined =>
  descriptions.map(({ environment }) => hostedIn(environment)).find((deed) => deed !== undefined);

/** Names of what is run, one of each variant: where its paths start, and all that it says. */
const namesOf = ({ directory, descriptions, objective }: NamedCode): string[] =>
  descriptions.map((description) =>
    createHash("sha256")
      .update(canonical([withoutLinks(directory), description, objective]))
      .digest("hex"),
  );

/** From now on this run may be computed and looked at. */
export const trustRun = (named: NamedCode): void => runs.add(namesOf(named));

/** From now on the folder of an experiment is trusted, and those of the files that it names: drafts may name code there. */
export const trustFolders = (named: NamedCode): void =>
  folders.add([withoutLinks(named.directory), ...filesOf(named).map((file) => dirname(realpathSync(file)))]);

/** From now on this thread may load what lies in a folder or below it: a worker was given it with its job. */
export const trustGiven = (folder: string): void => {
  given.add(withoutLinks(folder));
};

/** Whether a draft may load a user's file: one that is not there may be named. */
export const mayLoad = (file: string): boolean => !existsSync(file) || isTrusted(dirname(realpathSync(file)));

/** Whether this user has run it, or this thread was given it. */
export const isOwnRun = (named: NamedCode): boolean =>
  [...given].some((above) => isWithin(above, withoutLinks(named.directory))) || runs.has(namesOf(named));

/** Throws a UserError where a draft loads code from a folder that is not trusted; `way` says how it becomes so. */
export function refuseForeignDraft(named: NamedCode, way: string): void {
  const files = filesOf(named).filter((file) => !mayLoad(file));
  const deed = hostedOf(named);
  if (deed !== undefined && !isTrusted(withoutLinks(named.directory))) {
    const what = `it is to ${deed}, and this user has run nothing in its folder`;
    throw new UserError({ code: "foreign-code", what, hint: `code can do what its user can: look at it, then ${way}` });
  }
  if (files.length === 0) return;
  const what = `it loads ${files.join(", ")}, and this user has run nothing in its folder`;
  throw new UserError({ code: "foreign-code", what, hint: `code can do what its user can: look at it, then ${way}` });
}

/** Throws a UserError where a run that is a stranger's loads code, or reads a file outside of its home. */
export function refuseForeignCode(run: PerhapsForeign): void {
  if (isOwnRun(run)) return;
  const code = filesOf(run).filter((file) => !isShipped(dirname(realpathSync(file))));
  if (code.length > 0) throw foreign(run, `loads ${code.join(", ")}`);
  const deed = hostedOf(run);
  if (deed !== undefined) throw foreign(run, `is to ${deed}`);
  const read = outsideOf(run).find((file) => existsSync(file));
  if (read !== undefined) throw foreign(run, `reads ${read}, which lies outside of ${run.home}`);
}

/** The same, and what else computing it does: programs that it starts, models that it asks, files that it writes. */
export function refuseForeignWork(run: PerhapsForeign): void {
  if (isOwnRun(run)) return;
  refuseForeignCode(run);
  const [first] = deedsIn(run.descriptions);
  if (first !== undefined) throw foreign(run, `is to ${first.deed}`);
  const [written] = outsideOf(run);
  if (written !== undefined) throw foreign(run, `uses ${written}, which lies outside of ${run.home}`);
}

/** Files and folders that a run names outside of its home, there or not. */
function outsideOf({ directory, descriptions, objective, home }: PerhapsForeign): string[] {
  const files = [...pathsIn([descriptions, objective], directory)].map(({ file }) => file);
  return files.filter((file) => !isWithin(withoutLinks(home), file) && !isShipped(dirname(file)));
}

const foreign = ({ name, way }: PerhapsForeign, deed: string): UserError =>
  new UserError({
    code: "foreign-code",
    what: `${name} ${deed}, and this user has not run it`,
    hint: `code can do what its user can: look at it, then ${way}`,
  });

/** What ships with Agon may always be loaded. */
const isShipped = (folder: string): boolean => isWithin(withoutLinks(EXAMPLES), folder);

/** Whether drafts may load code of this folder. */
const isTrusted = (folder: string): boolean => isShipped(folder) || folders.has([folder]);

// Which code a run may load. Reporting a run loads the files that it names, and runs are shared between people. So code is loaded only if
// this user has run exactly this description in the same folder, or has named the run in `agon report RUN --trust`. What a run states about
// itself is no proof. The lists of trusted runs and folders are in the user's home, never in a store.

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

/** The parts of an experiment that may lead to code. */
export interface NamedCode {
  /** Folder of the experiment. */
  readonly directory: string;
  readonly descriptions: readonly Description[];
  readonly objective: unknown;
}

/** A run that may come from an untrusted party. */
export interface PerhapsForeign extends NamedCode {
  /** Name of the run for messages. */
  readonly name: string;
  /** The parent folder of its store, in which the run may read files. */
  readonly home: string;
  /** How the user can trust the run, for messages. */
  readonly way: string;
}

/** A list in the user's home: one text per line. */
class TrustList {
  readonly #name: string;
  /** Texts added by this process, also where the list cannot be written. */
  readonly #own = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  #file(): string {
    const state = process.env.XDG_STATE_HOME || process.env.LOCALAPPDATA || join(homedir(), ".local", "state");
    return join(state, "agon", this.#name);
  }

  /** Returns whether all texts are in the list. */
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
      // Where the home folder is not writable, the next process has to ask again.
    }
  }
}

const folders = new TrustList("trusted-folders.jsonl");
const runs = new TrustList("trusted-runs.jsonl");
/** Folders whose code this thread may load, including all below them, because it was given them with a job. */
const given = new Set<string>();

/** Returns the absolute paths of the user's files that variants name and that exist. */
function filesOf({ directory, descriptions, objective }: NamedCode): string[] {
  const names = descriptions.flatMap((description) => declaredParts(description, objective).map(({ name }) => name));
  const files = names.filter(isFile).map((name) => resolve(directory, name));
  return [...new Set(files)].filter((file) => existsSync(file));
}

/** Returns what a world that is a program does: it is started wherever a run is viewed. */
const hostedOf = ({ descriptions }: NamedCode): string | undefined =>
  descriptions.map(({ environment }) => hostedIn(environment)).find((deed) => deed !== undefined);

/** Returns a hash for each variant, of the base folder of its paths and its whole description. */
const namesOf = ({ directory, descriptions, objective }: NamedCode): string[] =>
  descriptions.map((description) =>
    createHash("sha256")
      .update(canonical([withoutLinks(directory), description, objective]))
      .digest("hex"),
  );

/** Trusts this run: it may be computed and viewed from now on. */
export const trustRun = (named: NamedCode): void => runs.add(namesOf(named));

/** Trusts the folder of an experiment, and the folders of the files that it names: drafts may name code there. */
export const trustFolders = (named: NamedCode): void =>
  folders.add([withoutLinks(named.directory), ...filesOf(named).map((file) => dirname(realpathSync(file)))]);

/** Allows this thread to load files in a folder or below it, which it was given with a job. */
export const trustGiven = (folder: string): void => {
  given.add(withoutLinks(folder));
};

/** Returns whether a draft may load a user's file. A file that does not exist may be named. */
export const mayLoad = (file: string): boolean => !existsSync(file) || isTrusted(dirname(realpathSync(file)));

/** Returns whether this user has run it, or this thread was given it. */
export const isOwnRun = (named: NamedCode): boolean =>
  [...given].some((above) => isWithin(above, withoutLinks(named.directory))) || runs.has(namesOf(named));

/** Throws a UserError where a draft loads code from a folder that is not trusted. `way` says how to trust it. */
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

/** Throws a UserError where an untrusted run loads code, or reads a file outside of its home. */
export function refuseForeignCode(run: PerhapsForeign): void {
  if (isOwnRun(run)) return;
  const code = filesOf(run).filter((file) => !isShipped(dirname(realpathSync(file))));
  if (code.length > 0) throw foreign(run, `loads ${code.join(", ")}`);
  const deed = hostedOf(run);
  if (deed !== undefined) throw foreign(run, `is to ${deed}`);
  const read = outsideOf(run).find((file) => existsSync(file));
  if (read !== undefined) throw foreign(run, `reads ${read}, which lies outside of ${run.home}`);
}

/**
 * Like `refuseForeignCode`, and also for other effects of computing the run: programs that it starts, models that it calls, files that it
 * writes.
 */
export function refuseForeignWork(run: PerhapsForeign): void {
  if (isOwnRun(run)) return;
  refuseForeignCode(run);
  const [first] = deedsIn(run.descriptions);
  if (first !== undefined) throw foreign(run, `is to ${first.deed}`);
  const [written] = outsideOf(run);
  if (written !== undefined) throw foreign(run, `uses ${written}, which lies outside of ${run.home}`);
}

/** Returns the files and folders outside of its home that a run names, whether they exist or not. */
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

/** Files that ship with Agon may always be loaded. */
const isShipped = (folder: string): boolean => isWithin(withoutLinks(EXAMPLES), folder);

/** Returns whether drafts may load code of this folder. */
const isTrusted = (folder: string): boolean => isShipped(folder) || folders.has([folder]);

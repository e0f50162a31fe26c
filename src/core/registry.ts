// Everything is addressed by name and parameters. A registry holds the entries of one room; an entry knows its
// parameters as a schema, so that YAML, TypeScript, the command line and the documentation describe the same thing.

import type { z } from "zod";
import { checked } from "./checked.ts";
import { type Path, UserError, under, unknownName } from "./errors.ts";

/** Where something is made ready: what its parameters' files are relative to, and where what is worth keeping is kept. */
export interface Preparation {
  /** Folder that paths in parameters start from. */
  readonly directory: string;
  /** Folder for what was read and need not be read again; made when it is needed. */
  readonly cache: string;
  /** Whether rows of logs that cannot be read are left out and counted; this overrides parameters. */
  readonly skipBadRows?: boolean;
  readonly signal?: AbortSignal;
  /** The key of the cells that a stage of the experiment trains in; throws a UserError for a name that no stage has. */
  readonly stageKey?: (name: string) => string;
  /** Told how far long work is. */
  readonly onProgress?: (text: string) => void;
  /** Told what a person should know of what was read. */
  readonly onNotice?: (text: string) => void;
}

/** What an experiment needs beside an entry's name to run. */
export interface EntryExample {
  readonly parameters?: object;
  /** A world that shows it better than the first that it fits. */
  readonly environment?: string;
  readonly reward?: object;
  /** What must be there before, so that the example alone cannot be read: `a run in which agents learn`. */
  readonly needs?: string;
}

/** A named thing that can be made from parameters. */
export interface Entry<Made, Parameters = unknown> {
  readonly id: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** Paper, report or equation it comes from. */
  readonly source?: string;
  /** Every field has a default, so that the name alone is enough. */
  readonly parameters: z.ZodType<Parameters>;
  /** For the manual, where the name alone does not run or shows little. */
  readonly example?: EntryExample;
  /**
   * What must be there before `make` can be called, and takes time: a log that is read, a solver that is loaded. Gives the parameters
   * that say what was found, which prepare to themselves.
   */
  prepare?(parameters: Parameters, place: Preparation): Promise<Parameters>;
  make(parameters: Parameters): Made;
}

/** What an entry says of itself, for a family that makes things of one kind in its own way. */
export type EntryAbout<Parameters> = Omit<Entry<never, Parameters>, "make" | "prepare">;

/** Parameters of any entry, checked and turned into what `make` takes: hides the parameter type of one entry. */
export interface BoundEntry<Made> {
  readonly id: string;
  readonly summary: string;
  readonly source?: string;
  readonly parameters: z.ZodType;
  readonly example?: EntryExample;
  /** Checks `parameters` and makes ready what they name; gives the parameters to `make` with. A UserError as in `make`. */
  prepare?(parameters: unknown, place: Preparation, path?: Path): Promise<unknown>;
  /** Checks `parameters` and makes the thing; throws a UserError with the path of each problem. */
  make(parameters?: unknown, path?: Path): Made;
  /** Checks only: parameters with their defaults filled in. */
  complete(parameters?: unknown, path?: Path): unknown;
}

/** Hides an entry's parameter type behind its own check. */
export function bind<Made, Parameters>(entry: Entry<Made, Parameters>): BoundEntry<Made> {
  const complete = (parameters: unknown, path: Path = []): Parameters =>
    checked(entry.parameters, parameters ?? {}, path);
  const { prepare, source, example } = entry;
  return {
    id: entry.id,
    summary: entry.summary,
    ...(source === undefined ? {} : { source }),
    parameters: entry.parameters,
    ...(example === undefined ? {} : { example }),
    complete,
    ...(prepare === undefined
      ? {}
      : { prepare: (parameters, place, path) => prepare(complete(parameters, path), place) }),
    make(parameters, path = []) {
      const completed = complete(parameters, path);
      return under(path, () => entry.make(completed));
    },
  };
}

/** Parameters that `make` can be called with: those given, where the entry has nothing to make ready. */
export async function ready(
  entry: BoundEntry<unknown>,
  parameters: unknown,
  place: Preparation,
  path?: Path,
): Promise<unknown> {
  return entry.prepare === undefined ? parameters : entry.prepare(parameters, place, path);
}

/** Entries at hand, by id. */
export class Registry<Made> {
  readonly kind: string;
  readonly #entries = new Map<string, BoundEntry<Made>>();
  readonly #names: readonly string[];

  /** `names` are further ones that exist and are not at hand; an unknown name is compared with them too. */
  constructor(kind: string, entries: readonly BoundEntry<Made>[] = [], names: readonly string[] = []) {
    this.kind = kind;
    this.#names = names;
    for (const entry of entries) this.add(entry);
  }

  add(entry: BoundEntry<Made>): void {
    if (this.#entries.has(entry.id)) throw new Error(`two entries are called "${entry.id}"`);
    this.#entries.set(entry.id, entry);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** The entry, or a UserError that names the nearest. */
  get(id: string, path: Path = []): BoundEntry<Made> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    if (this.#names.includes(id)) throw new Error(`the ${this.kind} "${id}" exists, and was not loaded`);
    throw new UserError({ ...unknownName(this.kind, id, this.ids()), path });
  }

  ids(): string[] {
    return [...new Set([...this.#names, ...this.#entries.keys()])];
  }

  entries(): BoundEntry<Made>[] {
    return [...this.#entries.values()];
  }
}

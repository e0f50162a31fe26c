// Registries of named parts. A registry holds the entries of one kind. An entry declares its parameters as a schema, which YAML,
// TypeScript, the command line and the documentation share.

import type { z } from "zod";
import { checked } from "./checked.ts";
import { type Path, UserError, under, unknownName } from "./errors.ts";

/** Context in which an entry is prepared: the base folder of its paths, and the cache folder. */
export interface Preparation {
  /** Folder that relative paths in parameters start from. */
  readonly directory: string;
  /** Cache folder for data that was read; created on demand. */
  readonly cache: string;
  /** Whether unreadable rows of logs are skipped and counted; this overrides parameters. */
  readonly skipBadRows?: boolean;
  readonly signal?: AbortSignal;
  /** Returns the key of the cells that a stage of the experiment trains in. Throws a UserError for an unknown stage. */
  readonly stageKey?: (name: string) => string;
  /** Called with the progress of long work. */
  readonly onProgress?: (text: string) => void;
  /** Called with notices about the data that was read. */
  readonly onNotice?: (text: string) => void;
}

/** Settings that an experiment needs, beside an entry's name, to run the entry. */
export interface EntryExample {
  readonly parameters?: object;
  /** A world that shows the entry better than the first that fits. */
  readonly environment?: string;
  /** The group of that world's seats that an agent is for; the others act at random. */
  readonly group?: string;
  readonly reward?: object;
  /** What must exist first, where the example alone cannot be read: `a run in which agents learn`. */
  readonly needs?: string;
}

/** A named part that can be constructed from parameters. */
export interface Entry<Made, Parameters = unknown> {
  readonly id: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** The paper, report or equation that it comes from. */
  readonly source?: string;
  /** Every field has a default, so that the name alone is enough. */
  readonly parameters: z.ZodType<Parameters>;
  /** Example for the manual, where the name alone does not run or shows little. */
  readonly example?: EntryExample;
  /**
   * Prepares what `make` needs and what takes time: reads a log, loads a solver. Returns parameters that include the result; preparing
   * these again returns them unchanged.
   */
  prepare?(parameters: Parameters, place: Preparation): Promise<Parameters>;
  make(parameters: Parameters): Made;
}

/** Description of an entry, for a family that constructs parts of one kind in its own way. */
export type EntryAbout<Parameters> = Omit<Entry<never, Parameters>, "make" | "prepare">;

/** An entry that checks its parameters itself, which hides their type. */
export interface BoundEntry<Made> {
  readonly id: string;
  readonly summary: string;
  readonly source?: string;
  readonly parameters: z.ZodType;
  readonly example?: EntryExample;
  /** Checks `parameters` and prepares what they name. Returns the parameters for `make`. Throws a UserError as `make` does. */
  prepare?(parameters: unknown, place: Preparation, path?: Path): Promise<unknown>;
  /** Checks `parameters` and constructs the part. Throws a UserError with the path of each problem. */
  make(parameters?: unknown, path?: Path): Made;
  /** Checks `parameters` and returns them with their defaults, without constructing the part. */
  complete(parameters?: unknown, path?: Path): unknown;
}

/** Wraps an entry so that it checks its parameters itself, which hides their type. */
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

/** Returns parameters that `make` accepts. They are those given, where the entry has no preparation. */
export async function ready(
  entry: BoundEntry<unknown>,
  parameters: unknown,
  place: Preparation,
  path?: Path,
): Promise<unknown> {
  return entry.prepare === undefined ? parameters : entry.prepare(parameters, place, path);
}

/** Loaded entries by id. */
export class Registry<Made> {
  readonly kind: string;
  readonly #entries = new Map<string, BoundEntry<Made>>();
  readonly #names: readonly string[];

  /** `names` are ids of entries that exist but are not loaded; suggestions for an unknown name include them. */
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

  /** Returns the entry. Throws a UserError that names the nearest id where there is none. */
  get(id: string, path: Path = []): BoundEntry<Made> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    if (this.#names.includes(id)) throw new Error(`the ${this.kind} "${id}" exists, and was not loaded`);
    const problem = { ...unknownName(this.kind, id, this.ids()), path };
    const isOfPython = this.kind === "environment" && /^[\w.]+:\w|-v\d+$/.test(id);
    throw new UserError(
      isOfPython ? { ...problem, hint: `of Gymnasium it is { gymnasium: ${JSON.stringify(id)} }` } : problem,
    );
  }

  ids(): string[] {
    return [...new Set([...this.#names, ...this.#entries.keys()])];
  }

  entries(): BoundEntry<Made>[] {
    return [...this.#entries.values()];
  }
}

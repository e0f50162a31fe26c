// Everything is addressed by name and parameters. A registry holds the entries of one room; an entry knows its
// parameters as a schema, so that YAML, TypeScript, the command line and the documentation describe the same thing.

import { z } from "zod";
import { nearest, type Problem, UserError, unknownName } from "./errors.ts";

/** A named thing that can be made from parameters. */
export interface Entry<Made, Parameters = unknown> {
  readonly id: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** Paper, report or equation it comes from. */
  readonly source?: string;
  /** Every field has a default, so that the name alone is enough. */
  readonly parameters: z.ZodType<Parameters>;
  make(parameters: Parameters): Made;
}

/** Parameters of any entry, checked and turned into what `make` takes: hides the parameter type of one entry. */
export interface Bound<Made> {
  readonly id: string;
  readonly summary: string;
  readonly source?: string;
  readonly parameters: z.ZodType;
  /** Checks `parameters` and makes the thing; throws a UserError with the path of each problem. */
  make(parameters?: unknown, path?: readonly (string | number)[]): Made;
  /** Checks only: parameters with their defaults filled in. */
  complete(parameters?: unknown, path?: readonly (string | number)[]): unknown;
}

/** Hides an entry's parameter type behind its own check. */
export function bind<Made, Parameters>(entry: Entry<Made, Parameters>): Bound<Made> {
  const complete = (parameters: unknown, path: readonly (string | number)[] = []): Parameters =>
    checked(entry.parameters, parameters ?? {}, path);
  return {
    id: entry.id,
    summary: entry.summary,
    ...(entry.source === undefined ? {} : { source: entry.source }),
    parameters: entry.parameters,
    complete,
    make: (parameters, path) => entry.make(complete(parameters, path)),
  };
}

/** The entries of one room by id. */
export class Registry<Made> {
  readonly kind: string;
  readonly #entries = new Map<string, Bound<Made>>();

  constructor(kind: string, entries: readonly Bound<Made>[] = []) {
    this.kind = kind;
    for (const entry of entries) this.add(entry);
  }

  add(entry: Bound<Made>): void {
    if (this.#entries.has(entry.id)) throw new Error(`two entries are called "${entry.id}"`);
    this.#entries.set(entry.id, entry);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** The entry, or a UserError that names the nearest. */
  get(id: string, path: readonly (string | number)[] = []): Bound<Made> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new UserError({ ...unknownName(this.kind, id, this.ids()), path });
    return entry;
  }

  ids(): string[] {
    return [...this.#entries.keys()];
  }

  entries(): Bound<Made>[] {
    return [...this.#entries.values()];
  }
}

/** Parses `value` by `schema`; a UserError holds every problem with its path, below `path`. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, path: readonly (string | number)[] = []): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UserError(result.error.issues.flatMap((issue) => problemsOf(issue, schema, value, path)));
}

/** Turns one of zod's issues into problems in words, with the nearest key where a key is unknown. */
export function problemsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[],
): Problem[] {
  const at = [...path, ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key))];
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const close = nearest(key, known);
      const hint =
        close !== undefined
          ? `did you mean "${close}"?`
          : known.length > 0
            ? `valid: ${known.join(", ")}`
            : "it takes no parameters";
      return { code: "unknown-key", what: `unknown key "${key}"`, path: [...at, key], hint };
    });
  }
  const received = valueAt(value, issue.path);
  const what = received === undefined ? "is missing" : `is ${display(received)}`;
  return [{ code: issue.code.replaceAll("_", "-"), what, path: at, hint: expectation(issue) }];
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `it must be ${issue.inclusive === false ? "greater than" : "at least"} ${String(issue.minimum)}${sizeUnit(issue.origin)}`;
    case "too_big":
      return `it must be ${issue.inclusive === false ? "less than" : "at most"} ${String(issue.maximum)}${sizeUnit(issue.origin)}`;
    case "invalid_type":
      return `it must be ${article(issue.expected)}`;
    case "invalid_value":
      return `valid: ${issue.values.map((value) => String(value)).join(", ")}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

function sizeUnit(origin: string): string {
  return origin === "array" || origin === "set" ? " items" : origin === "string" ? " characters" : "";
}

function article(type: string): string {
  const words: Record<string, string> = { int: "a whole number", record: "a map", object: "a map", array: "a list" };
  return words[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** A value in a message: short, and never a page long. */
export function display(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text === undefined ? String(value) : text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.ZodType | undefined = unwrapped(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = unwrapped(Reflect.get(at.shape, key));
    else if (at instanceof z.ZodRecord || at instanceof z.ZodArray) {
      at = unwrapped(at instanceof z.ZodArray ? at.element : at.valueType);
    } else return [];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrapped(schema: unknown): z.ZodType | undefined {
  let at = schema;
  while (at instanceof z.ZodDefault || at instanceof z.ZodOptional || at instanceof z.ZodPrefault) at = at.unwrap();
  return at instanceof z.ZodType ? at : undefined;
}

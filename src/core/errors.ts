// Problems of user input, as records that are formatted as sentences late: a caller can first attach a file and a line, group problems, or
// print them as JSON. Only the user's mistakes are described here; a bug is a plain Error.

import { distance } from "fastest-levenshtein";

/** Keys that lead to a place in the input, outermost first. */
export type Path = readonly (string | number)[];

/** One mistake in what the user gave: a file, a name, a number, an action. */
export interface Problem {
  /** Stable identifier, for programs that read `--json` output. */
  readonly code: string;
  /** What is wrong, as one clause without a full stop. */
  readonly what: string;
  /** Path of keys to the place in the input, outermost first. */
  readonly path?: Path;
  /** File and position, `alliance.yaml:3:5`, where the input was a file. */
  readonly where?: string;
  /** What would be right: a nearest name, a range, a command. */
  readonly hint?: string;
}

/** Thrown for the user's mistakes; the command line prints each problem and ends with exit code 2. */
export class UserError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: Problem | readonly Problem[]) {
    const list = "code" in problems ? [problems] : problems;
    super(list.map(sentence).join("\n"));
    this.name = "UserError";
    this.problems = list;
  }
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Formats a problem as one line: where, what, and a valid alternative. */
export function sentence(problem: Problem): string {
  const where = problem.where === undefined ? "" : `${problem.where}: `;
  const path =
    problem.path === undefined || problem.path.length === 0 ? "" : `${problem.path.map(legible).join(".")}: `;
  const hint = problem.hint === undefined ? "" : `; ${problem.hint}`;
  return `${where}${path}${problem.what}${hint}`;
}

/** Runs `make` and prefixes `path` to the paths of the problems that it throws. Problems of another file are unchanged. */
export function under<T>(path: Path, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (path.length === 0) throw error;
    throw retold(error, (problem) =>
      problem.where === undefined ? { ...problem, path: [...path, ...(problem.path ?? [])] } : problem,
    );
  }
}

/** Returns a thrown UserError with each problem changed by `change`; any other thrown value unchanged. */
export const retold = (error: unknown, change: (problem: Problem) => Problem): unknown =>
  error instanceof UserError ? new UserError(error.problems.map(change)) : error;

/** Truncates a text to 60 characters. */
export function shortened(text: string): string {
  // A surrogate pair is not cut in two.
  return text.length > 60 ? `${text.slice(0, 57).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** Formats a key of a path on one line: long keys are truncated, control characters are escaped. */
function legible(key: string | number): string {
  const text = shortened(String(key));
  return /\p{C}/u.test(text) ? JSON.stringify(text) : text;
}

/** Maximum characters of a name that is compared with candidates: edit distance takes time in the product of both lengths. */
const LONGEST_NAME = 1000;

/** Returns the candidate closest to `name` by edit distance, ignoring case; undefined where none is close enough to be a typing error. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 2)) + 1;
  const wanted = name.toLowerCase();
  for (const candidate of candidates) {
    const whole = candidate.toLowerCase();
    const tail = whole.slice(whole.lastIndexOf("/") + 1);
    const d = Math.min(distance(wanted, whole), distance(wanted, tail));
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/**
 * Returns the problem of an unknown name. Its hint is the nearest valid name or a list of all; for the beginning of a name up to a slash,
 * all names below it.
 */
export function unknownName(kind: string, name: string, candidates: Iterable<string>): Problem {
  const names = [...candidates];
  const below = names.filter((one) => one.startsWith(`${name.replace(/\/$/, "")}/`));
  const close = nearest(name, names);
  const hint =
    below.length > 0
      ? `below it: ${below.join(", ")}`
      : close !== undefined
        ? `did you mean "${close}"?`
        : names.length === 0
          ? `there is no ${kind} yet`
          : `valid: ${names.slice(0, 12).join(", ")}${names.length > 12 ? `, … (${names.length} in all)` : ""}`;
  return { code: "unknown-name", what: `no ${kind} is called ${JSON.stringify(shortened(name))}`, hint };
}

/** Returns the problem of an agent that is named twice, by its id and by its label. */
export function sameAgent(first: string, second: string): Problem {
  return { code: "same-agent", what: `"${first}" and "${second}" are the same agent`, hint: "name it once" };
}

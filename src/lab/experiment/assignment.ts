// Assignments `path=value` of --set: dots separate the keys of nested maps, and values are YAML.

import { isMap, ownValue } from "../../core/checked.ts";
import { retold, shortened, UserError } from "../../core/errors.ts";
import { DEEPEST, parseYaml } from "../../core/yaml.ts";
import { placed } from "./placing.ts";

export interface Assignment {
  /** The assignment as it was typed. */
  readonly text: string;
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Parses `environment.horizon=50`. Throws a UserError where there is no path. */
export function assignmentOf(text: string): Assignment {
  const equals = text.indexOf("=");
  if (equals < 1) {
    const hint = "write --set path=value, as in --set environment.horizon=50";
    throw new UserError({ code: "bad-assignment", what: `"--set ${shortened(text)}" assigns nothing`, hint });
  }
  const keys = text.slice(0, equals).split(".");
  if (keys.length > DEEPEST) {
    const what = `"--set ${shortened(text)}" leads too deep`;
    throw new UserError({ code: "bad-assignment", what, hint: `at most ${DEEPEST} levels` });
  }
  if (keys.includes("__proto__")) {
    const what = `"--set ${shortened(text)}": no key may be called "__proto__"`;
    throw new UserError({ code: "bad-assignment", what, hint: "take another name" });
  }
  // Keys of a grid are themselves dotted paths.
  const [first, ...path] = keys;
  const places = first === "grid" && path.length > 0 ? [first, path.join(".")] : keys;
  return { text, keys: places, value: yamlValue(text.slice(equals + 1)) };
}

/** Parses a value as YAML; text that is no YAML is a string. */
export function yamlValue(text: string): unknown {
  try {
    return parseYaml("", text).value;
  } catch (error) {
    if (error instanceof UserError) return text;
    throw error;
  }
}

/** Combines several assignments into one map of parameters. */
export const parametersOf = (assignments: readonly string[]): unknown =>
  assignments.map(assignmentOf).reduce<unknown>((tree, { keys, value }) => placed(tree, keys, value), {});

/** For each part that may be given by name alone: the key that holds the name once the part becomes a map with parameters. */
const NAMED_BY: Readonly<Record<string, string>> = {
  ...{ environment: "id", agents: "policy", reward: "use", feedback: "use" },
  ...{ arena: "id", schedule: "id", rating: "id" },
};

/** Returns a file's content with one assignment of `--set` applied. Error messages quote the assignment. */
export function assigned(tree: unknown, { keys: [key, ...rest], value, text }: Assignment): unknown {
  const inner = isMap(tree) ? ownValue(tree, key) : undefined;
  const name = ownValue(NAMED_BY, key);
  const opened =
    rest.length > 0 && typeof inner === "string" && name !== undefined ? placed(tree, [key], { [name]: inner }) : tree;
  try {
    return placed(opened, [key, ...rest], value);
  } catch (error) {
    throw retold(error, (problem) => ({ ...problem, where: `--set ${text}` }));
  }
}

// `path=value` as it is given to --set: dots lead into maps, values are read as YAML.

import { isMap, ownValue } from "../../core/checked.ts";
import { retold, shortened, UserError } from "../../core/errors.ts";
import { DEEPEST, parseYaml } from "../../core/yaml.ts";
import { placed } from "./placing.ts";

export interface Assignment {
  /** As it was written. */
  readonly text: string;
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Reads `environment.horizon=50`. Throws a UserError without a path. */
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
  // A grid's keys are paths themselves.
  const [first, ...path] = keys;
  const places = first === "grid" && path.length > 0 ? [first, path.join(".")] : keys;
  return { text, keys: places, value: yamlValue(text.slice(equals + 1)) };
}

/** A value in YAML; what is no YAML is text. */
export function yamlValue(text: string): unknown {
  try {
    return parseYaml("", text).value;
  } catch (error) {
    if (error instanceof UserError) return text;
    throw error;
  }
}

/** Several assignments as one map of parameters. */
export const parametersOf = (assignments: readonly string[]): unknown =>
  assignments.map(assignmentOf).reduce<unknown>((tree, { keys, value }) => placed(tree, keys, value), {});

/** What is given by its name alone takes a parameter as a map. */
const NAMED_BY: Readonly<Record<string, string>> = {
  ...{ environment: "id", agents: "policy", reward: "use", feedback: "use" },
  ...{ arena: "id", schedule: "id", rating: "id" },
};

/** A file's content with one assignment of `--set`, whose text mistakes are told with. */
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

// `path=value` as it is given to --set: dots lead into maps, values are read as YAML.

import { parse } from "yaml";
import { UserError } from "../core/errors.ts";
import { display } from "../core/registry.ts";

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
    throw new UserError({
      code: "bad-assignment",
      what: `"--set ${text}" assigns nothing`,
      hint: "write --set path=value, as in --set environment.horizon=50",
    });
  }
  const keys = text.slice(0, equals).split(".");
  // A grid's keys are paths themselves.
  const [first, ...path] = keys;
  const placed = first === "grid" && path.length > 0 ? [first, path.join(".")] : keys;
  return { text, keys: placed, value: yamlValue(text.slice(equals + 1)) };
}

/** A value in YAML; what is no YAML is text. */
export function yamlValue(text: string): unknown {
  try {
    return parse(text, { logLevel: "error" });
  } catch {
    return text;
  }
}

/** A copy of `tree` with `value` placed at `keys`; maps are made where there are none, list items must be there. */
export function placed(tree: unknown, keys: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(tree)) {
    if (!tree.some((_, k) => String(k) === String(key))) {
      throw new UserError({
        code: "no-item",
        what: `a list of ${tree.length} has no item ${display(key)}`,
        hint: `items are counted from 0 to ${tree.length - 1}`,
      });
    }
    return tree.map((item, k) => (String(k) === String(key) ? placed(item, rest, value) : item));
  }
  const before: Record<string, unknown> = typeof tree === "object" && tree !== null ? { ...tree } : {};
  return { ...before, [key]: placed(before[key], rest, value) };
}

/** Several assignments as one map of parameters. */
export function parametersOf(assignments: readonly string[]): unknown {
  return assignments.map(assignmentOf).reduce<unknown>((tree, { keys, value }) => placed(tree, keys, value), {});
}

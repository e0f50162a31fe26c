// What a custom world has to declare: in JavaScript any part of a spec can be missing.

import type { NumericEnvironment, NumericSpec } from "./environment.ts";
import { UserError } from "./errors.ts";

type Kind = "a list" | "a number" | "numbers" | "a text" | "true or false";

/** What every world declares, the expected type, and what to write where the part is empty. */
const DECLARED: Readonly<Partial<Record<keyof NumericSpec, readonly [kind: Kind, hint: string]>>> = {
  agents: ["a list", 'names such as "agent_0", in seat order'],
  labels: ["a list", "names for people, in seat order"],
  horizon: ["a number", "steps after which an episode is truncated"],
  actionSize: ["a number", "numbers in one agent's action"],
  actionLow: ["numbers", "a Float64Array of smallest actions, [agents × actionSize]"],
  actionHigh: ["numbers", "a Float64Array of largest actions, [agents × actionSize]"],
  actionUnit: ["a text", "what an action is in"],
  observation: ["a list", "fields of one agent's observation"],
  observationSize: ["a number", "the sum of the fields' sizes"],
  channels: ["a list", "what is measured: name, unit, low, high, over, state, meaning"],
  publicState: ["a list", "parts of the state that are shown, { part, label }; [] for none"],
  deterministic: ["true or false", "whether nothing is drawn at random"],
  symmetric: ["true or false", "whether agents are interchangeable"],
};

const KINDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  "a list": Array.isArray,
  "a number": (value) => typeof value === "number",
  numbers: (value) => value instanceof Float64Array || Array.isArray(value),
  "a text": (value) => typeof value === "string",
  "true or false": (value) => typeof value === "boolean",
};

/** Returns the world unchanged. Throws a UserError that lists every missing or mistyped declaration. */
export function whollyDeclared(world: NumericEnvironment): NumericEnvironment {
  const spec: Readonly<Record<string, unknown>> = { ...world?.spec };
  const problems = Object.entries(DECLARED).flatMap(([name, [kind, hint]]) => {
    const value = spec[name];
    if (KINDS[kind](value)) return [];
    const what = `the world's spec.${name} is ${value === undefined ? "missing" : `not ${kind}`}`;
    return [{ code: "undeclared", what, hint: `it must be ${kind}: ${hint}` }];
  });
  if (problems.length > 0) throw new UserError(problems);
  return world;
}

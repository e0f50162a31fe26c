// Parts that may come from a user's file: what the file must export to be named in an experiment. Packages with other kinds of parts define
// them by `pluginOf`.

import { z } from "zod";
import type { AlgorithmPlan } from "./algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "./environment.ts";
import { UserError, under } from "./errors.ts";
import { type BoundEntry, bind, type EntryExample } from "./registry.ts";
import type { RewardPlan } from "./reward.ts";
import type { AgentPlan } from "./seat.ts";

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

/** A part with its kind, which determines where an experiment may name it. */
export interface PluginOf<Kind extends string, Made> {
  readonly kind: Kind;
  readonly entry: BoundEntry<Made>;
}

/** Definition of a part. `parameters` is a zod object whose fields have defaults; a part without parameters omits it. */
export type PartDefinition<Made, Parameters> = {
  /** Id of a built-in part; a user's part is named by its file. */
  readonly id?: string;
  /** One sentence for lists and reports. */
  readonly summary: string;
  readonly source?: string;
  /** Example for the manual, where the name alone does not run or shows little. */
  readonly example?: EntryExample;
} & (
  | { readonly parameters: z.ZodType<Parameters>; readonly make: (parameters: Parameters) => Made }
  | { readonly parameters?: never; readonly make: () => Made }
);

/** Declares a custom world: `export default defineEnvironment({ summary, parameters, make })`. */
export const defineEnvironment = <P>(definition: PartDefinition<NumericEnvironment, P>) => {
  const { kind, entry } = pluginOf("environment", definition);
  const make: typeof entry.make = (parameters, path = []) => {
    const world = entry.make(parameters, path);
    return under(path, () => whollyDeclared(world));
  };
  return { kind, entry: { ...entry, make } };
};

/** Declares a custom reward. */
export const defineReward = <P>(definition: PartDefinition<RewardPlan, P>) => pluginOf("reward", definition);

/** Declares a custom agent. */
export const defineAgent = <P>(definition: PartDefinition<AgentPlan, P>) => pluginOf("agent", definition);

/** Declares a custom learning algorithm. An experiment names it where it names agents. */
export const defineAlgorithm = <P>(definition: PartDefinition<AlgorithmPlan, P>) => pluginOf("algorithm", definition);

/** Returns a part of a kind, whose parameters are checked before it is made. */
export function pluginOf<Kind extends string, Made, P>(
  kind: Kind,
  definition: PartDefinition<Made, P>,
): PluginOf<Kind, Made> {
  return { kind, entry: entryOf(definition) };
}

function entryOf<Made, P>(definition: PartDefinition<Made, P>): BoundEntry<Made> {
  const { id = "", source, summary, example } = definition;
  const shared = { id, summary, ...(source !== undefined && { source }), ...(example !== undefined && { example }) };
  if (definition.parameters === undefined) {
    const { make } = definition;
    return bind({ ...shared, parameters: z.strictObject({}), make: () => make() });
  }
  return bind({ ...shared, parameters: definition.parameters, make: definition.make });
}

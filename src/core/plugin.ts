// Parts that may come from a user's file: what the file must export to be named in an experiment. Packages with other kinds of parts define
// them by `pluginOf`.

import { z } from "zod";
import type { AlgorithmPlan } from "./algorithm.ts";
import { whollyDeclared } from "./declared-spec.ts";
import type { NumericEnvironment } from "./environment.ts";
import { under } from "./errors.ts";
import { type BoundEntry, bind, type EntryExample } from "./registry.ts";
import type { RewardPlan } from "./reward.ts";
import type { AgentPlan } from "./seat.ts";

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

// Parts that may come from a user's own file: what the file has to export to be named in an experiment. A room with parts of
// its own kind defines them by `pluginOf`.

import { z } from "zod";
import type { AlgorithmPlan } from "./algorithm.ts";
import { whollyDeclared } from "./declared-spec.ts";
import type { NumericEnvironment } from "./environment.ts";
import { under } from "./errors.ts";
import { type BoundEntry, bind, type EntryExample } from "./registry.ts";
import type { RewardPlan } from "./reward.ts";
import type { AgentPlan } from "./seat.ts";

/** A part with the kind that says where it may be named. */
export interface PluginOf<Kind extends string, Made> {
  readonly kind: Kind;
  readonly entry: BoundEntry<Made>;
}

/** What a part is made of. `parameters` is a zod object whose fields have defaults; a part without any leaves it out. */
export type PartDefinition<Made, Parameters> = {
  /** What a shipped part is called; a user's is called by its file. */
  readonly id?: string;
  /** One sentence for lists and reports. */
  readonly summary: string;
  readonly source?: string;
  /** For the manual, where the name alone does not run or shows little. */
  readonly example?: EntryExample;
} & (
  | { readonly parameters: z.ZodType<Parameters>; readonly make: (parameters: Parameters) => Made }
  | { readonly parameters?: never; readonly make: () => Made }
);

/** A world of one's own: `export default defineEnvironment({ summary, parameters, make })`. */
export const defineEnvironment = <P>(definition: PartDefinition<NumericEnvironment, P>) => {
  const { kind, entry } = pluginOf("environment", definition);
  const make: typeof entry.make = (parameters, path = []) => {
    const world = entry.make(parameters, path);
    return under(path, () => whollyDeclared(world));
  };
  return { kind, entry: { ...entry, make } };
};

/** A reward of one's own. */
export const defineReward = <P>(definition: PartDefinition<RewardPlan, P>) => pluginOf("reward", definition);

/** An agent of one's own. */
export const defineAgent = <P>(definition: PartDefinition<AgentPlan, P>) => pluginOf("agent", definition);

/** A learning algorithm of one's own, which is named where agents are. */
export const defineAlgorithm = <P>(definition: PartDefinition<AlgorithmPlan, P>) => pluginOf("algorithm", definition);

/** A part of a kind; its parameters are checked before it is made. */
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

// A user's own world, reward or agent: what a file has to export to be named in an experiment.

import { z } from "zod";
import type { AgentPlan } from "./agent.ts";
import type { NumericEnvironment } from "./environment.ts";
import { type Bound, bind } from "./registry.ts";
import type { RewardPlan } from "./reward.ts";

/** A part with the kind that says where it may be named. */
export type Plugin =
  | { readonly kind: "environment"; readonly entry: Bound<NumericEnvironment> }
  | { readonly kind: "reward"; readonly entry: Bound<RewardPlan> }
  | { readonly kind: "agent"; readonly entry: Bound<AgentPlan> };

export type PluginKind = Plugin["kind"];

/** What a part is made of. `parameters` is a zod object whose fields have defaults; a part without any leaves it out. */
export type PartDefinition<Made, Parameters> = {
  /** One sentence for lists and reports. */
  readonly summary: string;
  readonly source?: string;
} & (
  | { readonly parameters: z.ZodType<Parameters>; readonly make: (parameters: Parameters) => Made }
  | { readonly parameters?: never; readonly make: () => Made }
);

/** A world of one's own: `export default defineEnvironment({ summary, parameters, make })`. */
export function defineEnvironment<P>(definition: PartDefinition<NumericEnvironment, P>): Plugin {
  return { kind: "environment", entry: entryOf(definition) };
}

/** A reward of one's own. */
export function defineReward<P>(definition: PartDefinition<RewardPlan, P>): Plugin {
  return { kind: "reward", entry: entryOf(definition) };
}

/** An agent of one's own. */
export function defineAgent<P>(definition: PartDefinition<AgentPlan, P>): Plugin {
  return { kind: "agent", entry: entryOf(definition) };
}

/** Whether a value was made by one of the three functions above. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && "kind" in value && "entry" in value;
}

function entryOf<Made, P>(definition: PartDefinition<Made, P>): Bound<Made> {
  const { source, summary } = definition;
  const shared = { id: "", summary, ...(source === undefined ? {} : { source }) };
  if (definition.parameters === undefined) {
    const { make } = definition;
    return bind({ ...shared, parameters: z.strictObject({}), make: () => make() });
  }
  return bind({ ...shared, parameters: definition.parameters, make: definition.make });
}

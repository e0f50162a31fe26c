// What scripted agents have in common: how their parameters are written, and the tremble that any of them may have.

import type { AgentPlan } from "../core/agent.ts";
import { within } from "../core/parameters.ts";
import { type Bound, bind, type Entry } from "../core/registry.ts";
import { tremble } from "./tremble.ts";

/** The parameter that every scripted agent takes; spread it into the agent's own. */
export const trembling = {
  noise: within(0, 1e6, 0).describe(
    "standard deviation of a Gaussian tremble of the action, in action units; clipped to the box",
  ),
};

/** A parameter in percent of the agent's box: 0 is its smallest action, 100 its largest. */
export function percent(defaultValue: number, meaning: string) {
  return within(0, 100, defaultValue).describe(`${meaning}, in percent of the agent's own box`);
}

/** The entry of a scripted agent: `make` gives the steady hand, `noise` makes it tremble. */
export function scripted<P extends { noise: number }>(entry: Entry<AgentPlan, P>): Bound<AgentPlan> {
  return bind({ ...entry, make: (parameters: P) => tremble(entry.make(parameters), parameters.noise) });
}

// Random processes without any structure, for tests and audits that should not depend on one world (Generic Average Reward
// Non-stationary Environment Testbench: Archibald, McKinnon & Thomas, 1995).

import type { Random } from "../../core/random.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";

/** Size of a random process. */
export interface GarnetOptions {
  readonly states: number;
  readonly actions: number;
  /** Successors of each state and action, drawn with replacement, 1 … states. Default all. */
  readonly branching?: number;
  readonly discount: number;
  readonly random: Random;
}

/** Successors with uniform weights, rewards uniform in [−1, 1], every state as likely to be the first. */
export function garnet({ states, actions, branching = states, discount, random }: GarnetOptions): TabularMdp {
  return tabularMdp({
    states,
    actions,
    discount,
    start: new Float64Array(states).fill(1 / states),
    transitions: () => {
      const weights = Array.from({ length: branching }, () => random.uniform());
      const total = weights.reduce((a, b) => a + b, 0);
      return weights.map((w, k) => [branching === states ? k : random.integer(states), w / total] as const);
    },
    reward: () => random.uniform(-1, 1),
  });
}

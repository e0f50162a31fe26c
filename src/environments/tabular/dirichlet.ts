// Random processes whose actions mostly lead to a few states, and of which only few pay well: where exploring matters.

import type { Random } from "../../core/random.ts";
import { drawGamma } from "../../math/beta-draw.ts";
import { type TabularMdp, tabularMdp } from "./mdp.ts";

/** Size and kind of a random process. */
export interface DirichletOptions {
  readonly states: number;
  readonly actions: number;
  /** Of the symmetric Dirichlet distribution of P(·|s, a); the smaller, the surer are actions. */
  readonly concentration: number;
  /** Rewards are uniform numbers to this power, in [0, 1]. */
  readonly power: number;
  readonly random: Random;
}

/** Undiscounted, from state 0. */
export function dirichletProcess(options: DirichletOptions): TabularMdp {
  const { states, actions, concentration, power, random } = options;
  return tabularMdp({
    states,
    actions,
    discount: 1,
    transitions: () => {
      const weights = Array.from({ length: states }, () => drawGamma(concentration, random));
      const total = weights.reduce((a, b) => a + b, 0);
      return weights.map((weight, next) => [next, weight / total] as const);
    },
    reward: () => random.uniform() ** power,
  });
}

// Random processes whose actions lead to a few states with high probability, and of which few pay well, so that exploration matters.

import type { Random } from "../../core/random.ts";
import { drawGamma } from "../../math/beta-draw.ts";
import { type TabularMdp, tabularMdp } from "./mdp.ts";

/** Size and distribution of a random process. */
export interface DirichletOptions {
  readonly states: number;
  readonly actions: number;
  /** Concentration of the symmetric Dirichlet distribution of P(·|s, a); smaller values make transitions more deterministic. */
  readonly concentration: number;
  /** Exponent of the rewards, which are powers of uniform numbers in [0, 1]. */
  readonly power: number;
  readonly random: Random;
}

/** Draws an undiscounted process that starts in state 0. */
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

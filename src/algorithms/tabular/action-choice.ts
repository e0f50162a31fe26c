// How a value learner chooses: greedily with mistakes, or by the softmax of its values. Ties are broken at random, since
// a fixed order would be a direction of its own in a world where nothing was paid yet.

import type { Random } from "../../core/random.ts";
import { largest } from "../../math/largest.ts";

/** A rule from a row of action values to an action. Neither call allocates. */
export interface ActionChoice {
  /** Chooses among the `actions` values from `row` on. */
  choose(values: Float64Array, row: number, actions: number, random: Random): number;
  /** Probability with which `choose` takes `action`. */
  probability(values: Float64Array, row: number, actions: number, action: number): number;
}

/** A uniform action with probability `epsilon` in [0, 1], else one of the best. */
export function epsilonGreedy(epsilon: number): ActionChoice {
  return {
    choose(values, row, actions, random) {
      if (epsilon > 0 && random.uniform() < epsilon) return random.integer(actions);
      const ties = countBest(values, row, actions);
      return nthBest(values, row, actions, ties === 1 ? 0 : random.integer(ties));
    },
    probability(values, row, actions, action) {
      const best = largest(values, row, actions) === values[row + action];
      return epsilon / actions + (best ? (1 - epsilon) / countBest(values, row, actions) : 0);
    },
  };
}

/** softmax(values / temperature); `temperature` > 0. */
export function softmaxChoice(temperature: number): ActionChoice {
  return {
    choose(values, row, actions, random) {
      const top = largest(values, row, actions);
      let total = 0;
      for (let a = 0; a < actions; a++) total += Math.exp((values[row + a] - top) / temperature);
      let left = random.uniform() * total;
      for (let a = 0; a < actions - 1; a++) {
        left -= Math.exp((values[row + a] - top) / temperature);
        if (left < 0) return a;
      }
      return actions - 1;
    },
    probability(values, row, actions, action) {
      const top = largest(values, row, actions);
      let total = 0;
      for (let a = 0; a < actions; a++) total += Math.exp((values[row + a] - top) / temperature);
      return Math.exp((values[row + action] - top) / temperature) / total;
    },
  };
}

function countBest(values: Float64Array, row: number, actions: number): number {
  const top = largest(values, row, actions);
  let count = 0;
  for (let a = 0; a < actions; a++) if (values[row + a] === top) count++;
  return count;
}

function nthBest(values: Float64Array, row: number, actions: number, n: number): number {
  const top = largest(values, row, actions);
  let left = n;
  for (let a = 0; a < actions; a++) if (values[row + a] === top && left-- === 0) return a;
  return actions - 1;
}

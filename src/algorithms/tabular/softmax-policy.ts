// The acting half of every tabular policy learner: logits, the probabilities that follow from them, and a draw.

import type { Random } from "../../core/random.ts";
import { largest } from "../../math/largest.ts";
import { softmaxRow } from "../../math/softmax.ts";
import { drawAt } from "../../math/weighted-draw.ts";

/** Logits and their softmax, kept in step by `refresh`. */
export type SoftmaxTable = ReturnType<typeof softmaxTable>;

/** A policy from first logits (default 0 everywhere: uniform). */
export function softmaxTable(states: number, actions: number, initial?: ArrayLike<number>) {
  const logits = initial === undefined ? new Float64Array(states * actions) : Float64Array.from(initial);
  const policy = new Float64Array(states * actions);
  const refresh = (state: number) => {
    softmaxRow(logits, policy, state * actions, actions);
  };
  const refreshAll = () => {
    for (let s = 0; s < states; s++) refresh(s);
  };
  refreshAll();
  return {
    /** [states × actions]; write to it, then refresh the rows that changed. */
    logits,
    /** [states × actions]. */
    policy,
    refresh,
    refreshAll,
    choose: (state: number, random: Random) => drawAt(policy, state * actions, actions, random),
  };
}

/** Adds weight·∇H(π(·|s)) with respect to the logits of the row to `gradient`, entries −π(b|s)·(log π(b|s) + H). Both are [states × actions]. */
export function addEntropyGradient(
  policy: Float64Array,
  row: number,
  actions: number,
  weight: number,
  gradient: Float64Array,
): void {
  let h = 0;
  for (let b = row; b < row + actions; b++) h -= policy[b] * logOrZero(policy[b]);
  for (let b = row; b < row + actions; b++) gradient[b] -= weight * policy[b] * (logOrZero(policy[b]) + h);
}

/** log p, where 0·log 0 is to be 0. */
function logOrZero(p: number): number {
  return p > 0 ? Math.log(p) : 0;
}

/** A rule from a row of action values to an action. Neither call allocates. */
interface ActionChoice {
  /** Chooses among the `actions` values from `row` on. */
  choose(values: Float64Array, row: number, actions: number, random: Random): number;
  /** Probability with which `choose` takes `action`. */
  probability(values: Float64Array, row: number, actions: number, action: number): number;
}

/** A uniform action with probability ε in [0, 1], else one of the best. */
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

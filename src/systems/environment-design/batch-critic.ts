// A value table that learns from batches of rollouts: the critic of batched actor-critics, and the judge of how surprising
// somebody else's rollouts are.

import { type AdvantageOptions, type Advantages, writeAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { rowGradient } from "../../algorithms/tabular/row-gradient.ts";
import type { TabularRollouts } from "./workers.ts";

/** What a critic says of a batch, [T × N] each; overwritten by the next `judge`. */
export interface Judgement extends Advantages {
  /** V(s_t) when it was asked. */
  readonly values: Float64Array;
}

/** A critic. */
export interface BatchCritic {
  /** V, [states]. */
  readonly values: Float64Array;
  /** Generalised advantages and λ-returns of a batch by the values as they are. */
  judge(rollouts: TabularRollouts): Judgement;
  /** One step down the mean squared distance to the returns of the last `judge`, its gradient's norm clipped. */
  learn(rollouts: TabularRollouts, step: number, clip: number): void;
}

/** A critic of zeros for batches of `size` = T·N steps. */
export function batchCritic(states: number, size: number, options: AdvantageOptions): BatchCritic {
  const table = new Float64Array(states);
  const gradient = rowGradient(states, 1);
  const values = new Float64Array(size);
  const nextValues = new Float64Array(size);
  const judgement: Judgement = { values, advantages: new Float64Array(size), returns: new Float64Array(size) };
  return {
    values: table,
    judge(rollouts) {
      for (let k = 0; k < size; k++) {
        values[k] = table[rollouts.states[k]];
        nextValues[k] = table[rollouts.next[k]];
      }
      writeAdvantages({ ...rollouts, values, nextValues }, options, judgement);
      return judgement;
    },
    learn({ states: at }, step, clip) {
      for (let k = 0; k < size; k++) {
        const row = gradient.touch(at[k]);
        gradient.values[row] -= (2 / size) * judgement.advantages[k];
      }
      gradient.descend(table, step, clip);
    },
  };
}

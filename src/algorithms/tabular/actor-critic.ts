// One-step actor-critic in tables (Sutton & Barto, 2018, section 13.5): the critic's temporal-difference error says of
// every single step whether it went better than expected.

import type { TabularLearner } from "./episode.ts";
import { addEntropyGradient, softmaxTable } from "./softmax-policy.ts";

/** Settings of actor and critic. */
export interface ActorCriticOptions {
  readonly states: number;
  readonly actions: number;
  /** γ in [0, 1]. */
  readonly discount: number;
  /** Step of the logits. Default 0.1. */
  readonly actorStep?: number;
  /** Step of the values. Default 0.2. */
  readonly criticStep?: number;
  /** Weight of the entropy bonus in the actor's gradient. Default 0. */
  readonly entropy?: number;
  /** Whether the actor's step is weighted by γ^t. Default false, as is usual. */
  readonly discountedScores?: boolean;
  /** First logits, [states × actions]. Default 0. */
  readonly initial?: ArrayLike<number>;
}

/** A policy learner that also says what it expects. */
export interface ActorCritic extends TabularLearner {
  /** V, [states]. */
  readonly values: Float64Array;
}

/** δ = r + γV(s') − V(s); V(s) += criticStep·δ; θ(s,·) += actorStep·(δ·∇log π(a|s) + entropy·∇H(π(·|s))). */
export function actorCritic(options: ActorCriticOptions): ActorCritic {
  const { states, actions: A, discount, actorStep = 0.1, criticStep = 0.2, entropy = 0 } = options;
  const { discountedScores = false } = options;
  const table = softmaxTable(states, A, options.initial);
  const values = new Float64Array(states);
  let weight = 1;
  return {
    table: table.logits,
    values,
    begin() {
      weight = 1;
    },
    act: (state, random) => table.choose(state, random),
    observe(state, action, pay, next, ended) {
      const row = state * A;
      const { logits, policy } = table;
      const error = pay + (ended ? 0 : discount * values[next]) - values[state];
      values[state] += criticStep * error;
      for (let b = 0; b < A; b++) {
        const score = (b === action ? 1 : 0) - policy[row + b];
        logits[row + b] += actorStep * weight * error * score;
      }
      if (entropy !== 0) addEntropyGradient(policy, row, A, actorStep * weight * entropy, logits);
      table.refresh(state);
      if (discountedScores) weight *= discount;
    },
    end() {},
    probability: (state, action) => table.policy[state * A + action],
  };
}

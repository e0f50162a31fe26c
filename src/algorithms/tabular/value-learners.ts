// The value learner in tables: Q-learning (Watkins, 1989), off-policy, so that it finds the optimal values under any exploring policy.

import { largest } from "../../math/largest.ts";
import type { TabularLearner } from "./episode.ts";
import { type ActionChoice, epsilonGreedy } from "./softmax-policy.ts";

/** Settings of the one-step value learners. */
export interface ValueLearnerOptions {
  readonly states: number;
  readonly actions: number;
  /** γ in [0, 1]. */
  readonly discount: number;
  /** α in (0, 1], or a function of how often this state and action were updated before. Default 0.1. */
  readonly step?: number | ((visits: number) => number);
  /** Default ε-greedy with ε = 0.1. */
  readonly choice?: ActionChoice;
  /** First value everywhere, or a table to start from. Default 0. */
  readonly initial?: number | ArrayLike<number>;
}

/** Q(s,a) ← Q(s,a) + α·(r + γ·max_b Q(s',b) − Q(s,a)). */
export function qLearning(options: ValueLearnerOptions): TabularLearner {
  const { actions: A, discount, choice = epsilonGreedy(0.1) } = options;
  const table = initialTable(options);
  const step = stepRule(options);
  return {
    table,
    begin() {},
    act: (state, random) => choice.choose(table, state * A, A, random),
    observe(state, action, pay, next, ended) {
      const at = state * A + action;
      const target = pay + (ended ? 0 : discount * largest(table, next * A, A));
      table[at] += step(at) * (target - table[at]);
    },
    end() {},
    probability: (state, action) => choice.probability(table, state * A, A, action),
  };
}

/** The table that a value learner starts from, its own copy. */
export function initialTable({ states, actions, initial = 0 }: ValueLearnerOptions): Float64Array {
  if (typeof initial === "number") return new Float64Array(states * actions).fill(initial);
  return Float64Array.from(initial);
}

/** The step of the next update of an entry, and a count of the updates where the rule asks for it. */
export function stepRule({ states, actions, step = 0.1 }: ValueLearnerOptions): (at: number) => number {
  if (typeof step === "number") return () => step;
  const visits = new Float64Array(states * actions);
  return (at) => step(visits[at]++);
}

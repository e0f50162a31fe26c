// Q-learning with a linear function of sparse features.

import { epsilonGreedy } from "../../algorithms/tabular/softmax-policy.ts";
import { Status } from "../../core/environment.ts";
import { largest } from "../../math/largest.ts";
import { type SparseFeatures, sumRows } from "./features.ts";
import type { StepLearner } from "./learner.ts";

/** How values are learned. */
interface LinearQOptions {
  /** α in (0, 1]: share of the error that an update removes. */
  readonly rate: number;
  /** γ in [0, 1]. Default 0.99. */
  readonly discount?: number;
}

/** The learner with its weights, [features × choices]. */
export interface LinearQ extends StepLearner {
  readonly weights: Float64Array;
}

/**
 * w ← w + (α/m)·(r + γ·max_a' Q(s', a')·[not terminated] − Q(s, a))·φ(s) with Q(s, a) = Σ_{i active} w[i, a] and m active
 * features (Watkins, 1989), from 0; choices are ε-greedy with ε = 0.05. A cut-off step bootstraps, an ended one does not.
 */
export function linearQLearning(
  features: SparseFeatures,
  choices: number,
  { rate, discount = 0.99 }: LinearQOptions,
): LinearQ {
  const m = features.active;
  const weights = new Float64Array(features.size * choices);
  const choice = epsilonGreedy(0.05);
  const q = new Float64Array(choices);
  let here = new Int32Array(m);
  let there = new Int32Array(m);
  let known = false;
  let chosen = 0;
  return {
    weights,
    begin() {
      known = false;
    },
    act(observation, random) {
      if (!known) features.write(observation, here);
      known = true;
      sumRows(weights, here, choices, q);
      chosen = choice.choose(q, 0, choices, random);
      return chosen;
    },
    learn(pay, status, next) {
      features.write(next, there);
      let target = pay;
      if ((status & Status.terminated) === 0) {
        sumRows(weights, there, choices, q);
        target += discount * largest(q, 0, choices);
      }
      let value = 0;
      for (let k = 0; k < m; k++) value += weights[here[k] * choices + chosen];
      const move = (rate * (target - value)) / m;
      for (let k = 0; k < m; k++) weights[here[k] * choices + chosen] += move;
      [here, there] = [there, here];
    },
  };
}

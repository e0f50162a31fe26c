// Q-learning with a linear function of sparse features.

import { type ActionChoice, epsilonGreedy, most } from "../../algorithms/tabular/action-choice.ts";
import { Status } from "../../core/environment.ts";
import type { SparseFeatures } from "./features.ts";
import type { Learner } from "./learner.ts";

/** How values are learned. */
export interface LinearQOptions {
  /** α in (0, 1]: share of the error that an update removes. Default 0.1. */
  readonly rate?: number;
  /** γ in [0, 1]. Default 0.99. */
  readonly discount?: number;
  /** Default ε-greedy with ε = 0.05. */
  readonly choice?: ActionChoice;
  /** Q before anything is learned. Default 0. */
  readonly initial?: number;
}

/** The learner with its weights, [features × choices]. */
export interface LinearQ extends Learner {
  readonly weights: Float64Array;
  /** Q(s, ·) of what is seen, into [choices]. */
  values(observation: Float32Array, into: Float64Array): void;
}

/**
 * w ← w + (α/m)·(r + γ·max_a' Q(s', a')·[not terminated] − Q(s, a))·φ(s) with Q(s, a) = Σ_{i active} w[i, a] and m active
 * features (Watkins, 1989). A cut-off step bootstraps, an ended one does not.
 */
export function linearQLearning(features: SparseFeatures, choices: number, options: LinearQOptions = {}): LinearQ {
  const { rate = 0.1, discount = 0.99, choice = epsilonGreedy(0.05), initial = 0 } = options;
  const m = features.active;
  const weights = new Float64Array(features.size * choices).fill(initial / m);
  const q = new Float64Array(choices);
  let here = new Int32Array(m);
  let there = new Int32Array(m);
  let known = false;
  let chosen = 0;

  function valuesAt(active: Int32Array, into: Float64Array): void {
    into.fill(0);
    for (let k = 0; k < m; k++) {
      const row = active[k] * choices;
      for (let a = 0; a < choices; a++) into[a] += weights[row + a];
    }
  }

  return {
    weights,
    values(observation, into) {
      const active = new Int32Array(m);
      features.write(observation, active);
      valuesAt(active, into);
    },
    begin() {
      known = false;
    },
    act(observation, random) {
      if (!known) features.write(observation, here);
      known = true;
      valuesAt(here, q);
      chosen = choice.choose(q, 0, choices, random);
      return chosen;
    },
    learn(pay, status, next) {
      features.write(next, there);
      let target = pay;
      if ((status & Status.terminated) === 0) {
        valuesAt(there, q);
        target += discount * most(q, 0, choices);
      }
      let value = 0;
      for (let k = 0; k < m; k++) value += weights[here[k] * choices + chosen];
      const move = (rate * (target - value)) / m;
      for (let k = 0; k < m; k++) weights[here[k] * choices + chosen] += move;
      [here, there] = [there, here];
    },
  };
}

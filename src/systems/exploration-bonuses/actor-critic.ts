// An actor and a critic that are linear in sparse features, updated once an episode.

import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { softmaxChoice } from "../../algorithms/tabular/action-choice.ts";
import { Status } from "../../core/environment.ts";
import type { SparseFeatures } from "./features.ts";
import type { Learner } from "./learner.ts";

/** How the two are learned. */
export interface LinearActorCriticOptions {
  /** Step of the policy. Default 0.1. */
  readonly policyRate?: number;
  /** Share of the value's error that an update removes. Default 0.1. */
  readonly valueRate?: number;
  /** γ in [0, 1]. Default 0.99. */
  readonly discount?: number;
  /** λ of the advantages in [0, 1]. Default 0.95. */
  readonly lambda?: number;
  /** Weight of the policy's entropy, whose gradient keeps it from settling too soon. Default 0.01. */
  readonly entropy?: number;
  /** Longest episode. */
  readonly horizon: number;
}

/** The learner with its weights: the policy's [features × choices] and the value's [features]. */
export interface LinearActorCritic extends Learner {
  readonly policyWeights: Float64Array;
  readonly valueWeights: Float64Array;
  /** π(·|s) of what is seen, into [choices]. */
  probabilities(observation: Float32Array, into: Float64Array): void;
}

/**
 * Softmax policy with logits Σ_{i active} θ[i, a]; after an episode θ moves along A_t·∇log π(a_t|s_t) + β·∇H (Williams,
 * 1992; Sutton & Barto, ch. 13) and the value along the error of the λ-return, each divided by the active features.
 */
export function linearActorCritic(
  features: SparseFeatures,
  choices: number,
  options: LinearActorCriticOptions,
): LinearActorCritic {
  const { policyRate = 0.1, valueRate = 0.1, discount = 0.99, lambda = 0.95, entropy = 0.01, horizon: T } = options;
  const m = features.active;
  const policyWeights = new Float64Array(features.size * choices);
  const valueWeights = new Float64Array(features.size);
  const seen = new Int32Array((T + 1) * m);
  const taken = new Int32Array(T);
  const logits = new Float64Array(T * choices);
  const rewards = new Float64Array(T);
  const status = new Int32Array(T);
  const softmax = softmaxChoice(1);
  let steps = 0;

  function logitsAt(active: Int32Array, at: number, into: Float64Array, row: number): void {
    into.fill(0, row, row + choices);
    for (let k = 0; k < m; k++) {
      const from = active[at + k] * choices;
      for (let a = 0; a < choices; a++) into[row + a] += policyWeights[from + a];
    }
  }

  function valueAt(at: number): number {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += valueWeights[seen[at + k]];
    return sum;
  }

  function update(): void {
    const values = Float64Array.from({ length: steps + 1 }, (_, t) => valueAt(t * m));
    const { advantages, returns } = generalisedAdvantages(
      {
        steps,
        environments: 1,
        rewards: rewards.subarray(0, steps),
        values: values.subarray(0, steps),
        nextValues: values.subarray(1),
        status: status.subarray(0, steps),
      },
      { discount, lambda },
    );
    const chances = softmaxPolicy({ states: steps, actions: choices }, logits);
    for (let t = 0; t < steps; t++) {
      const at = t * m;
      const row = t * choices;
      const valueMove = (valueRate * (returns[t] - valueAt(at))) / m;
      for (let k = 0; k < m; k++) valueWeights[seen[at + k]] += valueMove;
      let disorder = 0;
      for (let a = 0; a < choices; a++) disorder -= chances[row + a] * Math.log(chances[row + a] + 1e-300);
      for (let a = 0; a < choices; a++) {
        const chance = chances[row + a];
        const logGradient = (a === taken[t] ? 1 : 0) - chance;
        const entropyGradient = -chance * (Math.log(chance + 1e-300) + disorder);
        const move = (policyRate * (advantages[t] * logGradient + entropy * entropyGradient)) / m;
        for (let k = 0; k < m; k++) policyWeights[seen[at + k] * choices + a] += move;
      }
    }
  }

  return {
    policyWeights,
    valueWeights,
    probabilities(observation, into) {
      const active = new Int32Array(m);
      features.write(observation, active);
      const row = new Float64Array(choices);
      logitsAt(active, 0, row, 0);
      into.set(softmaxPolicy({ states: 1, actions: choices }, row));
    },
    begin() {
      steps = 0;
    },
    act(observation, random) {
      features.write(observation, seen.subarray(steps * m, (steps + 1) * m));
      logitsAt(seen, steps * m, logits, steps * choices);
      taken[steps] = softmax.choose(logits, steps * choices, choices, random);
      return taken[steps];
    },
    learn(pay, after, next) {
      rewards[steps] = pay;
      status[steps] = after;
      steps += 1;
      if (after === Status.running) return;
      features.write(next, seen.subarray(steps * m, (steps + 1) * m));
      update();
    },
  };
}

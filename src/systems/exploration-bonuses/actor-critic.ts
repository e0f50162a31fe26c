// An actor and a critic that are linear in sparse features, updated once an episode.

import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { softmaxChoice } from "../../algorithms/tabular/softmax-policy.ts";
import { Status } from "../../core/environment.ts";
import { type SparseFeatures, sumRows } from "./features.ts";
import type { StepLearner } from "./learner.ts";

/** How the two are learned. */
interface LinearActorCriticOptions {
  /** Step of the policy. */
  readonly policyRate: number;
  /** Share of the value's error that an update removes. */
  readonly valueRate: number;
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
export interface LinearActorCritic extends StepLearner {
  readonly policyWeights: Float64Array;
  readonly valueWeights: Float64Array;
}

/**
 * Softmax policy with logits Σ_{i active} θ[i, a]; after an episode θ moves along A_t·∇log π(a_t|s_t) + β·∇H (Williams,
 * 1992; Sutton & Barto, ch. 13) and the value along the error of the λ-return, each divided by the active features.
 */
export function linearActorCritic(
  features: SparseFeatures,
  choices: number,
  { policyRate, valueRate, discount = 0.99, lambda = 0.95, entropy = 0.01, horizon: T }: LinearActorCriticOptions,
): LinearActorCritic {
  const m = features.active;
  const policyWeights = new Float64Array(features.size * choices);
  const valueWeights = new Float64Array(features.size);
  /** Active features at each time. */
  const seen = Array.from({ length: T + 1 }, () => new Int32Array(m));
  const taken = new Int32Array(T);
  const logits = new Float64Array(T * choices);
  const rewards = new Float64Array(T);
  const status = new Int32Array(T);
  const softmax = softmaxChoice(1);
  let steps = 0;

  function valueAt(t: number): number {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += valueWeights[seen[t][k]];
    return sum;
  }

  function update(): void {
    const values = Float64Array.from({ length: steps + 1 }, (_, t) => valueAt(t));
    const upTo = { rewards: rewards.subarray(0, steps), status: status.subarray(0, steps) };
    const { advantages, returns } = generalisedAdvantages(
      { steps, environments: 1, ...upTo, values: values.subarray(0, steps), nextValues: values.subarray(1) },
      { discount, lambda },
    );
    const chances = softmaxPolicy({ states: steps, actions: choices }, logits);
    for (let t = 0; t < steps; t++) {
      const row = t * choices;
      const valueMove = (valueRate * (returns[t] - valueAt(t))) / m;
      for (const i of seen[t]) valueWeights[i] += valueMove;
      let disorder = 0;
      for (let a = 0; a < choices; a++) disorder -= chances[row + a] * Math.log(chances[row + a] + 1e-300);
      for (let a = 0; a < choices; a++) {
        const chance = chances[row + a];
        const logGradient = (a === taken[t] ? 1 : 0) - chance;
        const entropyGradient = -chance * (Math.log(chance + 1e-300) + disorder);
        const move = (policyRate * (advantages[t] * logGradient + entropy * entropyGradient)) / m;
        for (const i of seen[t]) policyWeights[i * choices + a] += move;
      }
    }
  }

  return {
    policyWeights,
    valueWeights,
    begin() {
      steps = 0;
    },
    act(observation, random) {
      features.write(observation, seen[steps]);
      sumRows(policyWeights, seen[steps], choices, logits, steps * choices);
      taken[steps] = softmax.choose(logits, steps * choices, choices, random);
      return taken[steps];
    },
    learn(pay, after, next) {
      rewards[steps] = pay;
      status[steps] = after;
      steps += 1;
      if (after === Status.running) return;
      features.write(next, seen[steps]);
      update();
    },
  };
}

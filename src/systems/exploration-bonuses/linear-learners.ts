// Two learners that are linear in sparse features of what they see: tables over combinations of fields, of which always the same number
// of entries is active. A value is a sum of table look-ups, so that learning is fast and what is shared between states is plain to see.

import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { epsilonGreedy, softmaxChoice } from "../../algorithms/tabular/softmax-policy.ts";
import { fieldOffset, type NumericSpec, Status } from "../../core/environment.ts";
import { largest } from "../../math/largest.ts";
import type { StepLearner } from "./learner.ts";

/** Binary features of which always the same number is active. */
export interface SparseFeatures {
  /** Length of the vector. */
  readonly size: number;
  /** Entries that are 1. */
  readonly active: number;
  /** Writes their positions, [active]. */
  write(observation: Float32Array, into: Int32Array): void;
}

/**
 * One table for each list of fields, over all combinations of their values, which are whole numbers in the fields'
 * ranges: `[["x", "y"], ["blocked", "seen"]]` is a table of places and a table of local views. An empty list is a table
 * of one entry, a bias. Throws where a field is missing.
 */
export function tableFeatures(spec: NumericSpec, tables: readonly (readonly string[])[]): SparseFeatures {
  let size = 0;
  const parts = tables.map((names) => {
    const digits = names.flatMap((name) => {
      const offset = fieldOffset(spec, name);
      const field = spec.observation.find((one) => one.name === name);
      if (offset === undefined || field === undefined) throw new Error(`the world shows no "${name}"`);
      const values = Math.round(field.high - field.low) + 1;
      return Array.from({ length: field.size }, (_, k) => ({ at: offset + k, low: field.low, values }));
    });
    const start = size;
    size += digits.reduce((product, { values }) => product * values, 1);
    return { start, digits };
  });
  if (!(size <= 2 ** 26)) throw new Error(`tables of ${size} entries are too large`);
  return {
    size,
    active: parts.length,
    write(observation, into) {
      for (let p = 0; p < parts.length; p++) {
        let index = 0;
        for (const { at, low, values } of parts[p].digits) index = index * values + Math.round(observation[at] - low);
        into[p] = parts[p].start + index;
      }
    },
  };
}

/** Σ_{i active} weights[i, ·] of [features × choices] weights, into `choices` entries of `into` from `row` on. */
export function sumRows(weights: Float64Array, active: Int32Array, choices: number, into: Float64Array, row = 0): void {
  into.fill(0, row, row + choices);
  for (let k = 0; k < active.length; k++) {
    const from = active[k] * choices;
    for (let a = 0; a < choices; a++) into[row + a] += weights[from + a];
  }
}

/** How values are learned. */
interface LinearQOptions {
  /** α in (0, 1]: share of the error that an update removes. */
  readonly rate: number;
  /** γ in [0, 1]. Default 0.99. */
  readonly discount?: number;
}

/**
 * w ← w + (α/m)·(r + γ·max_a' Q(s', a')·[not terminated] − Q(s, a))·φ(s) with Q(s, a) = Σ_{i active} w[i, a] and m active
 * features (Watkins, 1989), from 0; choices are ε-greedy with ε = 0.05. A cut-off step bootstraps, an
 * ended one does not. The weights are [features × choices].
 */
export function linearQLearning(
  features: SparseFeatures,
  choices: number,
  { rate, discount = 0.99 }: LinearQOptions,
): StepLearner & { readonly weights: Float64Array } {
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

/**
 * Softmax policy with logits Σ_{i active} θ[i, a]; after an episode θ moves along A_t·∇log π(a_t|s_t) + β·∇H (Williams,
 * 1992; Sutton & Barto, ch. 13) and the value along the error of the λ-return, each divided by the active features. The weights of the
 * policy are [features × choices], those of the value [features].
 */
export function linearActorCritic(
  features: SparseFeatures,
  choices: number,
  { policyRate, valueRate, discount = 0.99, lambda = 0.95, entropy = 0.01, horizon: T }: LinearActorCriticOptions,
): StepLearner & { readonly policyWeights: Float64Array; readonly valueWeights: Float64Array } {
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

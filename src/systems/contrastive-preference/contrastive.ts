// Contrastive preference learning: a policy straight from preferences between segments, by the loss of its own log-probabilities. There is
// no reward model, no model of transitions and no value.

import { logSumExp } from "../../math/softmax.ts";
import { adam } from "../../nn/optimiser.ts";
import type { LabelledPairs } from "./segments.ts";

export interface PreferenceLossOptions {
  /** α of α·log π. Labels of sharpness c on advantages at entropy α₀ ask for c·α₀. */
  readonly temperature: number;
  /** γ of the sums over a segment. The released code has 1. */
  readonly discount: number;
  /** λ in (0, 1], which multiplies the sum of the segment that is not preferred; 1 is the plain loss. Default 1. */
  readonly bias?: number;
  /** c ≥ 0 of −c·log π, summed over all steps of all segments or of the preferred ones (CPL-BC). Default 0. */
  readonly cloning?: { readonly weight: number; readonly of: "all" | "preferred" };
  /** log π_ref [states × actions], from which log π is counted (CPL-KL). Default 0. */
  readonly reference?: ArrayLike<number>;
  /** Weight decay ≥ 0 of (decay/2)·|logits|² beside the sum over pairs. Default 0. */
  readonly decay?: number;
}

/** log softmax of `logits` row by row, written to `into`; both are [states × actions]. */
export function logSoftmax(logits: ArrayLike<number>, actions: number, into: Float64Array): Float64Array {
  for (let row = 0; row < logits.length; row += actions) {
    const total = logSumExp(logits, row, actions);
    for (let a = row; a < row + actions; a++) into[a] = logits[a] - total;
  }
  return into;
}

/**
 * −Σ_pairs [y·ln σ(S₁ − λS₂) + (1 − y)·ln σ(S₂ − λS₁)], S = Σ_t γ^t α(log π − log π_ref)(a_t|s_t), with the terms of cloning and
 * decay. What comes back is asked with logits, gives the loss and writes its gradient, both [states × actions].
 */
export function contrastiveLoss({ data, labels }: LabelledPairs, actions: number, options: PreferenceLossOptions) {
  const { temperature, discount, bias = 1, cloning = { weight: 0, of: "all" }, reference, decay = 0 } = options;
  const { pairs, length, entries } = data;
  const weights = Float64Array.from({ length }, (_, t) => temperature * discount ** t);
  let logPolicy = new Float64Array(0);

  /** S of a segment. */
  const sumOf = (segment: number): number => {
    let sum = 0;
    for (let t = 0, at = segment * length; t < length && entries[at] >= 0; t++, at++) {
      const entry = entries[at];
      sum += weights[t] * (logPolicy[entry] - (reference === undefined ? 0 : reference[entry]));
    }
    return sum;
  };
  /** Adds `pull` times the segment's weights, less the cloning of each step, to the gradient by log π; gives what cloning costs. */
  const spread = (segment: number, pull: number, cloned: number, gradient: Float64Array): number => {
    let cost = 0;
    for (let t = 0, at = segment * length; t < length && entries[at] >= 0; t++, at++) {
      const entry = entries[at];
      gradient[entry] += pull * weights[t] - cloned;
      cost -= cloned * logPolicy[entry];
    }
    return cost;
  };

  let loss = 0;
  /** Adds −weight·ln σ(margin) to the loss; gives its slope by the margin, with the other sign. */
  const lost = (margin: number, weight: number): number => {
    if (weight === 0) return 0;
    const gap = Math.exp(-Math.abs(margin));
    loss += weight * (Math.max(0, -margin) + Math.log1p(gap));
    return (weight * (margin > 0 ? gap : 1)) / (1 + gap);
  };

  return (logits: ArrayLike<number>, gradient: Float64Array): number => {
    if (logPolicy.length !== logits.length) logPolicy = new Float64Array(logits.length);
    logSoftmax(logits, actions, logPolicy);
    gradient.fill(0);
    loss = 0;
    for (let k = 0; k < pairs; k++) {
      const one = sumOf(2 * k);
      const other = sumOf(2 * k + 1);
      const label = labels[k];
      const up = lost(one - bias * other, label);
      const down = lost(other - bias * one, 1 - label);
      const all = cloning.of === "all";
      loss += spread(2 * k, bias * down - up, cloning.weight * (all ? 1 : label), gradient);
      loss += spread(2 * k + 1, bias * up - down, cloning.weight * (all ? 1 : 1 - label), gradient);
    }
    // From log π to logits: each row less π times its sum.
    for (let row = 0; row < logits.length; row += actions) {
      let sum = 0;
      for (let a = row; a < row + actions; a++) sum += gradient[a];
      for (let a = row; a < row + actions; a++) {
        gradient[a] += decay * logits[a] - Math.exp(logPolicy[a]) * sum;
        loss += 0.5 * decay * logits[a] * logits[a];
      }
    }
    return loss;
  };
}

/** How far Adam goes, on all pairs at once. */
const STEPS = 120;
const RATE = 0.3;

/** ln π of the policy that the loss leads to from a uniform one, [states × actions]. */
export function fitContrastive(
  labelled: LabelledPairs,
  { states, actions }: { readonly states: number; readonly actions: number },
  options: PreferenceLossOptions,
): Float64Array {
  const loss = contrastiveLoss(labelled, actions, options);
  // The optimiser's numbers are of single precision.
  const logits = new Float32Array(states * actions);
  const gradient = new Float64Array(states * actions);
  const step = new Float32Array(states * actions);
  const optimiser = adam(logits.length, { rate: (k) => RATE * (1 - k / STEPS) });
  for (let k = 0; k < STEPS; k++) {
    loss(logits, gradient);
    for (let at = 0; at < step.length; at++) step[at] = gradient[at] / labelled.data.pairs;
    optimiser.step(logits, step);
  }
  return logSoftmax(logits, actions, new Float64Array(logits.length));
}

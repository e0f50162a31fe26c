// Contrastive preference learning: a policy straight from preferences between segments, by the loss of its own log-probabilities. There is
// no reward model, no model of transitions and no value.

import { logSumExp } from "../../math/softmax.ts";
import { adam, linearSchedule } from "../../nn/optimiser.ts";
import type { SegmentPairs } from "./segments.ts";

export interface PreferenceLossOptions {
  /** α of α·ln π. Labels of sharpness c on advantages at entropy α₀ ask for c·α₀. */
  readonly temperature: number;
  /** γ of the sums over a segment. The released code has 1. */
  readonly discount: number;
  /** λ in (0, 1], which multiplies the sum of the segment that is not preferred; 1 is the plain loss. Default 1. */
  readonly bias?: number;
  /** c ≥ 0 of −c·ln π, summed over all steps of all segments (CPL-BC). Default 0. */
  readonly cloning?: number;
  /** ln π_ref [rows × choices], from which ln π is counted (CPL-KL). Default 0. */
  readonly reference?: ArrayLike<number>;
  /** Weight decay ≥ 0 of (decay/2)·|logits|² beside the sum over pairs. Default 0. */
  readonly decay?: number;
}

/** Pairs as the loss reads them. */
export type ComparedPairs = Pick<SegmentPairs, "pairs" | "length" | "entries" | "labels">;

/** ln softmax of `logits` row by row, written to `into`; both are [rows × choices]. */
export function logSoftmax(logits: ArrayLike<number>, choices: number, into: Float64Array): Float64Array {
  for (let row = 0; row < logits.length; row += choices) {
    const total = logSumExp(logits, row, choices);
    for (let a = row; a < row + choices; a++) into[a] = logits[a] - total;
  }
  return into;
}

/**
 * −Σ_pairs [y·ln σ(S₁ − λS₂) + (1 − y)·ln σ(S₂ − λS₁)], S = Σ_t γ^t α(ln π − ln π_ref)(a_t|s_t), with the terms of cloning and
 * decay. The function that comes back takes logits, returns the loss and writes its gradient, both [rows × choices].
 */
export function contrastiveLoss(
  { pairs, length, entries, labels }: ComparedPairs,
  choices: number,
  options: PreferenceLossOptions,
) {
  const { temperature, discount, bias = 1, cloning = 0, reference, decay = 0 } = options;
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
  /** Adds `pull` times the segment's weights, less the cloning of each step, to the gradient by ln π; returns what cloning costs. */
  const spread = (segment: number, pull: number, gradient: Float64Array): number => {
    let cost = 0;
    for (let t = 0, at = segment * length; t < length && entries[at] >= 0; t++, at++) {
      const entry = entries[at];
      gradient[entry] += pull * weights[t] - cloning;
      cost -= cloning * logPolicy[entry];
    }
    return cost;
  };

  let loss = 0;
  /** Adds −weight·ln σ(margin) to the loss; returns its slope by the margin, with the other sign. */
  const lost = (margin: number, weight: number): number => {
    if (weight === 0) return 0;
    const gap = Math.exp(-Math.abs(margin));
    loss += weight * (Math.max(0, -margin) + Math.log1p(gap));
    return (weight * (margin > 0 ? gap : 1)) / (1 + gap);
  };

  return (logits: ArrayLike<number>, gradient: Float64Array): number => {
    if (logPolicy.length !== logits.length) logPolicy = new Float64Array(logits.length);
    logSoftmax(logits, choices, logPolicy);
    gradient.fill(0);
    loss = 0;
    for (let k = 0; k < pairs; k++) {
      const one = sumOf(2 * k);
      const other = sumOf(2 * k + 1);
      const up = lost(one - bias * other, labels[k]);
      const down = lost(other - bias * one, 1 - labels[k]);
      loss += spread(2 * k, bias * down - up, gradient);
      loss += spread(2 * k + 1, bias * up - down, gradient);
    }
    // From ln π to logits: each row less π times its sum.
    for (let row = 0; row < logits.length; row += choices) {
      let sum = 0;
      for (let a = row; a < row + choices; a++) sum += gradient[a];
      for (let a = row; a < row + choices; a++) {
        gradient[a] += decay * logits[a] - Math.exp(logPolicy[a]) * sum;
        loss += 0.5 * decay * logits[a] * logits[a];
      }
    }
    return loss;
  };
}

/** A step of Adam on all pairs at once, which changes `logits`, [rows × choices], and returns the mean loss of a pair before it. */
export function contrastiveFit(
  segments: ComparedPairs,
  logits: Float32Array,
  choices: number,
  { steps, rate, ...options }: PreferenceLossOptions & { readonly steps: number; readonly rate: number },
): () => number {
  const loss = contrastiveLoss(segments, choices, options);
  const gradient = new Float64Array(logits.length);
  const step = new Float32Array(logits.length);
  const optimiser = adam(logits.length, { rate: linearSchedule(rate, 0, steps) });
  return () => {
    const value = loss(logits, gradient) / segments.pairs;
    for (let at = 0; at < step.length; at++) step[at] = gradient[at] / segments.pairs;
    optimiser.step(logits, step);
    return value;
  };
}

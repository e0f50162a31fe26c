// Preferences between stretches of behaviour, and the reward that explains them best: the model behind reward learning
// from comparisons.

import { preferenceProbability } from "../../math/logistic-regression.ts";

/** A stretch of behaviour by its features: how often each reward entry is paid along it. */
export interface Segment {
  /** Entries that occur, a number once for each time it occurs. */
  readonly entries: ArrayLike<number>;
}

/** A judgement of two segments. */
export interface Preference {
  readonly first: Segment;
  readonly second: Segment;
  /** Weight in [0, 1] on the first: 1 where it was preferred, 0 where the second was, 1/2 where both are as good. */
  readonly weightOnFirst: number;
}

/** How a reward is fitted. */
interface FitOptions {
  /** Entries of the reward. */
  readonly size: number;
  /** Weight decay λ > 0, which makes the optimum unique. Default 0.01. */
  readonly decay?: number;
  /** Stop when no entry of the gradient exceeds this. Default 1e-8. */
  readonly tolerance?: number;
}

const MOST_STEPS = 20_000;

/**
 * The reward [size] that maximises Σ [μ log P + (1 − μ) log(1 − P)] − (λ/2)·|r|², μ the weight on the first and P by the difference of the segments' sums
 * (Christiano et al., arXiv 1706.03741, eq. 1), by Nesterov's accelerated gradient with restarts (O'Donoghue & Candès,
 * 2015). Throws where it does not settle.
 */
export function fitBradleyTerry(
  preferences: readonly Preference[],
  { size, decay = 0.01, tolerance = 1e-8 }: FitOptions,
): Float64Array {
  const rows = preferences.map(differenceOf);
  // ∇² ≤ λ + Σ|x|²/4; the largest curvature sets the step.
  const curvature = decay + rows.reduce((sum, { counts }) => sum + counts.reduce((s, c) => s + c * c, 0), 0) / 4;
  const reward = new Float64Array(size);
  const ahead = new Float64Array(size);
  const gradient = new Float64Array(size);
  let momentum = 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    for (let k = 0; k < size; k++) gradient[k] = -decay * ahead[k];
    for (const { entries, counts, weight } of rows) {
      let margin = 0;
      for (let k = 0; k < entries.length; k++) margin += counts[k] * ahead[entries[k]];
      const pull = weight - preferenceProbability(margin);
      for (let k = 0; k < entries.length; k++) gradient[entries[k]] += pull * counts[k];
    }
    let largest = 0;
    let backwards = 0;
    const later = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    for (let k = 0; k < size; k++) {
      largest = Math.max(largest, Math.abs(gradient[k]));
      const moved = ahead[k] + gradient[k] / curvature;
      const change = moved - reward[k];
      backwards += gradient[k] * change;
      reward[k] = moved;
      ahead[k] = moved + ((momentum - 1) / later) * change;
    }
    if (largest <= tolerance) return reward;
    if (backwards < 0) {
      ahead.set(reward);
      momentum = 1;
    } else momentum = later;
  }
  throw new Error(`the preferences were not fitted to ${tolerance} in ${MOST_STEPS} steps`);
}

/** Counts of the first segment less those of the second, where they differ. */
function differenceOf({ first, second, weightOnFirst }: Preference) {
  const counts = new Map<number, number>();
  const add = ({ entries }: Segment, sign: number) => {
    for (let k = 0; k < entries.length; k++) counts.set(entries[k], (counts.get(entries[k]) ?? 0) + sign);
  };
  add(first, 1);
  add(second, -1);
  const kept = [...counts].filter(([, count]) => count !== 0);
  return { entries: kept.map(([entry]) => entry), counts: kept.map(([, count]) => count), weight: weightOnFirst };
}

// How well chances of being preferred hold on comparisons that they were not fitted to. Comparisons of one prompt are not independent.

import { calibrationError, calibrationOf } from "../statistics/calibration.ts";
import { type Estimate, wilson } from "../statistics/interval.ts";

/** Predictions, and what was preferred. */
export interface JudgedPredictions {
  /** Chance that the first is preferred, [pairs]. */
  readonly chances: Float64Array;
  /** 1, 0 or 0.5, [pairs]. */
  readonly results: Float64Array;
  /** Prompt of each, [pairs]. */
  readonly prompts: ArrayLike<number>;
}

/** How far stated chances are from what happened. */
export interface ChoiceCalibration {
  /** Expected calibration error: mean distance of chance and share over ten bins of as many decided pairs. */
  readonly error: number;
  /** Mean of (chance − what happened)², 0.25 for a chance of one half. */
  readonly brier: number;
  /** That all chances are right, by χ² over the bins. */
  readonly p: number | null;
  readonly bins: readonly { readonly predicted: number; readonly happened: number; readonly pairs: number }[];
}

/** A mean of clustered values as a ratio of sums, with a normal interval; null bounds with fewer than two clusters. */
export function clusteredMean(values: ArrayLike<number>, clusters: ArrayLike<number>): Estimate {
  const n = values.length;
  if (n === 0) return { mean: null, low: null, high: null, n };
  const sums = new Map<number, [sum: number, count: number]>();
  let all = 0;
  for (let k = 0; k < n; k++) {
    all += values[k];
    const own = sums.get(clusters[k]);
    if (own === undefined) sums.set(clusters[k], [values[k], 1]);
    else [own[0], own[1]] = [own[0] + values[k], own[1] + 1];
  }
  const mean = all / n;
  const groups = sums.size;
  if (groups < 2) return { mean, low: null, high: null, n };
  let spread = 0;
  for (const [sum, count] of sums.values()) spread += (sum - mean * count) ** 2;
  const half = (1.959963984540054 * Math.sqrt((spread * groups) / (groups - 1))) / n;
  return { mean, low: mean - half, high: mean + half, n };
}

/** A share of clustered cases: Wilson's interval with as many cases as are worth the clustered ones. */
export function clusteredShare(cases: ArrayLike<number>, clusters: ArrayLike<number>): Estimate {
  const { mean, low, high, n } = clusteredMean(cases, clusters);
  if (mean === null || low === null || high === null) return { mean, low: null, high: null, n };
  const variance = ((high - low) / (2 * 1.959963984540054)) ** 2;
  const worth = variance > 0 ? Math.min(n, (mean * (1 - mean)) / variance) : n;
  return { ...wilson(mean * worth, worth), n };
}

/** Share of decided pairs whose preferred text had the higher chance; one half is half right. */
export function choiceAccuracy({ chances, results, prompts }: JudgedPredictions): Estimate {
  const decided = Array.from(results.keys()).filter((k) => results[k] !== 0.5);
  const right = decided.map((k) => (chances[k] === 0.5 ? 0.5 : chances[k] > 0.5 === results[k] > 0.5 ? 1 : 0));
  return clusteredShare(
    right,
    decided.map((k) => prompts[k]),
  );
}

/** −ln of the chance of what happened, [pairs]. A tie counts half of each. */
export function choiceLosses({ chances, results }: JudgedPredictions): Float64Array {
  return Float64Array.from(results, (result, k) => {
    const p = Math.min(1 - 1e-12, Math.max(1e-12, chances[k]));
    return -result * Math.log(p) - (1 - result) * Math.log(1 - p);
  });
}

/**
 * Of decided pairs. A pair may be written either way round, so that each counts as it is written and turned: the bins are symmetric about
 * one half. The χ² test counts each pair once.
 */
export function choiceCalibration({ chances, results }: JudgedPredictions): ChoiceCalibration {
  const decided = Array.from(results.keys()).filter((k) => results[k] !== 0.5);
  const surer = decided.map((k) => Math.max(chances[k], 1 - chances[k]));
  const happened = decided.map((k) => (chances[k] >= 0.5 ? results[k] : 1 - results[k]));
  const { bins, brier, p } = calibrationOf(surer, happened);
  const summaries = bins.map((bin) => ({
    ...{ predicted: bin.predicted, happened: bin.happened.mean ?? 0, pairs: bin.happened.n },
  }));
  return { error: calibrationError(bins), brier: brier.mean ?? 0, p, bins: summaries };
}

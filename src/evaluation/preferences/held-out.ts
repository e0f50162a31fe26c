// Accuracy and calibration of predicted preferences on held-out comparisons. Comparisons of one prompt are not independent.

import { calibrationError, calibrationOf } from "../statistics/calibration.ts";
import { type Estimate, wilson } from "../statistics/interval.ts";

/** Predicted probabilities and the observed preferences. */
export interface JudgedPredictions {
  /** Predicted probability that the first text is preferred, [pairs]. */
  readonly chances: Float64Array;
  /** Observed preference for the first text: 1, 0 or 0.5, [pairs]. */
  readonly results: Float64Array;
  /** Prompt of each pair, [pairs]. */
  readonly prompts: ArrayLike<number>;
}

/** Calibration of predicted preferences. */
export interface ChoiceCalibration {
  /**
   * Expected calibration error: mean distance of predicted probability and observed share over ten bins with equal numbers of decided
   * pairs.
   */
  readonly error: number;
  /** Brier score: mean of (probability − outcome)², 0.25 for a probability of one half. */
  readonly brier: number;
  /** p value of the hypothesis that all probabilities are right, by χ² over the bins. */
  readonly p: number | null;
  readonly bins: readonly { readonly predicted: number; readonly happened: number; readonly pairs: number }[];
}

/** Mean of clustered values as a ratio of sums, with a normal interval; null bounds with fewer than two clusters. */
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

/** Share of clustered cases, with Wilson's interval at the effective number of independent cases. */
export function clusteredShare(cases: ArrayLike<number>, clusters: ArrayLike<number>): Estimate {
  const { mean, low, high, n } = clusteredMean(cases, clusters);
  if (mean === null || low === null || high === null) return { mean, low: null, high: null, n };
  const variance = ((high - low) / (2 * 1.959963984540054)) ** 2;
  const worth = variance > 0 ? Math.min(n, (mean * (1 - mean)) / variance) : n;
  return { ...wilson(mean * worth, worth), n };
}

/** Share of decided pairs in which the preferred text had the higher probability; a probability of one half counts half. */
export function choiceAccuracy({ chances, results, prompts }: JudgedPredictions): Estimate {
  const decided = Array.from(results.keys()).filter((k) => results[k] !== 0.5);
  const right = decided.map((k) => (chances[k] === 0.5 ? 0.5 : chances[k] > 0.5 === results[k] > 0.5 ? 1 : 0));
  return clusteredShare(
    right,
    decided.map((k) => prompts[k]),
  );
}

/** −ln of the probability of the observed preference, [pairs]. A tie counts half of each outcome. */
export function choiceLosses({ chances, results }: JudgedPredictions): Float64Array {
  return Float64Array.from(results, (result, k) => {
    const p = Math.min(1 - 1e-12, Math.max(1e-12, chances[k]));
    return -result * Math.log(p) - (1 - result) * Math.log(1 - p);
  });
}

/**
 * Calibration over decided pairs. A pair may be written in either order, so each counts as written and reversed: the bins are symmetric
 * about one half. The χ² test counts each pair once.
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

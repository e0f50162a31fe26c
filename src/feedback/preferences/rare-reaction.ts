// A pointwise model of a rare reaction, such as a report, a click or a regenerated answer: most answers get none, so that most of those
// can be left out of the fit, and the chances put right again.

import type { Random } from "../../core/random.ts";
import { clusteredCovariance, fitDenseLogistic } from "../../math/dense-logistic.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import type { FeatureRows } from "./compared-answers.ts";
import { type FeatureScale, scaleOf } from "./scaled-network.ts";

/** Answers, and which of them met the reaction. */
export interface ReactedAnswers {
  readonly width: number;
  /** [answers × width] */
  readonly features: FeatureRows;
  /** 1 or 0, [answers]. */
  readonly reacted: ArrayLike<number>;
  /** The prompt, or another thing that is drawn independently, 0 … groups − 1, [answers]. */
  readonly groups: ArrayLike<number>;
}

export interface RareReactionOptions {
  /** ρ in (0, 1]: the chance with which an answer without reaction is kept. Default 1. */
  readonly keep?: number;
  /** Of weights in units of the features' spread; the intercept is left alone. Default 1. */
  readonly ridge?: number;
}

/** A fitted model. */
export interface RareReaction {
  /** ln(odds), among all answers, of an answer with the mean features of those that were fitted to. */
  readonly intercept: number;
  /** Change of the log-odds for one standard deviation of a feature, with its standard error over groups, [features]. */
  readonly weights: Float64Array;
  readonly errors: Float64Array;
  /** Answers that were fitted to. */
  readonly kept: number;
  /** Chances of the reaction, [answers]. */
  chances(features: FeatureRows): Float64Array;
}

/** The column of the intercept. It is large, so that its weight is small and the ridge hardly pulls at it. */
const ALWAYS = 100;

/**
 * Logistic regression on all answers with the reaction, and on a part ρ of the others. Among those that are kept the odds of the reaction
 * are 1/ρ times as high for all features, so that the weights stay and ln ρ is added to the intercept (King & Zeng, 2001, §4.1).
 */
export function fitRareReaction(
  { width, features, reacted, groups }: ReactedAnswers,
  options: RareReactionOptions,
  random: Random,
): RareReaction {
  const { keep = 1, ridge = 1 } = options;
  const rows = Array.from({ length: reacted.length }, (_, row) => row).filter(
    // One number is drawn for every answer, so that which are kept hangs on no other answer.
    (row) => random.uniform() < keep || reacted[row] > 0,
  );
  const scale = scaleOf(features, width, rows);
  const columns = width + 1;
  const samples = { features: new Float64Array(rows.length * columns), labels: rows.map((row) => reacted[row]) };
  for (const [k, row] of rows.entries()) writeRow(scale, features, row, samples.features, k * columns);
  const { weights } = fitDenseLogistic(samples, columns, { ridge });
  const names = new Map([...new Set(rows.map((row) => groups[row]))].map((group, k) => [group, k]));
  const clusters = rows.map((row) => names.get(groups[row]) ?? 0);
  const covariance = clusteredCovariance(samples, weights, ridge, clusters, names.size);
  const intercept = ALWAYS * weights[width] + Math.log(keep);
  return {
    intercept,
    weights: weights.slice(0, width),
    errors: Float64Array.from({ length: width }, (_, k) => Math.sqrt(covariance[k * columns + k])),
    kept: rows.length,
    chances(answers) {
      const row = new Float64Array(columns);
      return Float64Array.from({ length: answers.length / width }, (_, answer) => {
        writeRow(scale, answers, answer, row, 0);
        let odds = intercept;
        for (let k = 0; k < width; k++) odds += weights[k] * row[k];
        return preferenceProbability(odds);
      });
    },
  };
}

function writeRow(
  { centre, spread }: FeatureScale,
  features: FeatureRows,
  row: number,
  into: Float64Array,
  at: number,
) {
  const width = centre.length;
  for (let k = 0; k < width; k++) into[at + k] = (features[row * width + k] - centre[k]) / spread[k];
  into[at + width] = ALWAYS;
}

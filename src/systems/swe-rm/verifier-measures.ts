// Measures of a verifier before it may be a reward: does it pick a right one of a question's answers, does it order right and wrong ones,
// of all questions and of the same one, and do its chances come true (arXiv 2512.21919)?

import { calibrationError, calibrationOf } from "../../evaluation/statistics/calibration.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";

/** Bins of chances. */
const BINS = 10;

/** Place of the highest score, the first of several. */
export function bestOf(scores: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < scores.length; k++) if (scores[k] > scores[best]) best = k;
  return best;
}

export interface VerifierMeasures {
  /** Share of questions whose highest-scored answer is right (test-time scaling by the best of a group). */
  readonly best: number;
  /** Chance that a right answer is scored above a wrong one of any question; null where either kind is missing. */
  readonly area: number | null;
  /** The same of pairs that answer one question; null where no question has both kinds. */
  readonly order: number | null;
  /** Expected calibration error in ten bins of as many answers. */
  readonly calibration: number;
}

/** `scores` are logits, [answers], group after group; `right` says which answers are. */
export function verifierMeasures(scores: Float64Array, right: readonly boolean[], group: number): VerifierMeasures {
  let [best, above, pairs] = [0, 0, 0];
  for (let from = 0; from < scores.length; from += group) {
    const [own, truths] = [scores.subarray(from, from + group), right.slice(from, from + group)];
    if (truths[bestOf(own)]) best += 1;
    const positives = truths.filter((one) => one).length;
    const among = positives * (group - positives);
    above += among * (areaUnderCurve(own, truths) ?? 0);
    pairs += among;
  }
  const chances = scores.map((score) => 1 / (1 + Math.exp(-score)));
  return {
    best: (best * group) / scores.length,
    area: areaUnderCurve(scores, right),
    order: pairs > 0 ? above / pairs : null,
    calibration: calibrationError(calibrationOf(chances, right, BINS).bins),
  };
}

// Scores of a binary judge. Where positives are rare, accuracy is high for a judge that always says no, so precision, recall and F1 are
// more informative.

export { areaUnderCurve } from "../../math/area-under-curve.ts";

type Confusion = ReturnType<typeof confusion>;

/** Counts the confusion matrix; answers and labels are true or false for each case. Throws where the lengths differ. */
export function confusion(said: readonly boolean[], actual: readonly boolean[]) {
  if (said.length !== actual.length) throw new Error(`${said.length} answers to ${actual.length} cases`);
  const count = (first: boolean, second: boolean) =>
    said.filter((answer, k) => answer === first && actual[k] === second).length;
  return {
    truePositives: count(true, true),
    falsePositives: count(true, false),
    falseNegatives: count(false, true),
    trueNegatives: count(false, false),
  };
}

/** Scores of the positive class. A ratio with denominator 0 is null. */
export function classificationScores(counts: Confusion) {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const right = truePositives + trueNegatives;
  return {
    /** Share of correct answers. */
    accuracy: share(right, right + falsePositives + falseNegatives),
    /** Share of positive answers that are correct. */
    precision: share(truePositives, truePositives + falsePositives),
    /** Share of positive cases that were answered positively. */
    recall: share(truePositives, truePositives + falseNegatives),
    /** 2TP/(2TP + FP + FN), the harmonic mean of precision and recall; null where neither answers nor labels are positive. */
    f1: share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
  };
}

/**
 * Balanced accuracy (macro recall): the mean over classes of the share of their cases that are answered correctly. A judge that always
 * gives the same answer scores one over the number of classes. An answer is undefined, or no class, where a judge gives none. Null where a
 * class has no case. Throws where the lengths differ.
 */
export function balancedAccuracy(
  classes: readonly string[],
  said: readonly (string | undefined)[],
  actual: readonly string[],
): number | null {
  if (said.length !== actual.length) throw new Error(`${said.length} answers to ${actual.length} cases`);
  let sum = 0;
  for (const name of classes) {
    const cases = said.filter((_, k) => actual[k] === name);
    if (cases.length === 0) return null;
    sum += cases.filter((one) => one === name).length / cases.length;
  }
  return sum / classes.length;
}

/**
 * Cohen's κ (1960): (p_o − p_e)/(1 − p_e), with the observed agreement p_o of two labellings of the same cases, and the agreement p_e
 * expected by chance from their label frequencies. Null without cases, or where both always give the same label. Throws where the lengths
 * differ.
 */
export function cohenKappa<Name>(one: readonly Name[], other: readonly Name[]): number | null {
  if (one.length !== other.length) throw new Error(`${one.length} names beside ${other.length}`);
  const n = one.length;
  const agreed = one.filter((name, k) => name === other[k]).length / n;
  let chance = 0;
  for (const name of new Set(one)) {
    const [first, second] = [one, other].map((names) => names.filter((each) => each === name).length / n);
    chance += first * second;
  }
  return n > 0 && chance < 1 ? (agreed - chance) / (1 - chance) : null;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

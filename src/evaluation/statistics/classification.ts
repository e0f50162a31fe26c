// How often a judge that says yes or no is right. Where yes is rare, accuracy is high for a judge that always says no:
// precision, recall and F1 are what counts.

/** Counts of answers by what was said and what was so. */
type Confusion = ReturnType<typeof confusion>;

/** Counts answers; both are true or false for each case. Throws where the lengths differ. */
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

/** Scores of one class. A share of nothing is null. */
export function classificationScores(counts: Confusion) {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const right = truePositives + trueNegatives;
  return {
    /** Share of all answers that are right. */
    accuracy: share(right, right + falsePositives + falseNegatives),
    /** Share of what was said to be so that is so. */
    precision: share(truePositives, truePositives + falsePositives),
    /** Share of what is so that was said to be so. */
    recall: share(truePositives, truePositives + falseNegatives),
    /** 2TP/(2TP + FP + FN), the harmonic mean of precision and recall; null where nothing is so and nothing was said to be. */
    f1: share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
  };
}

/**
 * Mean over classes of the share of their cases that are named rightly (balanced accuracy, macro recall): one over the number
 * of classes for a judge that always says the same. Undefined, or no class, is said by a judge that names none. Null where a class
 * has no case. Throws where the lengths differ.
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
 * Cohen's κ (1960): (p_o − p_e)/(1 − p_e), with p_o the share of cases in which two namings of the same cases agree, and p_e what it would be
 * by chance from how often each gives each name. Null without cases, or where both always give one name. Throws where the lengths differ.
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

/**
 * Area under the receiver's operating curve: the chance that a score of a case that is so is above one of a case that is not,
 * where equal scores count half (Mann & Whitney). Null where either kind is missing.
 */
export function areaUnderCurve(scores: ArrayLike<number>, actual: ArrayLike<boolean>): number | null {
  let positives = 0;
  for (let k = 0; k < scores.length; k++) if (actual[k]) positives += 1;
  const negatives = scores.length - positives;
  if (positives === 0 || negatives === 0) return null;
  // Numbers alone are sorted many times faster than places by their numbers.
  const [so, not] = [new Float64Array(positives), new Float64Array(negatives)];
  for (let k = 0, p = 0; k < scores.length; k++) {
    if (actual[k]) so[p++] = scores[k];
    else not[k - p] = scores[k];
  }
  so.sort();
  not.sort();
  let [above, below, level] = [0, 0, 0];
  for (const score of so) {
    while (below < negatives && not[below] < score) below += 1;
    level = Math.max(level, below);
    while (level < negatives && not[level] === score) level += 1;
    above += below + (level - below) / 2;
  }
  return above / (positives * negatives);
}

/**
 * Mean of −ln of the chance that was given to what is so (cross-entropy, in nats); infinite where that was 0. Null without
 * cases.
 */
export function logLoss(chances: ArrayLike<number>, actual: ArrayLike<boolean>): number | null {
  if (chances.length !== actual.length) throw new Error(`${chances.length} chances of ${actual.length} cases`);
  let sum = 0;
  for (let k = 0; k < chances.length; k++) sum -= Math.log(actual[k] ? chances[k] : 1 - chances[k]);
  return chances.length > 0 ? sum / chances.length : null;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

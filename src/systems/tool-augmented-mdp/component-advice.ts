// Whether to compare the components of a reward together or each by itself, told from their scores alone: how alike the two
// advantages are, which component decoupling lifts, and whether that one is rare or nearly solved.

import { deviation, mean } from "../../evaluation/statistics/moments.ts";

/** A component in a table of scores. */
export interface ComponentWeight {
  /** Mean score, and its deviation within groups (root of the mean variance). */
  readonly mean: number;
  readonly deviation: number;
  /** Its share of Σ w_kσ_k, by which it counts in the joint advantage, and of Σ w_k over components that vary. */
  readonly jointShare: number;
  readonly decoupledShare: number;
}

export interface ComponentAdvice {
  /** Correlation of joint and decoupled advantages, mean over groups in which anything varies; null where nothing does. */
  readonly correlation: number | null;
  readonly components: readonly ComponentWeight[];
  /** Which component decoupling lifts most; null where it changes nothing. */
  readonly lifted: number | null;
  /**
   * "either" where the two advantages agree, "decouple" where the lifted component is rare, "joint" where it is nearly solved, so
   * that what would be lifted is mostly noise.
   */
  readonly advice: "decouple" | "joint" | "either";
}

/** Advantages that correlate this closely are taken for the same. */
const ALIKE = 0.99;

/**
 * Advice from `scores`, [components][rows], group after group of `group` rows, under weights w > 0. It says in which direction
 * decoupling would change the weights (w_kσ_k to w_k), not whether a rate can be found that makes up for it.
 */
export function componentAdvice(
  scores: readonly ArrayLike<number>[],
  weights: readonly number[],
  group: number,
): ComponentAdvice {
  const rows = scores[0].length;
  if (scores.some((one) => one.length !== rows) || rows === 0 || rows % group !== 0) {
    throw new Error(`${scores.map((one) => one.length).join(", ")} scores are no whole groups of ${group}`);
  }
  const columns = scores.map((one) => Float64Array.from(one));
  const correlations: number[] = [];
  const variances = scores.map(() => 0);
  for (let from = 0; from < rows; from += group) {
    const own = columns.map((one) => one.subarray(from, from + group));
    for (const [k, one] of own.entries()) variances[k] += (deviation(one, 0) ** 2 * group) / rows;
    const r = advantageCorrelation(own, weights);
    if (r !== null) correlations.push(r);
  }
  const deviations = variances.map(Math.sqrt);
  const live = weights.map((weight, k) => (deviations[k] > 0 ? weight : 0));
  const [joint, decoupled] = [live.map((weight, k) => weight * deviations[k]), live].map(shares);
  const gains = decoupled.map((share, k) => share - joint[k]);
  const most = Math.max(...gains);
  const lifted = most > 1e-12 ? gains.indexOf(most) : null;
  const correlation = correlations.length > 0 ? mean(correlations) : null;
  const components = columns.map((one, k) => ({
    mean: mean(one),
    deviation: deviations[k],
    jointShare: joint[k],
    decoupledShare: decoupled[k],
  }));
  const same = correlation === null || correlation >= ALIKE || lifted === null;
  return {
    correlation,
    components,
    lifted,
    advice: same ? "either" : components[lifted].mean < 0.5 ? "decouple" : "joint",
  };
}

/**
 * Correlation over one group of (Σ w_k(r_k − μ_k))/σ and Σ w_k(r_k − μ_k)/σ_k: (aᵀρb)/√(aᵀρa·bᵀρb) with a_k = w_kσ_k, b_k = w_k
 * and ρ the correlations of the components, those that do not vary left out; null where one of the two does not vary.
 */
export function advantageCorrelation(scores: readonly ArrayLike<number>[], weights: readonly number[]): number | null {
  const deviations = scores.map((one) => deviation(one, 0));
  const means = scores.map(mean);
  const live = scores.flatMap((_, k) => (deviations[k] > 0 ? [k] : []));
  let [ab, aa, bb] = [0, 0, 0];
  for (const j of live) {
    for (const k of live) {
      let covariance = 0;
      for (let row = 0; row < scores[j].length; row++) {
        covariance += ((scores[j][row] - means[j]) * (scores[k][row] - means[k])) / scores[j].length;
      }
      const rho = covariance / (deviations[j] * deviations[k]);
      ab += weights[j] * deviations[j] * rho * weights[k];
      aa += weights[j] * deviations[j] * rho * weights[k] * deviations[k];
      bb += weights[j] * rho * weights[k];
    }
  }
  return aa > 1e-15 && bb > 1e-15 ? Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb))) : null;
}

function shares(values: readonly number[]): number[] {
  const total = values.reduce((a, b) => a + b, 0);
  return values.map((value) => (total > 0 ? value / total : 0));
}

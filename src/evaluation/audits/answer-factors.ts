// What answers depend on: how often they meet each criterion, at each level of each factor, and slopes of a logistic regression on all
// factors together. Answers to one question are not independent.

import { clusteredCovariance, fitDenseLogistic } from "../../math/dense-logistic.ts";
import { clusteredShare } from "../preferences/held-out.ts";
import { cohenKappa } from "../statistics/classification.ts";
import type { Estimate } from "../statistics/interval.ts";
import { deviation, mean } from "../statistics/moments.ts";

/** Judged answers, with the factors under which they were given. */
export interface FactoredAnswers {
  /** Level of each answer by factor, [answers]. */
  readonly factors: Readonly<Record<string, readonly string[]>>;
  /** 1 or 0 for each answer by criterion, [answers]. */
  readonly criteria: Readonly<Record<string, readonly number[]>>;
  /** Question of each answer, [answers]: answers to one question form a cluster. */
  readonly questions: readonly number[];
}

/** Share of answers at a level. */
export interface LevelShare extends Estimate {
  readonly level: string;
}

/** Change of the log-odds with a factor, with its 95 % interval. */
export interface FactorSlope {
  readonly factor: string;
  /** A level against the first one; undefined for a factor of numbers. */
  readonly level?: string;
  /** For numbers: what one unit of the slope is, one standard deviation of the factor or of its logarithm. */
  readonly per?: string;
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

/** One criterion over all answers. */
export interface CriterionShares {
  readonly criterion: string;
  readonly share: Estimate;
  readonly byFactor: readonly { readonly factor: string; readonly levels: readonly LevelShare[] }[];
  /** Intercept at the means of numbers and the first levels of others; null where the answers determine no slopes. */
  readonly intercept: number | null;
  readonly slopes: readonly FactorSlope[];
}

/** Fewest questions whose number justifies intervals over questions; with fewer, each answer counts as its own. */
const FEWEST_QUESTIONS = 10;
/** |slope| above which a factor determines the answers, so that the regression has no optimum. */
const UNBOUNDED = 12;
/** Ratio of the largest to the smallest number above which a factor acts by ratios, as money does that spans powers of ten. */
const HUGE = 100;
/** Makes the optimum unique and shifts it by less than the printed digits. */
const RIDGE = 1e-7;
const NORMAL = 1.959963984540054;

/** Computes shares and slopes of each criterion. */
export function answerFactors({ factors, criteria, questions }: FactoredAnswers): CriterionShares[] {
  const clusters = clustersOf(questions);
  const columns = Object.entries(factors).flatMap(([factor, levels]) => columnsOf(factor, levels));
  return Object.entries(criteria).map(([criterion, met]) => ({
    criterion,
    share: clusteredShare(met, clusters),
    byFactor: Object.entries(factors).map(([factor, levels]) => ({
      factor,
      levels: distinct(levels).map((level) => {
        const at = levels.flatMap((one, k) => (one === level ? [k] : []));
        return {
          level,
          ...clusteredShare(
            at.map((k) => met[k]),
            at.map((k) => clusters[k]),
          ),
        };
      }),
    })),
    ...slopesOf(met, columns, clusters),
  }));
}

/** Cluster of each answer, 0 and up: its question, or the answer itself where there are few questions. */
function clustersOf(questions: readonly number[]): number[] {
  const all = distinct(questions);
  if (all.length < FEWEST_QUESTIONS) return [...questions.keys()];
  const numbers = new Map(all.map((question, k) => [question, k]));
  return questions.map((question) => numbers.get(question) ?? 0);
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** A column of the regression. */
interface Column {
  readonly names: Pick<FactorSlope, "factor" | "level" | "per">;
  readonly values: readonly number[];
}

/** Columns of a factor: standardised numbers, or one indicator for each level but the first. A constant factor has none. */
function columnsOf(factor: string, levels: readonly string[]): Column[] {
  const all = distinct(levels);
  if (all.length < 2) return [];
  const numbers = levels.map(Number);
  if (!all.every((level) => level.trim() !== "" && Number.isFinite(Number(level))))
    return all.slice(1).map((level) => ({
      names: { factor, level },
      values: levels.map((one) => (one === level ? 1 : 0)),
    }));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isLogarithmic = least > 0 && most / least > HUGE;
  const values = isLogarithmic ? numbers.map(Math.log10) : numbers;
  const [centre, spread] = [mean(values), deviation(values, 0)];
  const per = `one standard deviation${isLogarithmic ? " of its logarithm" : ""}`;
  return [{ names: { factor, per }, values: values.map((value) => (value - centre) / spread) }];
}

/** Fits the log-odds of a criterion; without slopes where the answers determine none. */
function slopesOf(
  met: readonly number[],
  columns: readonly Column[],
  clusters: readonly number[],
): Pick<CriterionShares, "intercept" | "slopes"> {
  const none = { intercept: null, slopes: [] };
  const width = columns.length + 1;
  if (columns.length === 0 || met.length <= width || distinct(met).length < 2) return none;
  const features = new Float64Array(met.length * width);
  for (let row = 0; row < met.length; row++) {
    features[row * width] = 1;
    for (const [k, { values }] of columns.entries()) features[row * width + k + 1] = values[row];
  }
  const samples = { features, labels: met };
  let weights: Float64Array;
  try {
    ({ weights } = fitDenseLogistic(samples, width, { ridge: RIDGE }));
  } catch {
    // A level at which all answers agree: the slope grows without end, and the fit does not settle.
    return none;
  }
  if (weights.some((weight) => Math.abs(weight) > UNBOUNDED)) return none;
  const count = clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0);
  const covariance = clusteredCovariance(samples, weights, RIDGE, clusters, count);
  return {
    intercept: weights[0],
    slopes: columns.map(({ names }, k) => {
      const slope = weights[k + 1];
      const half = NORMAL * Math.sqrt(covariance[(k + 1) * (width + 1)]);
      return { ...names, slope, low: slope - half, high: slope + half };
    }),
  };
}

/** Agreement of two judges of the same answers. */
export interface JudgeAgreement {
  readonly criterion: string;
  readonly answers: number;
  /** Share of the answers of which both say the same. */
  readonly same: Estimate;
  /** Cohen's κ; null where chance alone explains all agreement. */
  readonly kappa: number | null;
}

/** Compares two judges by each criterion that both have; answers of both are in the same order. */
export function judgeAgreement(
  one: FactoredAnswers["criteria"],
  other: FactoredAnswers["criteria"],
  questions: readonly number[],
): JudgeAgreement[] {
  const clusters = clustersOf(questions);
  return Object.entries(one).flatMap(([criterion, met]) => {
    const others = other[criterion];
    if (others === undefined) return [];
    const same = met.map((value, k) => Number(value === others[k]));
    return [{ criterion, answers: met.length, same: clusteredShare(same, clusters), kappa: cohenKappa(met, others) }];
  });
}

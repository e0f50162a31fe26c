// Contamination analysis: pass rates and their spread between models by terciles of similarity to older problems, and the models' ranking
// on the least similar problems.

import type { Random } from "../../core/random.ts";
import { terciles } from "../../math/terciles.ts";
import { kendall } from "../statistics/correlation.ts";
import type { Estimate } from "../statistics/interval.ts";
import { deviation, mean, quantile } from "../statistics/moments.ts";

/** Problems attempted by every model. */
export interface ScoredProblems {
  /** Largest similarity to an older problem, [problems]. */
  readonly similarity: ArrayLike<number>;
  readonly models: number;
  /** Share of the attempts that passed, [problems, models]. */
  readonly passed: ArrayLike<number>;
  /** Difficulty of each problem, in any unit, [problems]. */
  readonly difficulty?: ArrayLike<number>;
}

/** Statistics of one tercile. */
export interface Tercile {
  readonly problems: number;
  /** Smallest and largest similarity. */
  readonly from: number;
  readonly to: number;
  /** Mean over problems and models. */
  readonly passRate: Estimate;
  /** Standard deviation of the pass rates between models. */
  readonly spread: Estimate;
  /** Pass rate of each model, [models]. */
  readonly models: readonly Estimate[];
}

/** Pass rates by similarity. Intervals are 95 % bootstrap intervals over problems within terciles. */
export interface TercileFigures {
  readonly terciles: readonly [Tercile, Tercile, Tercile];
  /** Pass rate of the most similar tercile less that of the least similar one. */
  readonly gap: Estimate;
  /** The same gap for each model, [models]. */
  readonly gaps: readonly Estimate[];
  /** The gap at equal difficulty, by least squares; absent without difficulties. */
  readonly gapAtEqualDifficulty?: Estimate;
  /** Spread between models in the most similar tercile less that in the least similar one. */
  readonly spreadDifference: Estimate;
  /** Pass rate of each model on all problems, [models]. */
  readonly whole: readonly Estimate[];
  /** Kendall's τ_b between the models' pass rates on all problems and on the least similar tercile. */
  readonly agreement: Estimate;
}

/** Statistics by terciles; undefined where `terciles` is. `onResample` is called before each resample and may throw to abort. */
export function tercileFigures(
  data: ScoredProblems,
  random: Random,
  resamples = 1000,
  onResample: () => void = () => {},
): TercileFigures | undefined {
  const parts = terciles(data.similarity);
  if (parts === undefined) return undefined;
  const figures = measured(data, parts);
  const drawn = parts.map((part) => part.slice());
  const samples = Array.from({ length: resamples }, () => {
    onResample();
    for (const [k, part] of parts.entries())
      for (let at = 0; at < part.length; at++) drawn[k][at] = part[random.integer(part.length)];
    return measured(data, drawn);
  });
  const estimated = (read: (one: Measured) => number, n: number): Estimate => {
    const value = read(figures);
    const values = samples.map(read).filter((x) => !Number.isNaN(x));
    const bound = (probability: number) => (values.length < 2 ? null : quantile(values, probability));
    return { mean: Number.isNaN(value) ? null : value, low: bound(0.025), high: bound(0.975), n };
  };
  const all = data.similarity.length;
  const byModel = (read: (one: Measured, model: number) => number, n = all) =>
    Array.from({ length: data.models }, (_, model) => estimated((one) => read(one, model), n));
  const tercile = (k: number): Tercile => {
    const n = parts[k].length;
    return {
      problems: n,
      from: data.similarity[parts[k][0]],
      to: data.similarity[parts[k][n - 1]],
      passRate: estimated(({ rates }) => mean(rates[k]), n),
      spread: estimated(({ rates }) => deviation(rates[k]), n),
      models: byModel(({ rates }, model) => rates[k][model], n),
    };
  };
  return {
    terciles: [tercile(0), tercile(1), tercile(2)],
    gap: estimated(({ rates }) => mean(rates[2]) - mean(rates[0]), all),
    gaps: byModel(({ rates }, model) => rates[2][model] - rates[0][model]),
    ...(data.difficulty === undefined ? {} : { gapAtEqualDifficulty: estimated(({ adjusted }) => adjusted, all) }),
    spreadDifference: estimated(({ rates }) => deviation(rates[2]) - deviation(rates[0]), all),
    whole: byModel(({ whole }, model) => whole[model]),
    agreement: estimated(({ rates, whole }) => kendall(whole, rates[0]) ?? Number.NaN, all),
  };
}

interface Measured {
  /** Pass rates of each model in each tercile and on all problems. */
  readonly rates: readonly Float64Array[];
  readonly whole: Float64Array;
  /** The gap at equal difficulty; NaN without difficulties. */
  readonly adjusted: number;
}

function measured({ models, passed, difficulty }: ScoredProblems, parts: readonly (readonly number[])[]): Measured {
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Float64Array(models);
  const rates = parts.map((part) => {
    const rate = new Float64Array(models);
    for (const problem of part) for (let m = 0; m < models; m++) rate[m] += passed[problem * models + m];
    for (let m = 0; m < models; m++) {
      whole[m] += rate[m] / all;
      rate[m] /= part.length;
    }
    return rate;
  });
  return {
    rates,
    whole,
    adjusted: difficulty === undefined ? Number.NaN : adjustedGap(models, passed, difficulty, parts),
  };
}

/** The gap less β times the gap of difficulties, where β is the slope within terciles (least squares with an intercept per tercile). */
function adjustedGap(
  models: number,
  passed: ArrayLike<number>,
  difficulty: ArrayLike<number>,
  parts: readonly (readonly number[])[],
): number {
  let [together, square] = [0, 0];
  const middles = parts.map((part) => {
    const rates = part.map((problem) => {
      let sum = 0;
      for (let m = 0; m < models; m++) sum += passed[problem * models + m];
      return sum / models;
    });
    const hard = part.map((problem) => difficulty[problem]);
    const [rate, level] = [mean(rates), mean(hard)];
    for (let k = 0; k < part.length; k++) {
      together += (rates[k] - rate) * (hard[k] - level);
      square += (hard[k] - level) ** 2;
    }
    return { rate, level };
  });
  if (!(square > 0)) return Number.NaN;
  const [low, , high] = middles;
  return high.rate - low.rate - (together / square) * (high.level - low.level);
}

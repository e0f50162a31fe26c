// How right forecasts were: of several pays, what each was forecast to buy, beside what training under it bought at the same KL.

import { bestOfNBound } from "../../src/evaluation/overoptimisation/best-of-n.ts";
import type { PayFigures } from "../../src/evaluation/overoptimisation/weighed-pay.ts";
import { pearson, spearman } from "../../src/evaluation/statistics/correlation.ts";
import { cut, type Estimate, estimate } from "../../src/evaluation/statistics/interval.ts";
import { mean } from "../../src/evaluation/statistics/moments.ts";

/** What a log was made to say of a pay. */
export const FORECASTS = ["correlation", "bestOf", "tilt", "attack"] as const;
export type ForecastKind = (typeof FORECASTS)[number];

export interface TriedPay {
  readonly name: string;
  /** Gain of the want by each forecast; of `correlation`, pay and want over all answers, sign and rank alone have a meaning. */
  readonly forecast: Readonly<Record<ForecastKind, number>>;
  /** Gain of the want after training. */
  readonly bought: number;
}

/** How a forecast did on one seed. */
export interface SeedScore {
  /** Spearman's ρ of forecast and bought over pays. */
  readonly rank: number;
  /** Share of pays whose sign is right, of those that changed the want by `least` or more. */
  readonly sign: number;
  /** Mean of |forecast − bought|. */
  readonly error: number;
}

export function scoreOf(pays: readonly TriedPay[], kind: ForecastKind, least: number): SeedScore {
  const forecasts = pays.map(({ forecast }) => forecast[kind]);
  const bought = pays.map((pay) => pay.bought);
  const clear = pays.filter((pay) => Math.abs(pay.bought) >= least);
  return {
    rank: spearman(forecasts, bought) ?? Number.NaN,
    sign: mean(clear.map((pay) => (Math.sign(pay.forecast[kind]) === Math.sign(pay.bought) ? 1 : 0))),
    error: mean(forecasts.map((one, k) => Math.abs(one - bought[k]))),
  };
}

/** Estimates over seeds. */
export interface TrialScore {
  readonly rank: Estimate;
  readonly sign: Estimate;
  readonly error: Estimate;
}

/** Scores of seeds with their intervals. */
export const overSeeds = (scores: readonly SeedScore[]): TrialScore => ({
  rank: cut(estimate(scores.map(({ rank }) => rank)), [-1, 1]),
  sign: cut(estimate(scores.map(({ sign }) => sign)), [0, 1]),
  error: estimate(scores.map(({ error }) => error)),
});

/**
 * All forecasts of a pay at these KLs, from a log with and without an audit's answers; `pay` and `want` are of all logged answers, whose
 * correlation is what tools print that compare a pay with labels.
 */
export function forecastsAt(
  kls: readonly number[],
  plain: PayFigures,
  attacked: PayFigures,
  { pay, want }: { readonly pay: ArrayLike<number>; readonly want: ArrayLike<number> },
): TriedPay["forecast"][] {
  const correlation = pearson(pay, want) ?? 0;
  const { bestOf } = plain.weighed();
  return kls.map((kl) => {
    const distance = (n: number) => Math.abs(bestOfNBound(n) - kl);
    const nearest = bestOf.reduce((a, b) => (distance(b.n) < distance(a.n) ? b : a));
    return { correlation, bestOf: nearest.want, tilt: plain.gain(kl), attack: attacked.gain(kl) };
  });
}

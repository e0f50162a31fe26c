// How TR-1 scores its S-LCD case: sixty points for a solution that converges, cooperates, makes value, shares it and
// looks like the venture's history. The thresholds are the release's; they fit the case that they judge, so a score
// says that a solution is plausible and not that it is right.
// Source: Pant & Yu, arXiv 2510.18802 (TR-1), validation suite of vikpant/strategic-coopetition.

import { coopetitiveEquilibrium, type EquilibriumOptions } from "../../environments/coopetition/equilibrium.ts";
import { privatePayoffs, totalValue } from "../../environments/coopetition/value.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Criterion, met, type Score, scoreRubric } from "../../evaluation/statistics/rubric.ts";
import { type CaseRelation, type Specification, specifications } from "./cases.ts";

/** A setting of the equilibrium's search, and γ where it is not the specification's. */
export interface CaseOptions extends EquilibriumOptions {
  readonly gamma?: number;
}

export type Outcome = ReturnType<typeof outcomeOf>;

/**
 * Thresholds are compared with this tolerance: symmetric cases sit on an edge (share = 1/2) where rounding would
 * decide.
 */
const EDGE = 1e-9;

/** The equilibrium of a case beside the one without dependence and synergy, and the figures that the rubric reads. */
export function outcomeOf(relation: CaseRelation, name: Specification, { gamma, ...options }: CaseOptions = {}) {
  const { endowment, share, firstOnSecond, secondOnFirst } = relation;
  const { value: form, gamma: published } = specifications[name];
  const game = { endowment, share, value: form, gamma: gamma ?? published };
  const equilibrium = coopetitiveEquilibrium(game, rows(firstOnSecond, secondOnFirst), options);
  const baseline = coopetitiveEquilibrium({ ...game, gamma: 0 }, rows(0, 0), options);
  const payoffs = privatePayoffs(equilibrium.actions, game);
  const baselinePayoffs = privatePayoffs(baseline.actions, game);
  const value = totalValue(equilibrium.actions, game);
  const baselineValue = totalValue(baseline.actions, game);
  const [first, second] = equilibrium.actions;
  return {
    equilibrium,
    baseline,
    payoffs,
    baselinePayoffs,
    value,
    baselineValue,
    /** Rise of the mean investment over the baseline, in percent. */
    cooperation: 100 * (mean(equilibrium.actions) / mean(baseline.actions) - 1),
    /** Rise of the value over the baseline investments' value at the same γ, in percent. */
    valueRise: 100 * (value / baselineValue - 1),
    /** π_0/(π_0 + π_1). */
    share: payoffs[0] / (payoffs[0] + payoffs[1]),
    /** |a_0 − a_1| over the mean investment. */
    asymmetry: Math.abs(first - second) / mean(equilibrium.actions),
  };
}

function rows(firstOnSecond: number, secondOnFirst: number): number[][] {
  return [
    [0, firstOnSecond],
    [secondOnFirst, 0],
  ];
}

const above = (x: number, limit: number) => x > limit + EDGE;
const below = (x: number, limit: number) => x < limit - EDGE;
const within = (x: number, low: number, high: number) => x >= low - EDGE && x <= high + EDGE;
const everyAbove = (values: readonly number[], limits: readonly number[]) =>
  values.every((value, i) => above(value, limits[i]));

/** The sixty points. */
export const interdependenceRubric: readonly Criterion<Outcome>[] = [
  met("convergence", "best responses settle", 2, (o) => o.equilibrium.converged),
  met("convergence", "all invest", 2, (o) => o.equilibrium.actions.every((a) => above(a, 0))),
  met("convergence", "none invests all", 2, (o) => o.equilibrium.actions.every((a) => below(a, 100))),
  met("convergence", "payoffs are finite", 2, (o) => o.payoffs.every(Number.isFinite)),
  met("convergence", "value is finite", 2, (o) => Number.isFinite(o.value)),
  met("cooperation", "rises", 1, (o) => above(o.cooperation, 0)),
  met("cooperation", "rises by more than 10%", 2, (o) => above(o.cooperation, 10)),
  met("cooperation", "rises by more than 15%", 2, (o) => above(o.cooperation, 15)),
  met("cooperation", "rises by less than 100%", 3, (o) => below(o.cooperation, 100)),
  met("cooperation", "rises by less than 80%", 2, (o) => below(o.cooperation, 80)),
  met("cooperation", "rises by 15% to 60%", 3, (o) => within(o.cooperation, 15, 60)),
  met("cooperation", "both invest more", 2, (o) => everyAbove(o.equilibrium.actions, o.baseline.actions)),
  met("value", "rises", 2, (o) => above(o.valueRise, 0)),
  met("value", "rises by more than 10%", 2, (o) => above(o.valueRise, 10)),
  met("value", "rises by more than 15%", 2, (o) => above(o.valueRise, 15)),
  met("value", "rises by less than 100%", 3, (o) => below(o.valueRise, 100)),
  met("value", "rises by 10% to 50%", 3, (o) => within(o.valueRise, 10, 50)),
  met("value", "exceeds the baseline's", 3, (o) => above(o.value, o.baselineValue)),
  met("distribution", "payoffs are positive", 3, (o) => o.payoffs.every((payoff) => above(payoff, 0))),
  met("distribution", "both are paid more", 3, (o) => everyAbove(o.payoffs, o.baselinePayoffs)),
  met("distribution", "first gets 50% to 65%", 4, (o) => within(o.share, 0.5, 0.65)),
  met("realism", "best responses settle", 3, (o) => o.equilibrium.converged),
  met("realism", "mean investment exceeds the baseline's", 3, (o) => above(o.cooperation, 0)),
  met("realism", "investments differ by 2% to 30%", 4, (o) => above(o.asymmetry, 0.02) && below(o.asymmetry, 0.3)),
];

/** Points of a case. */
export function scoreCase(...setting: Parameters<typeof outcomeOf>): Score {
  return scoreRubric(interdependenceRubric, outcomeOf(...setting));
}

/** The release's flag for agreement with the venture's history: cooperation rises by 15% to 50%. */
export function historicallyAligned(outcome: Outcome): boolean {
  return within(outcome.cooperation, 15, 50);
}

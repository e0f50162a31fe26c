// The measures that variants are compared by, with their units and the better direction.

import { ownValue } from "../../core/checked.ts";
import { isNumber, unitBeside, words } from "../../evaluation/number-format.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { NOTHING } from "../../rewards/coin.ts";
import { LEARNING_MEASURES } from "../experiment/learning-measures.ts";
import { isSamePurchase, isTransfer } from "./finding/comparable.ts";
import type { Compared, Effect, Headline, VariantReport } from "./report-data.ts";

export interface HeadlineMeasure {
  /** Its name in effects and curves. */
  readonly key: string;
  readonly label: string;
  /** Empty where the label contains it. */
  readonly unit: string;
  readonly meaning: string;
  /** Null where neither direction is better. */
  readonly better: "high" | "low" | null;
  of(variant: VariantReport): Estimate;
}

/** Returns whether any variant has several agents; welfare and inequality are meaningful only then. */
export const hasSeveral = (variants: readonly VariantReport[]): boolean =>
  variants.some(({ agents }) => agents.length > 1);

/**
 * Returns the objective's heading in tables: its label or name. An objective that is pay gets another name, since pay has its own column.
 */
export const objectiveLabel = ({ name, label }: { readonly name: string; readonly label?: string }): string =>
  name === "pay" ? "objective" : (label ?? words(name));

/**
 * Returns the headline measures, in the order of every table and figure. Welfare and inequality need several agents. Welfare sums payoffs,
 * so pay in other units has none.
 */
export function headlineMeasures(data: Compared): HeadlineMeasure[] {
  const payoffs = data.variants.map(({ channels }) => channels.find(({ name }) => name === "payoff"));
  const [payoff] = payoffs;
  const measure = (
    key: Headline,
    better: HeadlineMeasure["better"],
    meaning: string,
    unit: string,
    label: string = key,
  ): HeadlineMeasure => ({ key, label, unit: unitBeside(label, unit), meaning, better, of: (variant) => variant[key] });
  const { unit, meaning } = data.objective;
  const early = "share of episodes that the world ended before the horizon, by failure or by success";
  const measures = [
    measure("objective", "high", `the objective: ${meaning}`, unit, objectiveLabel(data.objective)),
    measure("pay", null, "what an agent was paid in an episode, mean over agents", unitOfPay(data.variants)),
    measure(
      ...(["welfare", "high", `summed over agents: ${payoff?.meaning}`, payoff?.unit ?? ""] as const),
      payoff?.label ?? "welfare",
    ),
    measure("inequality", "low", "Gini coefficient of the agents' payoffs; 0 when all have the same", "Gini"),
    measure("steps", null, "length of an episode", "per episode"),
    measure("terminated", null, early, "share of episodes", "ended early"),
  ];
  const isSaid = { welfare: payoffs.every((one) => one !== undefined), inequality: true };
  return measures.filter(({ key }) =>
    key === "welfare" || key === "inequality" ? hasSeveral(data.variants) && isSaid[key] : true,
  );
}

/** Returns the unit of pay: its coin where all variants have one, per agent where there are several. */
function unitOfPay(variants: readonly VariantReport[]): string {
  const coins = new Set(variants.map(({ coin }) => coin));
  const [coin] = coins;
  const unit = coins.size > 1 || coin === undefined || coin === NOTHING || coin.startsWith("points of ") ? "" : coin;
  return hasSeveral(variants) || unit === "" ? `${unit} per agent`.trimStart() : unit;
}

/** Returns the measures that the experiment's `measures:` takes once per seed. They follow the objective. */
export function measuredOnce({ variants }: Pick<Compared, "variants">): HeadlineMeasure[] {
  const named = new Map(
    variants.flatMap(({ channels }) => channels.map((channel) => [channel.name, channel] as const)),
  );
  return [...named.values()]
    .filter(({ measured }) => measured === true)
    .map(({ name, label = words(name), unit, meaning }) => ({
      ...{ key: name, label, unit: unitBeside(label, unit), meaning, better: null },
      of: ({ outcomes }: VariantReport) => outcomes[name] ?? NO_FIGURE,
    }));
}

/** Returns the measure of learners' pay at the end of training, for comparison with pay after it; undefined where no agent learns. */
export function trainingPay(data: Compared): HeadlineMeasure | undefined {
  if (data.variants.every(({ learning }) => learning.end === null)) return undefined;
  return {
    key: "training",
    label: "pay in training",
    unit: "per learner",
    meaning: "what a learner was paid in an episode of the last tenth of its training",
    better: null,
    of: ({ learning }) => learning.end ?? NO_FIGURE,
  };
}

const NO_FIGURE: Estimate = { mean: null, low: null, high: null, n: 0 };

/**
 * Returns label and unit of a measure by its name in effects or curves: a headline measure, a channel, or a measure of the learners.
 * Another name is its own label. Labels are words.
 */
export function measureNamed(data: Compared, key: string): { label: string; unit: string; meaning: string } {
  const headline = headlineMeasures(data).find((measure) => measure.key === key);
  if (headline !== undefined) return headline;
  const channel = data.variants.flatMap((variant) => variant.channels).find((c) => c.name === key);
  if (channel !== undefined)
    return { label: channel.label ?? words(key), unit: channel.unit, meaning: channel.meaning };
  const [label, unit, meaning] = ownValue(LEARNING_MEASURES, key) ?? [words(key), "", ""];
  return { label, unit, meaning };
}

/**
 * Returns the effect `to` − `from` of a measure, with the sign changed where it is stored in the other direction; undefined where the two
 * were not compared.
 */
export function effectBetween(
  { effects }: Pick<Compared, "effects">,
  measure: string,
  from: string,
  to: string,
): Effect | undefined {
  for (const effect of effects) {
    if (effect.measure !== measure) continue;
    if (effect.a === from && effect.b === to) return effect;
    if (effect.a === to && effect.b === from) return reversed(effect);
  }
  return undefined;
}

/** Returns the comparison as a − b instead of b − a. */
export function reversed(effect: Effect): Effect {
  const minus = (value: number | null) => (value === null ? null : 0 - value);
  return {
    ...effect,
    a: effect.b,
    b: effect.a,
    difference: minus(effect.difference),
    low: minus(effect.high),
    high: minus(effect.low),
    effectSize: minus(effect.effectSize),
  };
}

/** Returns whether an effect's interval excludes zero; undefined where it has none. */
export function isClear(effect: Pick<Effect, "low" | "high"> | undefined): boolean | undefined {
  if (effect === undefined || !isNumber(effect.low) || !isNumber(effect.high)) return undefined;
  return effect.low > 0 || effect.high < 0;
}

/** Standing of a variant on a measure: best, level with the best (the interval of their difference includes zero), or neither. */
export type Standing = "best" | "level" | null;

/** Returns the standing of every variant. None is best where all are equal, where there is one variant, or where no direction is better. */
export function standings(data: Compared, measure: HeadlineMeasure): Standing[] {
  const means = data.variants.map((variant) => measure.of(variant).mean);
  const known = means.filter(isNumber);
  if (measure.better === null || known.length < 2) return means.map(() => null);
  const best = measure.better === "high" ? Math.max(...known) : Math.min(...known);
  if (known.every((mean) => alike(mean, best))) return means.map(() => null);
  const leader = data.variants[means.findIndex((mean) => isNumber(mean) && alike(mean, best))].name;
  return means.map((mean, i) => {
    if (!isNumber(mean)) return null;
    if (alike(mean, best)) return "best";
    return isClear(effectBetween(data, measure.key, leader, data.variants[i].name)) === false ? "level" : null;
  });
}

/** Returns whether two sums are equal up to rounding. */
export const alike = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** Whether every variant is paid the objective itself, or the agents their shares of it, on every seed. */
export const isPaidWanted = ({ variants }: Pick<Compared, "variants">): boolean =>
  variants.every(({ points, agents }) =>
    points.every(({ pay, objective }) => alike(pay, objective) || alike(agents.length * pay, objective)),
  );

/** A reversal: paying more bought less. Of two variants of one world with one unit of pay, the better paid one has the lower objective. */
export interface Reversal {
  readonly from: string;
  /** The variant that was paid more, and gave less. */
  readonly to: string;
  /** Mean differences, `to` − `from`: positive for pay, negative for the objective. */
  readonly pay: number;
  readonly objective: number;
  /** True where the intervals of both paired differences exclude zero. */
  readonly clear: boolean;
}

/**
 * Returns all reversals: the clear ones first, then by the loss of the objective. A loss that lies within the margin with its whole interval
 * is none, and neither is one that the agents' own pay gains, as where bidders pay a seller less.
 */
export function reversals(data: Compared): Reversal[] {
  const { margin } = data.objective;
  const pairs: Reversal[] = [];
  for (const from of data.variants) {
    for (const to of data.variants) {
      const means = [from.pay.mean, to.pay.mean, from.objective.mean, to.objective.mean];
      if (from === to || !means.every(isNumber) || !isSamePurchase(from, to) || isTransfer(from, to)) continue;
      const [payFrom, payTo, objectiveFrom, objectiveTo] = means;
      if (payTo <= payFrom || objectiveTo >= objectiveFrom) continue;
      if (alike(payTo, payFrom) || alike(objectiveTo, objectiveFrom)) continue;
      const pay = effectBetween(data, "pay", from.name, to.name);
      const objective = effectBetween(data, "objective", from.name, to.name);
      if (objective !== undefined && isNumber(objective.low) && objective.low >= -margin) continue;
      pairs.push({
        from: from.name,
        to: to.name,
        pay: pay?.difference ?? payTo - payFrom,
        objective: objective?.difference ?? objectiveTo - objectiveFrom,
        clear: isClear(pay) === true && isClear(objective) === true,
      });
    }
  }
  return pairs.sort((a, b) => Number(b.clear) - Number(a.clear) || a.objective - b.objective);
}

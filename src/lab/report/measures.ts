// The numbers that variants are compared by, with their units and the direction that counts as better.

import { ownValue } from "../../core/checked.ts";
import { isNumber, words } from "../../evaluation/number-format.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { LEARNING_MEASURES } from "../experiment/learning-measures.ts";
import { isSamePurchase } from "./finding/comparable.ts";
import type { Compared, Effect, Headline, VariantReport } from "./report-data.ts";

export interface HeadlineMeasure {
  /** Its name in effects and curves. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly meaning: string;
  /** Null where neither direction is good in itself. */
  readonly better: "high" | "low" | null;
  of(variant: VariantReport): Estimate;
}

/** Whether any variant has several agents; welfare and inequality say something of them alone. */
export const hasSeveral = (variants: readonly VariantReport[]): boolean =>
  variants.some(({ agents }) => agents.length > 1);

/** What tables call the objective: by its label or name, but for pay, which has a column of its own. */
export const objectiveLabel = ({ name, label }: { readonly name: string; readonly label?: string }): string =>
  name === "pay" ? "objective" : (label ?? words(name));

/**
 * The headline measures, in the order in which every table and figure shows them. Welfare and inequality are of several agents, and welfare
 * of payoffs: what is paid in other coins is none.
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
  ): HeadlineMeasure => ({ key, label, unit, meaning, better, of: (variant) => variant[key] });
  const { unit, meaning } = data.objective;
  const early = "share of episodes that the world ended before the horizon, by failure or by success";
  const measures = [
    measure("objective", "high", `the objective: ${meaning}`, unit, objectiveLabel(data.objective)),
    measure("pay", null, "what an agent was paid in an episode, mean over agents", "per agent"),
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

/** What the experiment measures once a seed, by its `measures:`; they stand after the objective. */
export function measuredOnce({ variants }: Pick<Compared, "variants">): HeadlineMeasure[] {
  const named = new Map(
    variants.flatMap(({ channels }) => channels.map((channel) => [channel.name, channel] as const)),
  );
  return [...named.values()]
    .filter(({ measured }) => measured === true)
    .map(({ name, label, unit, meaning }) => ({
      ...{ key: name, label: label ?? words(name), unit, meaning, better: null },
      of: ({ outcomes }: VariantReport) => outcomes[name] ?? NO_FIGURE,
    }));
}

/** What learners were paid at the end of their training, to stand beside their pay after it; undefined where no agent learns. */
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
 * Label and unit of a measure by its name in effects or curves: a headline measure, else a channel, else what learners measure of
 * themselves, else the name itself. Labels are words.
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

/** The effect `to` − `from` of a measure, turned round where it was stored the other way; undefined where they were not compared. */
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

/** The same comparison as a − b. */
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

/** Whether an effect's interval excludes zero; undefined where it has no interval. */
export function isClear(effect: Pick<Effect, "low" | "high"> | undefined): boolean | undefined {
  if (effect === undefined || !isNumber(effect.low) || !isNumber(effect.high)) return undefined;
  return effect.low > 0 || effect.high < 0;
}

/** How a variant stands on a measure: best, level with the best (their interval of the difference holds zero), or neither. */
export type Standing = "best" | "level" | null;

/** Standing of every variant. None is best where all are equal, where there is one variant, or where no direction is good. */
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

/** Equal up to the rounding of sums in another order. */
export const alike = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** Paying more bought less: of two variants of one world that are paid in one coin, the better paid one has the lower objective. */
export interface Reversal {
  readonly from: string;
  /** Paid more, and bought less. */
  readonly to: string;
  /** Mean differences, `to` − `from`: positive for pay, negative for the objective. */
  readonly pay: number;
  readonly objective: number;
  /** True where the intervals of both paired differences exclude zero. */
  readonly clear: boolean;
}

/** All reversals: the clear ones first, then by how much less of the objective was bought. */
export function reversals(data: Compared): Reversal[] {
  const pairs: Reversal[] = [];
  for (const from of data.variants) {
    for (const to of data.variants) {
      const means = [from.pay.mean, to.pay.mean, from.objective.mean, to.objective.mean];
      if (from === to || !means.every(isNumber) || !isSamePurchase(from, to)) continue;
      const [payFrom, payTo, objectiveFrom, objectiveTo] = means;
      if (payTo <= payFrom || objectiveTo >= objectiveFrom) continue;
      if (alike(payTo, payFrom) || alike(objectiveTo, objectiveFrom)) continue;
      const pay = effectBetween(data, "pay", from.name, to.name);
      const objective = effectBetween(data, "objective", from.name, to.name);
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

// Which comparisons between two variants are meaningful: the parts of the description in which they differ, and whether their pay has a
// common unit.

import { grouped } from "../../../core/grouped.ts";
import { NOTHING } from "../../../rewards/coin.ts";
import type { Aspect, VariantReport } from "../report-data.ts";

const ASPECTS = ["environment", "agents", "reward"] as const;

/** Returns the parts of the description in which two variants differ. */
export function aspectsBetween(a: VariantReport, b: VariantReport): Aspect[] {
  return ASPECTS.filter((aspect) => a.described[aspect] !== b.described[aspect]);
}

/** Returns whether variants differ only in their reward. */
export function differInRewardAlone(variants: readonly VariantReport[]): boolean {
  return variants.every((a) => variants.every((b) => a === b || aspectsBetween(a, b).join() === "reward"));
}

/** Variants of one world, and the baseline among them. */
export interface World {
  readonly ranked: readonly VariantReport[];
  readonly baseline: VariantReport;
}

/** A world's rule of sale is what is compared; it does not make another world. */
const COMPARED = "environment.rule";

/**
 * Groups variants by world, the baseline's world first. A setting of the environment that the baseline does not set defines further worlds
 * under three conditions. Each of its values has at least two variants; one of these is, all else equal, a variant of the baseline's world;
 * and most variants are in the baseline's world. Of several such settings, the one that leaves most variants with the baseline is used.
 */
export function worldsOf(ranked: readonly VariantReport[], baseline: VariantReport): readonly World[] {
  const paths = [...new Set(ranked.flatMap(({ settings }) => Object.keys(settings)))].filter(
    (path) => path.startsWith("environment.") && path !== COMPARED && !(path in baseline.settings),
  );
  const splits = paths.flatMap((path): World[][] => {
    const own = ranked.filter(({ settings }) => !(path in settings));
    const others = [...grouped(ranked, ({ settings }) => settings[path]).values()];
    const worlds = others.flatMap((group): World[] => {
      const today = group.length > 1 ? counterpart(group, own, baseline) : undefined;
      return today === undefined ? [] : [{ ranked: group, baseline: today }];
    });
    const isSplit = worlds.length === others.length && 2 * own.length > ranked.length;
    return isSplit ? [[{ ranked: own, baseline }, ...worlds]] : [];
  });
  return splits.sort((a, b) => b[0].ranked.length - a[0].ranked.length)[0] ?? [{ ranked, baseline }];
}

/**
 * Returns the variant of a group that matches one of the baseline's world except for what the whole group sets; the baseline's match if
 * there is one.
 */
function counterpart(
  group: readonly VariantReport[],
  own: readonly VariantReport[],
  baseline: VariantReport,
): VariantReport | undefined {
  const isShared = (path: string) =>
    path.startsWith("environment.") &&
    group.every(({ settings }) => path in settings) &&
    own.every(({ settings }) => !(path in settings));
  const text = ({ settings }: VariantReport) =>
    JSON.stringify(
      Object.entries(settings)
        .filter(([path]) => !isShared(path))
        .sort(),
    );
  const of = (one: VariantReport) => group.find((variant) => text(variant) === text(one));
  return of(baseline) ?? own.flatMap((one) => of(one) ?? [])[0];
}

/**
 * Returns the variants that differ from the baseline only in their reward, where they are the majority and the others differ in their
 * agents: then the reward is the question, and the others are references. Otherwise returns all of them.
 */
export function paidOtherwise(ranked: readonly VariantReport[], baseline: VariantReport): readonly VariantReport[] {
  const own = ranked.filter((one) => one === baseline || aspectsBetween(one, baseline).join() === "reward");
  const isOneWorld = ranked.every(({ described }) => described.environment === baseline.described.environment);
  return isOneWorld && own.length > 1 && 2 * own.length > ranked.length ? own : ranked;
}

/** Returns whether variants start with the same policies in the same world. Differences after training are then learnt. */
export function beginAlike(variants: readonly VariantReport[]): boolean {
  const begun = variants.map(({ described: { environment }, agents }) =>
    [environment, ...agents.map(({ policy }) => policy)].join("\n"),
  );
  return begun.every((one) => one === begun[0]);
}

/** What a variant is paid, behind "is paid". */
const paidIn = (coin: string): string => {
  if (coin === NOTHING) return coin;
  if (coin === "reward") return "the world's own reward";
  return coin.startsWith("share of ") ? `by the ${coin}` : `in ${coin}`;
};

/** Returns why the pay of two variants cannot be compared, as a clause; undefined where it can. Different agents do not matter. */
export function payApart(a: VariantReport, b: VariantReport): string | undefined {
  if (a.coin !== b.coin) {
    return `${a.name} is paid ${paidIn(a.coin)}, ${b.name} ${paidIn(b.coin)}`;
  }
  return coinOf(a) === coinOf(b) ? undefined : `${a.name} and ${b.name} are paid by what different answers taught`;
}

/** A learnt worth has a unit of its own for each source of answers. */
const coinOf = ({ coin, overOptimisation, described }: VariantReport): string =>
  (overOptimisation?.features.length ?? 0) > 0 ? `${coin} ${described.reward}` : coin;

/**
 * Returns whether a difference in pay between two variants bought the same opportunity: pay in one unit, in one world. Another rule of sale
 * by itself shifts money between buyers and seller.
 */
export const isSamePurchase = (a: VariantReport, b: VariantReport): boolean =>
  payApart(a, b) === undefined && a.described.environment === b.described.environment;

/** Relative difference below which pay counts as equal. */
export const SAME_PAY = 0.01;

/** Whether the objective was taken from the agents' own pay: then one falls by as much as the other rises. */
export function isTransfer(a: VariantReport, b: VariantReport): boolean {
  const wanted = (b.objective.mean ?? 0) - (a.objective.mean ?? 0);
  const paid = a.agents.length * ((b.pay.mean ?? 0) - (a.pay.mean ?? 0));
  return Math.abs(wanted + paid) <= SAME_PAY * Math.abs(wanted);
}

/** Groups variants whose pay has a common unit and may share an axis. */
export const groupsByPay = (variants: readonly VariantReport[]): VariantReport[][] => [
  ...grouped(variants, coinOf).values(),
];

// What may be said of two variants together: by what they differ, and whether their pay is in one coin.

import { grouped } from "../../../core/grouped.ts";
import type { Aspect, VariantReport } from "../report-data.ts";

const ASPECTS = ["environment", "agents", "reward"] as const;

/** Parts of the description in which two variants differ. */
export function aspectsBetween(a: VariantReport, b: VariantReport): Aspect[] {
  return ASPECTS.filter((aspect) => a.described[aspect] !== b.described[aspect]);
}

/** Whether variants differ in nothing but what is paid. */
export function differInRewardAlone(variants: readonly VariantReport[]): boolean {
  return variants.every((a) => variants.every((b) => a === b || aspectsBetween(a, b).join() === "reward"));
}

/** Variants of one world, and the one that the others are held against. */
export interface World {
  readonly ranked: readonly VariantReport[];
  readonly baseline: VariantReport;
}

/** Which rule a world sells by is compared, and makes no other world. */
const COMPARED = "environment.rule";

/**
 * Variants by their worlds, the baseline's first. A setting of the environment that the baseline leaves as it is makes another world
 * where at least two variants have each of its values, one of them is all else being equal a variant of the baseline's world, and most
 * variants are of that one. Of several such settings the one counts that leaves most variants with the baseline.
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

/** The variant of a group that is one of the baseline's world but for what all of the group set, the baseline itself if it can be. */
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
 * Variants that differ from the baseline in pay alone, where most do and the others differ in their agents: pay is what is asked about, and
 * the others are marks beside it. Else all of them.
 */
export function paidOtherwise(ranked: readonly VariantReport[], baseline: VariantReport): readonly VariantReport[] {
  const own = ranked.filter((one) => one === baseline || aspectsBetween(one, baseline).join() === "reward");
  const isOneWorld = ranked.every(({ described }) => described.environment === baseline.described.environment);
  return isOneWorld && own.length > 1 && 2 * own.length > ranked.length ? own : ranked;
}

/** Whether variants begin alike: the same policies in the same world. What they do differently after a training is then learnt. */
export function beginAlike(variants: readonly VariantReport[]): boolean {
  const begun = variants.map(({ described: { environment }, agents }) =>
    [environment, ...agents.map(({ policy }) => policy)].join("\n"),
  );
  return begun.every((one) => one === begun[0]);
}

/** Why the pay of two variants is not one quantity, as a clause; undefined where it is. Who acts does not matter to it. */
export function payApart(a: VariantReport, b: VariantReport): string | undefined {
  if (a.coin !== b.coin) return `${a.name} is paid in ${a.coin}, ${b.name} in ${b.coin}`;
  return coinOf(a) === coinOf(b) ? undefined : `${a.name} and ${b.name} are paid by what different answers taught`;
}

/** A worth that was learnt is a coin of its own for each source of answers. */
const coinOf = ({ coin, overOptimisation, described }: VariantReport): string =>
  (overOptimisation?.features.length ?? 0) > 0 ? `${coin} ${described.reward}` : coin;

/**
 * Whether what one variant is paid more than another was spent on the same chance: pay in one coin, in one world. Under another rule of
 * sale what buyers keep and what the seller earns move against each other by the rule alone.
 */
export const isSamePurchase = (a: VariantReport, b: VariantReport): boolean =>
  payApart(a, b) === undefined && a.described.environment === b.described.environment;

/** Variants whose pay may stand on one axis, together: those that are paid in one coin. */
export const groupsByPay = (variants: readonly VariantReport[]): VariantReport[][] => [
  ...grouped(variants, coinOf).values(),
];

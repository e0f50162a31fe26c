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

/** Whether variants begin alike: the same policies in the same world. What they do differently after a training is then learnt. */
export function beginAlike(variants: readonly VariantReport[]): boolean {
  const begun = variants.map(({ described: { environment }, agents }) =>
    [environment, ...agents.map(({ policy }) => policy)].join("\n"),
  );
  return begun.every((one) => one === begun[0]);
}

/** Why the pay of two variants is not one quantity, as a clause; undefined where it is. Who acts does not matter to it. */
export function payApart(a: VariantReport, b: VariantReport): string | undefined {
  return a.coin === b.coin ? undefined : `${a.name} is paid in ${a.coin}, ${b.name} in ${b.coin}`;
}

/**
 * Whether what one variant is paid more than another was spent on the same chance: pay in one coin, in one world. Under another rule of
 * sale what buyers keep and what the seller earns move against each other by the rule alone.
 */
export const isSamePurchase = (a: VariantReport, b: VariantReport): boolean =>
  payApart(a, b) === undefined && a.described.environment === b.described.environment;

/** Variants whose pay may stand on one axis, together: those that are paid in one coin. */
export const groupsByPay = (variants: readonly VariantReport[]): VariantReport[][] => [
  ...grouped(variants, ({ coin }) => coin).values(),
];

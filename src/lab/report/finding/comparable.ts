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

/** Why the pay of two variants is not one quantity, as a clause; undefined where it is. */
export function payApart(a: VariantReport, b: VariantReport): string | undefined {
  const others = aspectsBetween(a, b)
    .filter((aspect) => aspect !== "reward")
    .map((aspect) => WORDS[aspect]);
  if (others.length > 0) return `the variants differ in ${others.join(" and ")}`;
  if (a.coin === b.coin) return undefined;
  return `${a.name} is paid in ${a.coin}, ${b.name} in ${b.coin}`;
}

const WORDS: Readonly<Record<Exclude<Aspect, "reward">, string>> = {
  environment: "the world or its rules",
  agents: "agents",
};

/** Variants whose pay may stand on one axis, together: those that differ in reward alone and are paid in one coin. */
export function groupsByPay(variants: readonly VariantReport[]): VariantReport[][] {
  return [
    ...grouped(
      variants,
      ({ coin, described: { environment, agents } }) => `${coin}\n${environment}\n${agents}`,
    ).values(),
  ];
}

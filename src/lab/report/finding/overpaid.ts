// Detection of pay that bought less: of two variants with one unit of pay and one world, the one that was paid as much or more gave less of
// the objective.

import { effectBetween, isPaidWanted } from "../measures.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import { amount, amounts, brief, scaleOf } from "./amounts.ts";
import { type LeadingAnswer, shown, shrinking } from "./answer.ts";
import { isSamePurchase, isTransfer, SAME_PAY, type World } from "./comparable.ts";
import { contrast } from "./contrast.ts";
import { wanted } from "./sentences.ts";

/** Two variants: `to` was paid as much or more, and gave less of the objective. */
export interface Overpaid {
  readonly from: VariantReport;
  readonly to: VariantReport;
  readonly pay: "more" | "same";
}

/** Values below this share of the other variant's count as nothing. */
const NOTHING = 0.005;

/**
 * Returns the pair in which equal or higher pay bought least of the objective; undefined where it never bought clearly less, or where pay
 * is what is wanted.
 */
export function overpaid(data: Compared, ranked: readonly VariantReport[]): Overpaid | undefined {
  if (isPaidWanted(data)) return undefined;
  const pairs = ranked.flatMap((from) =>
    ranked.flatMap((to) => {
      if (
        to === from ||
        !isSamePurchase(from, to) ||
        !isPlain(from, to) ||
        isTransfer(from, to) ||
        contrast(data, to, from).is !== "less"
      )
        return [];
      const pay = paidBeside(data, to, from);
      return pay === undefined ? [] : [{ from, to, pay, loss: (from.objective.mean ?? 0) - (to.objective.mean ?? 0) }];
    }),
  );
  const [first] = pairs.sort((a, b) => b.loss - a.loss || Number(b.pay === "more") - Number(a.pay === "more"));
  return first;
}

/**
 * Whether both pay one reward, or each pays a channel unchanged. Amounts of weighted sums are not compared, since they depend on the
 * weights.
 */
const isPlain = (a: VariantReport, b: VariantReport): boolean =>
  a.described.reward === b.described.reward || (a.isPlainPay === true && b.isPlainPay === true);

/** Returns whether a variant was paid more than another, or the same; undefined where it was paid less, or that cannot be decided. */
function paidBeside(data: Compared, to: VariantReport, from: VariantReport): Overpaid["pay"] | undefined {
  const effect = effectBetween(data, "pay", from.name, to.name);
  const most = Math.max(Math.abs(to.pay.mean ?? 0), Math.abs(from.pay.mean ?? 0));
  if (effect === undefined || effect.n < 2 || most === 0) return undefined;
  const { low, high, difference } = effect;
  const [least, largest] = [low ?? difference ?? Number.NaN, high ?? difference ?? Number.NaN];
  if (least >= -SAME_PAY * most && largest <= SAME_PAY * most) return "same";
  return least > 0 ? "more" : undefined;
}

/** `Paid the same, bought nothing: “b” is paid 1 at 0 % right answers, “a” 1 at 100 % (“c” 40 %).` */
export function overpaidAnswer(
  data: Compared,
  { from, to, pay }: Overpaid,
  { ranked, baseline }: World,
): LeadingAnswer {
  const scale = scaleOf(data, "objective");
  const [less, much] = [to.objective.mean ?? 0, from.objective.mean ?? 0];
  const bought = Math.abs(less) <= NOTHING * much ? "nothing" : "less";
  const pays = [to.pay.mean ?? 0, from.pay.mean ?? 0];
  const own = pays.map((value) => brief(value));
  const [paid, other] = own[0] === own[1] ? amounts(scaleOf(data, "pay"), pays) : own;
  const figures = `${to.name} is paid ${paid} at ${amount(scale, less)} ${wanted(data)}, ${from.name} ${other} at ${amount(scale, much)}`;
  const rest = ranked.filter((one) => one !== from && one !== to).map((one) => contrast(data, one, from));
  return {
    thought: shrinking(
      `Paid ${pay === "more" ? "more" : "the same"}, bought ${bought}: ${figures}`,
      "",
      shown(data, rest),
    ),
    clear: baseline === from ? contrast(data, to, from) : contrast(data, from, to),
  };
}

// What bidders of a market come with: values that are drawn from stretches of numbers, and money.

import { z } from "zod";
import { UserError, unknownName } from "../../core/errors.ts";
import { list } from "../../core/parameters.ts";
import {
  ironedVirtualValues,
  regularVirtualValues,
  steppedValues,
  uniformValues,
  type ValueDistribution,
  type VirtualValues,
} from "../../mechanisms/value-distribution.ts";

const stretch = z.strictObject({
  low: z.number().min(0).max(1e6),
  high: z.number().gt(0).max(1e6),
  share: z.number().gt(0).max(1),
});

/** Stretches that rise, each with its share, within which all is alike; a world says of what they are the values. */
export const valueStretches = list(stretch, 1, 32, [{ low: 0, high: 1, share: 1 }]);

export type ValueStretches = z.output<typeof valueStretches>;

const money = z.number().gt(0).max(1e9);

/** Money of each bidder: one number for all, a list in their order, or a map by name; without it there is no end of money. */
export const budgetTerms = z.union([money, z.array(money).min(1), z.record(z.string(), money)]).optional();

/** Throws a UserError where stretches do not rise or their shares do not add up. */
export function distributionOf(values: ValueStretches): ValueDistribution {
  if (values.length === 1 && values[0].high > values[0].low) return uniformValues(values[0].low, values[0].high);
  try {
    return steppedValues(values);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new UserError({
      code: "bad-values",
      what: `values have ${what}`,
      path: ["values"],
      hint: "let every stretch begin where the one before ends or above it, and the shares add up to 1",
    });
  }
}

/** Virtual values of such a distribution, ironed where it has more than one stretch. */
export function virtualOf(drawn: ValueDistribution, stretches: number): VirtualValues {
  return stretches === 1 ? regularVirtualValues(drawn) : ironedVirtualValues(drawn);
}

/**
 * Money of each, [bidders]; infinite without a budget, or for whom a map does not name. Throws a UserError where a list has more or fewer
 * than there are bidders, or a map names somebody else.
 */
export function budgetsOf(budget: z.output<typeof budgetTerms>, bidders: readonly string[]): Float64Array {
  const n = bidders.length;
  if (budget === undefined || typeof budget === "number") {
    return new Float64Array(n).fill(budget ?? Number.POSITIVE_INFINITY);
  }
  if (!Array.isArray(budget)) {
    const unknown = Object.keys(budget).find((name) => !bidders.includes(name));
    if (unknown === undefined) return Float64Array.from(bidders, (name) => budget[name] ?? Number.POSITIVE_INFINITY);
    throw new UserError({ ...unknownName("bidder", unknown, bidders), path: ["budget", unknown] });
  }
  if (budget.length === n) return Float64Array.from(budget);
  throw new UserError({
    code: "wrong-count",
    what: `${budget.length} budgets for ${n} bidders`,
    path: ["budget"],
    hint: `give one number for all, one for each, or a map by name: { ${bidders[0]}: 100 }`,
  });
}

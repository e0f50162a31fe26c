// Model of a customer who follows advice: her belief in each option, her choice, and her evaluation before and after use.

/** Catalogue entries for the feature that the customer needs. */
export const LISTED = ["has it", "lacks it", "not specified"] as const;
/** Possible statements of the assistant. */
export const SAID = ["has it", "lacks it", "no comment"] as const;
export const [HAS, LACKS, NO_COMMENT] = [0, 1, 2];
/** Catalogue entry without information. */
export const UNSPECIFIED = 2;
export const OPTIONS = 3;

export interface AdvisedCustomer {
  /** Prior probability that an option has the feature. */
  readonly prior: number;
  /** κ, 0 … 1: weight of a statement in the belief update. */
  readonly trust: number;
}

/** Belief that an option has the feature: p₀ + κ(1 − p₀) after a positive statement, p₀(1 − κ) after a negative one. */
export function beliefAfter(said: number, { prior, trust }: AdvisedCustomer): number {
  if (said === HAS) return prior + trust * (1 - prior);
  return said === LACKS ? prior * (1 - trust) : prior;
}

/** Value of each option if it has the feature, [options]: the lowest price divided by its own. */
export function worthsOf(prices: ArrayLike<number>): Float64Array {
  const lowest = Math.min(...Array.from(prices));
  return Float64Array.from(prices, (price) => lowest / price);
}

/** A purchase and its expected value. */
export interface AdvisedPurchase {
  /** The option, −1 for no purchase. */
  readonly option: number;
  /** b·worth − (1 − b) with belief b; 0 without a purchase. */
  readonly expected: number;
}

/** The option with the largest expected value, the first of equals, unless that is negative. `said` is read from index `at` on. */
export function purchase(
  said: ArrayLike<number>,
  worths: ArrayLike<number>,
  customer: AdvisedCustomer,
  at = 0,
): AdvisedPurchase {
  let best: AdvisedPurchase = { option: -1, expected: 0 };
  for (let k = 0; k < worths.length; k++) {
    const belief = beliefAfter(said[at + k], customer);
    const expected = belief * worths[k] - (1 - belief);
    if (best.option < 0 ? expected >= 0 : expected > best.expected) best = { option: k, expected };
  }
  return best;
}

/** The customer's evaluation after use: the value, or −1 without the feature; 0 without a purchase. */
export function worthInHindsight(option: number, worths: ArrayLike<number>, hasIt: ArrayLike<number>): number {
  if (option < 0) return 0;
  return hasIt[option] === 1 ? worths[option] : -1;
}

/**
 * Value relative to all options: the lowest price of options with the feature divided by its own, or −1 without the feature; 0 without a
 * purchase.
 */
export function trueWorth(option: number, worths: ArrayLike<number>, hasIt: ArrayLike<number>): number {
  if (option < 0) return 0;
  if (hasIt[option] !== 1) return -1;
  let cheapest = 0;
  for (let k = 0; k < worths.length; k++) if (hasIt[k] === 1) cheapest = Math.max(cheapest, worths[k]);
  return worths[option] / cheapest;
}

// A customer who buys by what an assistant says: her belief in each option, her choice, and what she thinks of it before and after she knows.

/** What a catalogue says of a feature that the customer needs. */
export const LISTED = ["has it", "lacks it", "not specified"] as const;
/** What an assistant may say of it. */
export const SAID = ["has it", "lacks it", "no comment"] as const;
export const [HAS, LACKS, NO_COMMENT] = [0, 1, 2];
/** Of the catalogue. */
export const UNSPECIFIED = 2;
export const OPTIONS = 3;

export interface AdvisedCustomer {
  /** Her belief that an option has the feature, before anything is said. */
  readonly prior: number;
  /** κ, 0 … 1: how far a word moves it. */
  readonly trust: number;
}

/** Her belief that an option has the feature: p₀ + κ(1 − p₀) once that is said, p₀(1 − κ) once the contrary is. */
export function beliefAfter(said: number, { prior, trust }: AdvisedCustomer): number {
  if (said === HAS) return prior + trust * (1 - prior);
  return said === LACKS ? prior * (1 - trust) : prior;
}

/** What an option with the feature is worth to her, [options]: the lowest price over its own. */
export function worthsOf(prices: ArrayLike<number>): Float64Array {
  const lowest = Math.min(...Array.from(prices));
  return Float64Array.from(prices, (price) => lowest / price);
}

/** A purchase and what she expects of it. */
export interface AdvisedPurchase {
  /** −1 where she buys nothing. */
  readonly option: number;
  /** b·worth − (1 − b) by her belief b; 0 without a purchase. */
  readonly expected: number;
}

/** She takes the option of which she expects most, the first of equals, unless that is below 0. `said` is read from `at` on. */
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

/** What she thinks of her purchase once she knows whether it has the feature: its worth, or −1; 0 without one. */
export function worthInHindsight(option: number, worths: ArrayLike<number>, hasIt: ArrayLike<number>): number {
  if (option < 0) return 0;
  return hasIt[option] === 1 ? worths[option] : -1;
}

/** What it is worth beside all options: the lowest price of those with the feature over its own, or −1; 0 without a purchase. */
export function trueWorth(option: number, worths: ArrayLike<number>, hasIt: ArrayLike<number>): number {
  if (option < 0) return 0;
  if (hasIt[option] !== 1) return -1;
  let cheapest = 0;
  for (let k = 0; k < worths.length; k++) if (hasIt[k] === 1) cheapest = Math.max(cheapest, worths[k]);
  return worths[option] / cheapest;
}

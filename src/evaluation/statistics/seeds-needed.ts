// Power analysis: the number of pairs that a comparison needs, estimated from the spread of its first pairs.

import { qnorm, qt } from "lib-r-math.js";

const POWER = 0.8;

/** Mean and standard deviation of the differences of n pairs. */
export interface Differences {
  readonly mean: number;
  readonly deviation: number;
  readonly n: number;
}

/**
 * Number of pairs with which a paired comparison reaches 80 % power to show that the difference is not zero or, where it lies within
 * `margin`, that it does, whichever takes fewer pairs. `tests` is the number of comparisons at a family-wise level of 5 %. The result
 * exceeds the current number of pairs. Null where these have no spread, or where no number of pairs would suffice. Both quantiles are
 * Student's at that number: normal ones promise too much where a handful of pairs is enough.
 */
export function seedsNeeded({ mean, deviation, n }: Differences, margin: number, tests = 1): number | null {
  if (n < 2 || !(deviation > 0)) return null;
  const pairs = (distance: number, level: number) =>
    distance > 0 ? pairsFor(deviation / distance, level) : Number.POSITIVE_INFINITY;
  const needed = Math.min(pairs(Math.abs(mean), 0.05 / tests), pairs(margin - Math.abs(mean), 0.05));
  return Number.isFinite(needed) ? Math.max(n + 1, needed) : null;
}

/** The smallest n at or above ((t(1 − level / 2, n − 1) + t(power, n − 1)) · ratio)²; `ratio` is deviation over distance. */
function pairsFor(ratio: number, level: number): number {
  const above = (sum: number) => Math.ceil((sum * ratio) ** 2);
  let n = Math.max(2, above(qnorm(1 - level / 2) + qnorm(POWER)));
  // Beyond this Student's quantiles are normal ones.
  if (n > 1000) return n;
  while (above(qt(1 - level / 2, n - 1) + qt(POWER, n - 1)) > n) n += 1;
  return n;
}

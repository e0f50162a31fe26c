// How many pairs a comparison would need, judged by the spread that its first pairs show.

import { qnorm } from "lib-r-math.js";

const POWER = 0.8;

/** Mean and standard deviation of the differences of n pairs. */
export interface Differences {
  readonly mean: number;
  readonly deviation: number;
  readonly n: number;
}

/**
 * Pairs with which a paired comparison would be likely (80 %) to tell: that the difference is not zero, or, where it lies within
 * `margin`, that it lies there, whichever takes fewer. `tests` is the number of comparisons at a level of 5 % in all. More than the
 * pairs there are; null where those have no spread to judge by, or where no number of pairs would tell.
 */
export function seedsNeeded({ mean, deviation, n }: Differences, margin: number, tests = 1): number | null {
  if (n < 2 || !(deviation > 0)) return null;
  const pairs = (distance: number, level: number) =>
    distance > 0 ? (((qnorm(1 - level / 2) + qnorm(POWER)) * deviation) / distance) ** 2 : Number.POSITIVE_INFINITY;
  const needed = Math.min(pairs(Math.abs(mean), 0.05 / tests), pairs(margin - Math.abs(mean), 0.05));
  return Number.isFinite(needed) ? Math.max(n + 1, Math.ceil(needed)) : null;
}

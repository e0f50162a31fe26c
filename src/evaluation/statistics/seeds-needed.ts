// Power analysis: the number of pairs that a comparison needs, estimated from the spread of its first pairs.

import { qnorm } from "lib-r-math.js";

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
 * exceeds the current number of pairs. Null where these have no spread, or where no number of pairs would suffice.
 */
export function seedsNeeded({ mean, deviation, n }: Differences, margin: number, tests = 1): number | null {
  if (n < 2 || !(deviation > 0)) return null;
  const pairs = (distance: number, level: number) =>
    distance > 0 ? (((qnorm(1 - level / 2) + qnorm(POWER)) * deviation) / distance) ** 2 : Number.POSITIVE_INFINITY;
  const needed = Math.min(pairs(Math.abs(mean), 0.05 / tests), pairs(margin - Math.abs(mean), 0.05));
  return Number.isFinite(needed) ? Math.max(n + 1, Math.ceil(needed)) : null;
}

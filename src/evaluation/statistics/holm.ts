// Holm's step-down correction for several tests: the family-wise error rate stays below the level.

/** Family-wise error rate. */
const LEVEL = 0.05;

/** p values corrected for multiple tests (Holm, 1979), in the given order: reject those below the level. A missing p stays missing. */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const order = inOrder(values);
  const corrected = [...values];
  let least = 0;
  for (const [rank, k] of order.entries()) {
    least = Math.max(least, Math.min(1, (values[k] ?? 1) * (order.length - rank)));
    corrected[k] = least;
  }
  return corrected;
}

/**
 * Level at which each p value was tested, in the given order: LEVEL/m for the smallest of m, LEVEL/(m − 1) for the next, up to the first
 * that is not rejected, where the procedure stops; the rest share its level. An interval with coverage 1 − level then excludes a difference
 * of 0 exactly where the corrected p is below LEVEL. A missing p has LEVEL.
 */
export function holmLevels(values: readonly (number | null)[]): number[] {
  const order = inOrder(values);
  const levels = values.map(() => LEVEL);
  const stop = order.findIndex((k, rank) => (values[k] ?? 1) * (order.length - rank) >= LEVEL);
  for (const [rank, k] of order.entries()) {
    levels[k] = LEVEL / (order.length - (stop < 0 ? rank : Math.min(rank, stop)));
  }
  return levels;
}

/** Indices of the known values, the smallest first. */
function inOrder(values: readonly (number | null)[]): number[] {
  return [...values.keys()].filter((k) => values[k] !== null).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}

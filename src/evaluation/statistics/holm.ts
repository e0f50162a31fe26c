// Several tests at once: Holm's step-down correction, under which the chance of even one false finding stays below the level.

/** The chance of even one false finding among all of them. */
const LEVEL = 0.05;

/** p values corrected for their number (Holm, 1979), in their order: reject those below the level. A missing p stays missing. */
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
 * The level that each p value was tested at, in their order: LEVEL/m for the least of m, LEVEL/(m − 1) for the next, up to the first that
 * is not rejected, where the procedure stops; all others have the level of that one. An interval of coverage 1 − level then excludes no
 * difference exactly where the corrected p is below LEVEL. A missing p has LEVEL.
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

/** Places of the known values, the least first. */
function inOrder(values: readonly (number | null)[]): number[] {
  return [...values.keys()].filter((k) => values[k] !== null).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}

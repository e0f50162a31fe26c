// Several tests at once: Holm's step-down correction, under which the chance of even one false finding stays below the level.

/** p values corrected for their number (Holm, 1979), in their order: reject those below the level. A missing p stays missing. */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const order = [...values.keys()]
    .filter((k) => values[k] !== null)
    .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const corrected = [...values];
  let least = 0;
  for (const [rank, k] of order.entries()) {
    least = Math.max(least, Math.min(1, (values[k] ?? 1) * (order.length - rank)));
    corrected[k] = least;
  }
  return corrected;
}

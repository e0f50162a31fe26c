// The three parts of values by size.

/** Places of the values in each part: 0 the least, 2 the largest. */
export type Terciles = readonly [number[], number[], number[]];

/**
 * Splits values into three parts of nearly equal size, the least first; equal values stay together. Undefined where fewer than three
 * distinct values leave a part empty.
 */
export function terciles(values: ArrayLike<number>): Terciles | undefined {
  const n = values.length;
  const order = Array.from({ length: n }, (_, k) => k).sort((a, b) => values[a] - values[b] || a - b);
  const changes = order.flatMap((_, at) => (at > 0 && values[order[at - 1]] < values[order[at]] ? [at] : []));
  const nearest = (places: readonly number[], to: number) =>
    places.reduce((best, at) => (Math.abs(at - to) < Math.abs(best - to) ? at : best), Number.POSITIVE_INFINITY);
  const first = nearest(changes.slice(0, -1), n / 3);
  const second = nearest(
    changes.filter((at) => at > first),
    (2 * n) / 3,
  );
  if (!Number.isFinite(first) || !Number.isFinite(second)) return undefined;
  return [order.slice(0, first), order.slice(first, second), order.slice(second)];
}

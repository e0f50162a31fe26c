// The order of pays: by what they buy of the want, the most first.

import type { Comparison } from "./weigh-finding.ts";

/** Pays by merit: the one that buys most, then the others by how little they lag behind it; as they are where there is one. */
export function byMerit<P extends { readonly id: string }>(
  pays: readonly P[],
  comparisons: readonly Comparison[],
): readonly P[] {
  if (comparisons.length === 0) return pays;
  const lag = new Map(comparisons.map(({ other, more }) => [other, more.mean ?? Number.POSITIVE_INFINITY]));
  return pays.toSorted(
    (a, b) => (lag.get(a.id) ?? Number.NEGATIVE_INFINITY) - (lag.get(b.id) ?? Number.NEGATIVE_INFINITY) || 0,
  );
}

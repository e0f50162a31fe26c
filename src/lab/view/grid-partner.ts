// Selects the variant that an episode is replayed beside: the one that differs most from it with the same random numbers.

import { grouped } from "../../core/grouped.ts";
import type { EpisodePlace } from "../report/replay-data.ts";

/** Data by which episodes are compared. */
export interface Comparable extends EpisodePlace {
  /** Value of the queried measure; null where there is none. */
  readonly by: number | null;
  readonly pay: number | null;
}

export const placeKey = ({ variant, seed, episode }: EpisodePlace): string => JSON.stringify([variant, seed, episode]);

/**
 * Returns, by episode key, the variant whose episode on the same seed differs most: first in the queried measure, then in pay; otherwise
 * the first variant. An episode without others has no partner.
 */
export function partners(episodes: readonly Comparable[]): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const pair of grouped(episodes, ({ seed, episode }) => `${seed} ${episode}`).values()) {
    for (const one of pair) {
      // Sorting is stable, so the first variant wins ties.
      const [partner] = pair
        .filter((other) => other !== one)
        .sort((a, b) => gap(b.by, one.by) - gap(a.by, one.by) || gap(b.pay, one.pay) - gap(a.pay, one.pay));
      if (partner !== undefined) byKey.set(placeKey(one), partner.variant);
    }
  }
  return byKey;
}

const gap = (a: number | null, b: number | null): number => (a === null || b === null ? -1 : Math.abs(a - b));

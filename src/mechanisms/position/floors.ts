// Floors of a position auction: minimum bids to be shown, at all or in a place. They are not subtracted from bids, so the ranking of
// eligible ads does not change.

/** Minimum bids of ads. */
export interface ListFloors {
  /** Minimum bid with which an ad is shown in a place; also the minimum price per click there. */
  at(ad: number, place: number): number;
  /** Whether an ad's floor may differ between places. */
  readonly bySlot: boolean;
}

/** Three kinds of floors; an ad must reach all of them. */
export interface FloorTerms {
  /** Minimum bid of each ad, [ads]. */
  readonly bids?: Float64Array | readonly number[] | undefined;
  /** Minimum of bid times quality in each place, [places]: an ad of quality q must bid at least the score over q. */
  readonly scores?: readonly number[] | undefined;
  /** Minimum bid of any ad in each place, [places]. */
  readonly slots?: readonly number[] | undefined;
}

/** Floors of ads with these qualities, which may change between auctions; undefined where all are 0. */
export function floorsOf({ bids, scores, slots }: FloorTerms, qualities: ArrayLike<number>): ListFloors | undefined {
  if (![bids, scores, slots].some((floors) => floors?.some((one) => one > 0))) return undefined;
  const differ = (floors: readonly number[] = []) => floors.some((one) => one !== floors[0]);
  return {
    bySlot: differ(scores) || differ(slots),
    at(ad, place) {
      const own = Math.max(bids?.[ad] ?? 0, slots?.[place] ?? 0);
      const score = scores?.[place] ?? 0;
      return score > 0 ? Math.max(own, score / qualities[ad]) : own;
    },
  };
}

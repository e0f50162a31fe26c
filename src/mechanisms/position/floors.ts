// Floors of a list: what an ad must bid to be shown, at all or in a place. Nothing is taken off the bids, so that the order of the ads
// that reach their floors stays what it was.

/** What ads must bid. */
export interface ListFloors {
  /** The least bid with which an ad is shown in a place; less is not charged for a click there. */
  at(ad: number, place: number): number;
  /** Whether it may be another in another place. */
  readonly bySlot: boolean;
}

/** Floors of three kinds; an ad must reach all of them. */
export interface FloorTerms {
  /** Of each ad's bid, [ads]. */
  readonly bids?: Float64Array | readonly number[] | undefined;
  /** Of bid times quality in each place, [places]: an ad of quality q must bid so much over q. */
  readonly scores?: readonly number[] | undefined;
  /** Of any ad's bid in each place, [places]. */
  readonly slots?: readonly number[] | undefined;
}

/** The floors of ads of these qualities, which may change between lists; undefined where none is above 0. */
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

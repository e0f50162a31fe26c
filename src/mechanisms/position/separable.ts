// The separable click model: clicks are the product of a place's and an ad's rate, independent of other ads, so that places can be sold one
// by one.

import { type ListUsers, rankByScore } from "./list.ts";

/**
 * Click rates of each ad in each place, [ads][places]: products of the place's rate, which does not increase with its index, and the ad's
 * own.
 */
export interface SeparablePlaces {
  readonly rates: readonly Float64Array[];
  readonly limit: number;
}

/** Creates the click model. The optimal placement sorts ads by the value of their clicks. */
export function separableUsers({ rates, limit }: SeparablePlaces): ListUsers {
  const ads = rates.length;
  const places = rates[0]?.length ?? 0;
  const scores = new Float64Array(ads);
  const order = new Int32Array(ads);
  const most = Math.min(limit, places);
  const best: ListUsers["best"] = (values, shown) => {
    for (let ad = 0; ad < ads; ad++) scores[ad] = rates[ad][0] * values[ad];
    const count = Math.min(most, rankByScore(scores, order));
    let welfare = 0;
    shown.fill(-1);
    for (let place = 0; place < count; place++) {
      shown[place] = order[place];
      welfare += rates[order[place]][place] * values[order[place]];
    }
    return welfare;
  };
  return {
    ads,
    places,
    limit: most,
    clicks(shown, out) {
      out.fill(0);
      for (let place = 0; place < places; place++)
        if (shown[place] >= 0) out[shown[place]] = rates[shown[place]][place];
    },
    best,
    approximate: best,
  };
}

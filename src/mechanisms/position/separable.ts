// Users who click an ad as often as its place and the ad itself are clicked, beside any others: places can be sold one by one.

import { type ListUsers, rankByScore } from "./list.ts";

/** Clicks of each ad in each place, [ads][places]: products of the place's clicks, which never rise, and the ad's own. */
export interface SeparablePlaces {
  readonly rates: readonly Float64Array[];
  readonly limit: number;
}

/** The best placement puts the ad first whose clicks are worth most. */
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

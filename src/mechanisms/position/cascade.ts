// Ads in places of a text that is read in an order: a user clicks an ad at its rate and then leaves, so that every ad takes
// clicks from those that come after it (the cascade model; arXiv 2506.03309).

import type { AssignedPair } from "../../math/assignment.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type DirectMechanism, truthfulMechanism } from "../direct.ts";

/** Ads that may be shown, each in at most one of the places. */
export interface CascadePlaces {
  /** Chance that a reader who comes to the ad in the place clicks it, [ads][places], in [0, 1]. */
  readonly rates: readonly Float64Array[];
  /** Ads that are shown at most. */
  readonly limit: number;
}

/** Whether pairs may be read in any order, or are read in the order in which places stand in the text. */
export type Reading = "any" | "text";

/** Pairs in the order in which they are read, and what that is worth. */
export interface ReadPlacement {
  readonly read: readonly AssignedPair[];
  readonly welfare: number;
}

/** Σ value·clicks of pairs that are read in the order in which they are given. */
export function cascadeWelfare(
  { rates }: CascadePlaces,
  values: ArrayLike<number>,
  read: readonly AssignedPair[],
): number {
  let [welfare, here] = [0, 1];
  for (const [ad, place] of read) {
    welfare += here * rates[ad][place] * values[ad];
    here *= 1 - rates[ad][place];
  }
  return welfare;
}

/** Clicks of each ad, [ads], of pairs that are read in the order in which they are given. */
export function cascadeClicks({ rates }: CascadePlaces, read: readonly AssignedPair[]): Float64Array {
  const clicks = new Float64Array(rates.length);
  let here = 1;
  for (const [ad, place] of read) {
    clicks[ad] = here * rates[ad][place];
    here *= 1 - rates[ad][place];
  }
  return clicks;
}

/** The best order of pairs where any is possible: the most valuable ad first (by exchange of neighbours). */
export function bestReading(values: ArrayLike<number>, pairs: readonly AssignedPair[]): AssignedPair[] {
  return [...pairs].sort(([a], [b]) => values[b] - values[a] || a - b);
}

/** The order in which places stand in the text. */
export function textReading(pairs: readonly AssignedPair[]): AssignedPair[] {
  return [...pairs].sort(([, a], [, b]) => a - b);
}

/**
 * Adds the pair that brings most, as long as one brings anything. Where the order is free the value is a monotone submodular
 * function of the pairs over the intersection of two matroids, and this is at least a third of the optimum (Fisher, Nemhauser &
 * Wolsey, 1978); in the text's order nothing is promised.
 */
export function greedyCascade(
  market: CascadePlaces,
  values: ArrayLike<number>,
  reading: Reading = "any",
): ReadPlacement {
  const { rates, limit } = market;
  const order = reading === "any" ? (pairs: AssignedPair[]) => bestReading(values, pairs) : textReading;
  let best = { read: [] as AssignedPair[], welfare: 0 };
  while (best.read.length < limit) {
    const before = best;
    for (let ad = 0; ad < rates.length; ad++) {
      if (before.read.some(([other]) => other === ad)) continue;
      for (let place = 0; place < rates[ad].length; place++) {
        if (before.read.some(([, other]) => other === place)) continue;
        const read = order([...before.read, [ad, place]]);
        const welfare = cascadeWelfare(market, values, read);
        if (welfare > best.welfare) best = { read, welfare };
      }
    }
    if (best === before) break;
  }
  return best;
}

/**
 * Picks the pair of most rate·value among the ads and places that are left, again and again, and has pairs read as they were picked. What
 * is picked before an ad does not depend on its value: the more that is, the sooner the ad is picked, among more places and behind
 * fewer ads, so that its clicks never fall. The first pick alone is at least the best placement's share 1/limit.
 */
export function pickedCascade(market: CascadePlaces, values: ArrayLike<number>): ReadPlacement {
  const { rates, limit } = market;
  const read: AssignedPair[] = [];
  const [readAds, readPlaces] = [new Set<number>(), new Set<number>()];
  for (;;) {
    let [most, ad, place] = [0, -1, -1];
    for (let a = 0; a < rates.length; a++) {
      if (readAds.has(a)) continue;
      for (let p = 0; p < rates[a].length; p++) {
        const worth = rates[a][p] * values[a];
        if (worth <= most || readPlaces.has(p)) continue;
        most = worth;
        ad = a;
        place = p;
      }
    }
    if (ad < 0 || read.length >= limit) return { read, welfare: cascadeWelfare(market, values, read) };
    read.push([ad, place]);
    readAds.add(ad);
    readPlaces.add(place);
  }
}

/** `pickedCascade` on bids, charged by the payment identity of mechanisms with one number a bidder: the truth pays best. */
export function truthfulCascade(market: CascadePlaces): DirectMechanism {
  return truthfulMechanism(market.rates.length, (bids) => cascadeClicks(market, pickedCascade(market, bids).read));
}

/**
 * An upper bound of the welfare of any placement and order: max Σ v·y over clicks y ≤ rate·x, Σ y ≤ 1, and fractional placements x.
 * The optimum is at least 1 − 1/e of it where only one constraint of placement binds (the correlation gap).
 */
export function cascadeBound(
  solver: LinearPrograms,
  { rates, limit }: CascadePlaces,
  values: ArrayLike<number>,
): number {
  const places = rates[0]?.length ?? 0;
  const cells = rates.flatMap((row, ad) => Array.from(row, (rate, place) => ({ ad, place, rate })));
  // Placements x come first, and clicks y after them.
  const [x, y] = [0, cells.length].map((from) => cells.map((_, k) => from + k));
  const atMost = (upper: number, columns: number[]) => ({ columns, values: columns.map(() => 1), upper });
  const rows = [
    ...rates.map((_, one) =>
      atMost(
        1,
        x.filter((k) => cells[k].ad === one),
      ),
    ),
    ...Array.from({ length: places }, (_, one) =>
      atMost(
        1,
        x.filter((k) => cells[k].place === one),
      ),
    ),
    atMost(limit, x),
    atMost(1, y),
    ...cells.map(({ rate }, k) => ({ columns: [y[k], x[k]], values: [1, -rate], upper: 0 })),
  ];
  const objective = [...cells.map(() => 0), ...cells.map(({ ad }) => values[ad])];
  return solver.optimum({ sense: "maximise", objective, rows }).objective;
}

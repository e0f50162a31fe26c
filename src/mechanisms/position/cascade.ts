// The cascade model of ads within a text: a reader clicks an ad with its rate and then leaves, so that every ad reduces the clicks of later
// ones (arXiv 2506.03309).

import type { AssignedPair } from "../../math/assignment.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type DirectMechanism, truthfulMechanism } from "../direct.ts";

/** Ads that may be shown, each in at most one place. */
export interface CascadePlaces {
  /** Probability that a reader who reaches the ad in the place clicks it, [ads][places], in [0, 1]. */
  readonly rates: readonly Float64Array[];
  /** Maximum number of ads that are shown. */
  readonly limit: number;
}

/** Whether pairs may be read in any order, or in the order of places in the text. */
export type Reading = "any" | "text";

/** Pairs in reading order, and their welfare. */
export interface ReadPlacement {
  readonly read: readonly AssignedPair[];
  readonly welfare: number;
}

/** Welfare Σ value·clicks of pairs in the given reading order. */
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

/** Clicks of each ad, [ads], for pairs in the given reading order. */
export function cascadeClicks({ rates }: CascadePlaces, read: readonly AssignedPair[]): Float64Array {
  const clicks = new Float64Array(rates.length);
  let here = 1;
  for (const [ad, place] of read) {
    clicks[ad] = here * rates[ad][place];
    here *= 1 - rates[ad][place];
  }
  return clicks;
}

/** The optimal free order of pairs: the most valuable ad first (by an exchange argument). */
export function bestReading(values: ArrayLike<number>, pairs: readonly AssignedPair[]): AssignedPair[] {
  return [...pairs].sort(([a], [b]) => values[b] - values[a] || a - b);
}

/** Pairs in the order of places in the text. */
export function textReading(pairs: readonly AssignedPair[]): AssignedPair[] {
  return [...pairs].sort(([, a], [, b]) => a - b);
}

/**
 * Greedy placement: repeatedly adds the pair with the largest gain while that is positive. With free order, welfare is a monotone
 * submodular function on the intersection of two matroids, and the result is at least a third of the optimum (Fisher, Nemhauser & Wolsey,
 * 1978). In text order there is no guarantee.
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
 * Monotone greedy placement: repeatedly picks the pair with the largest rate·value among the remaining ads and places; pairs are read in
 * the order of picks. The picks before an ad do not depend on its value. A higher value means an earlier pick, with more places and fewer
 * preceding ads, so its clicks never decrease. The first pick alone yields at least 1/limit of the optimum.
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

/** `pickedCascade` on bids with payments by the payment identity for single-parameter mechanisms: truthful. */
export function truthfulCascade(market: CascadePlaces): DirectMechanism {
  return truthfulMechanism(market.rates.length, (bids) => cascadeClicks(market, pickedCascade(market, bids).read));
}

/**
 * Upper bound of the welfare of any placement and order: max Σ v·y over clicks y ≤ rate·x, Σ y ≤ 1, and fractional placements x. The
 * optimum is at least 1 − 1/e of it where only one placement constraint binds (correlation gap).
 */
export function cascadeBound(
  solver: LinearPrograms,
  { rates, limit }: CascadePlaces,
  values: ArrayLike<number>,
): number {
  const places = rates[0]?.length ?? 0;
  const cells = rates.flatMap((row, ad) => Array.from(row, (rate, place) => ({ ad, place, rate })));
  // Variables: the placements x, then the clicks y.
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

// The value of another ranking in clicks of a page, from a log of the present one, and whether the log can tell it.

import { type Estimate, groupJackknife } from "../../evaluation/statistics/interval.ts";
import { type WeightWorth, weightWorth } from "../../evaluation/statistics/weights.ts";
import type { ClickTable } from "../../logs/clicks.ts";
import { modelSums, type PlaceSums, weightSums } from "./click-sums.ts";

/** Fitted effects of positions, of the whole log and without each group of pages. */
export interface FittedPositions {
  readonly positions: readonly number[];
  /** Pages of each group, [groups]. */
  readonly pages: Float64Array;
  /** [positions], NaN where unknown. */
  readonly effects: Float64Array;
  /** [groups][positions] */
  readonly leftOut: readonly Float64Array[];
}

/** Estimates of another ranking's clicks of a page. */
export interface RankingValue extends WeightWorth {
  /** What weights come from: propensities of the log, or effects of positions. */
  readonly by: "propensities" | "positions";
  /** Clicks of a page as it was. */
  readonly logged: Estimate;
  /**
   * Σ w·click over pages. With propensities w is the probability of item and position under the other ranking, divided by the propensity
   * (the item-position estimator of Li et al., 2018). Without, w = θ(other)/θ(position) (Joachims, Swaminathan & Schnabel, 2017).
   */
  readonly ips: Estimate;
  /** Σ w·click/Σ w times the items of a page; with propensities alone, where weights average 1. */
  readonly selfNormalised?: Estimate;
  /** What the click model predicts; its bias is that of the model, which no interval shows. */
  readonly model?: number;
  /** The model's prediction and the weighted errors of it. */
  readonly doublyRobust?: Estimate;
  /** The best of these estimates less the logged one. */
  readonly gain: Estimate;
  /** With propensities alone. */
  readonly meanWeight?: Estimate;
  /** Share of shown items that the other ranking shows elsewhere, or not at all; null where it is one of chances. */
  readonly moved: number | null;
  /**
   * Positions of the other ranking that rows of the log fill, as a share of shown items; null where it is one of chances. Below 1 the log lacks
   * rows of items that only the other ranking shows, or that one shows fewer.
   */
  readonly filled: number | null;
  /** Whether the value can be trusted. */
  readonly trust: "yes" | "doubtful" | "no";
  /** The same in a sentence, with its reason. */
  readonly verdict: string;
}

interface Fit extends FittedPositions {
  readonly places: readonly PlaceSums[];
  readonly belowClick: Estimate;
}

/** Values the other ranking of a log that has one. */
export async function rankingValue(log: ClickTable, fit: Fit): Promise<RankingValue> {
  const value = log.own.has("propensity") ? await byPropensities(log, fit) : await byPositions(log, fit);
  return { ...value, ...judged(value, fit.belowClick, isCrowded(fit)) };
}

type Unjudged = Omit<RankingValue, "trust" | "verdict">;

/** Sums by group, [groups], and estimates from them. */
class Groups {
  readonly #pages: Float64Array;

  constructor(pages: Float64Array) {
    this.#pages = pages;
  }

  sums(entries: readonly { readonly group: number; readonly value: number }[]): Float64Array {
    const sums = new Float64Array(this.#pages.length);
    for (const { group, value } of entries) sums[group] += value;
    return sums;
  }

  /** Σ a/Σ b with its interval. */
  ratio(a: Float64Array, b: Float64Array): Estimate {
    const [above, below] = [total(a), total(b)];
    const without = this.#pages.map((_, group) => (above - a[group]) / (below - b[group]));
    return groupJackknife(above / below, without, this.#pages);
  }

  perPage = (sums: Float64Array): Estimate => this.ratio(sums, this.#pages);

  /** A figure of the whole log, and of all groups but one. */
  figure(whole: number, without: (group: number) => number): Estimate {
    return groupJackknife(
      whole,
      this.#pages.map((_, group) => without(group)),
      this.#pages,
    );
  }
}

const total = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
const NONE: Estimate = { mean: null, low: null, high: null, n: 0 };

/** Sums of the log as it was, by group. */
function logged(groups: Groups, places: readonly PlaceSums[]) {
  const shown = places.filter(({ position }) => !Number.isNaN(position));
  const moved = shown.reduce((sum, { position, other, rows }) => sum + (position === other ? 0 : rows), 0);
  const clicks = groups.sums(shown.map(({ group, clicks }) => ({ group, value: clicks })));
  const rows = groups.sums(shown.map(({ group, rows }) => ({ group, value: rows })));
  return { shown, clicks, rows, moved: moved / total(rows) };
}

/** Share of shown items for which the other ranking has an item in one of the log's positions. */
function filledShare(positions: readonly number[], places: readonly PlaceSums[]): number {
  const known = new Set(positions);
  let [filled, shown] = [0, 0];
  for (const { position, other, rows } of places) {
    if (known.has(other)) filled += rows;
    if (known.has(position)) shown += rows;
  }
  return filled / shown;
}

/** Whether the other ranking has more items in some position than pages have that position. */
const isCrowded = ({ positions, places }: Fit): boolean =>
  positions.some((k) => {
    const rows = (of: "position" | "other") =>
      places.reduce((sum, place) => sum + (place[of] === k ? place.rows : 0), 0);
    return rows("other") > (2 - WHOLE) * rows("position");
  });

/** Share of filled positions from which the click model's prediction is that of whole pages. */
const WHOLE = 0.995;

/** Whether rows fill so many of the other ranking's positions that the model's prediction is that of whole pages. */
export const isWhole = (filled: number): boolean => filled > WHOLE;

async function byPropensities(log: ClickTable, { pages, positions, effects, places }: Fit): Promise<Unjudged> {
  const groups = new Groups(pages);
  const { clicks, rows, moved } = logged(groups, places);
  const sums = await weightSums(log);
  const weights = groups.sums(sums.map(({ group, weights }) => ({ group, value: weights })));
  const earned = groups.sums(sums.map(({ group, clicks }) => ({ group, value: clicks })));
  const squares = sums.reduce((sum, one) => sum + one.squares, 0);
  const largest = sums.reduce((most, one) => Math.max(most, one.largest), 0);
  const isSeen = total(weights) > 0;
  const ips = isSeen ? groups.perPage(earned) : NONE;
  const slots = total(rows) / total(pages);
  const filled = log.own.has("chance") ? null : filledShare(positions, places);
  const isModelled = filled !== null && isWhole(filled) && effects.every((effect) => !Number.isNaN(effect));
  const model = isModelled ? await modelSums(log, positions, effects) : [];
  const predicted = groups.sums(model.map(({ group, other }) => ({ group, value: other })));
  const made = groups.sums(model.map(({ group, made }) => ({ group, value: made })));
  const robust = predicted.map((sum, g) => sum + earned[g] - made[g]);
  const best = isModelled ? robust : earned;
  return {
    by: "propensities",
    logged: groups.perPage(clicks),
    ips,
    selfNormalised: isSeen ? scaled(groups.ratio(earned, weights), slots) : NONE,
    ...(isModelled && {
      model: total(predicted) / total(pages),
      doublyRobust: isSeen ? groups.perPage(robust) : NONE,
    }),
    gain: isSeen ? groups.perPage(best.map((sum, g) => sum - clicks[g])) : NONE,
    meanWeight: groups.ratio(weights, rows),
    ...weightWorth({ sum: total(weights), squares, largest }),
    ...{ moved: filled === null ? null : moved, filled },
  };
}

const scaled = ({ mean, low, high, n }: Estimate, by: number): Estimate => {
  const times = (x: number | null) => (x === null ? null : x * by);
  return { mean: times(mean), low: times(low), high: times(high), n };
};

async function byPositions(log: ClickTable, { pages, positions, effects, leftOut, places }: Fit): Promise<Unjudged> {
  const groups = new Groups(pages);
  const { shown, clicks, moved } = logged(groups, places);
  const filled = filledShare(positions, places);
  const place = new Map(positions.map((position, k) => [position, k]));
  /** Of an item that the other ranking shows on no position of the log's pages: 0. */
  const weight = ({ position, other }: PlaceSums, own: Float64Array) => {
    const [from, to] = [place.get(position), place.get(other)];
    if (from === undefined || to === undefined) return 0;
    if (from === to) return 1;
    // Where nothing is clicked, no click is weighed.
    return own[from] === 0 ? 0 : own[to] / own[from];
  };
  const isNew = places.some(({ position, other }) => Number.isNaN(position) && place.has(other));
  const isKnown = effects.every((effect) => !Number.isNaN(effect));
  const model = isKnown ? await modelSums(log, positions, effects) : [];
  const unshown = groups.sums(model.map(({ group, unshown }) => ({ group, value: unshown })));
  const worthOf = (own: Float64Array, without = -1) => {
    let [value, all] = [0, 0];
    for (const one of shown) if (one.group !== without && one.clicks > 0) value += one.clicks * weight(one, own);
    for (const [group, count] of pages.entries()) {
      if (group === without) continue;
      all += count;
      if (isNew) value += unshown[group];
    }
    return value / all;
  };
  const value = groups.figure(isNew && !isKnown ? Number.NaN : worthOf(effects), (g) => worthOf(leftOut[g], g));
  const before = groups.perPage(clicks);
  const was = (without = -1) => (total(clicks) - (clicks[without] ?? 0)) / (total(pages) - (pages[without] ?? 0));
  const gain = groups.figure(Number(value.mean ?? Number.NaN) - was(), (g) => worthOf(leftOut[g], g) - was(g));
  let [sum, squares, largest] = [0, 0, 0];
  for (const one of shown) {
    const own = weight(one, effects);
    if (!(own > 0)) continue;
    sum += one.rows * own;
    squares += one.rows * own * own;
    largest = Math.max(largest, own);
  }
  return {
    ...{ by: "positions", logged: before, ips: value, gain },
    ...(isKnown && isWhole(filled) && { model: model.reduce((a, { other }) => a + other, 0) / total(pages) }),
    ...weightWorth({ sum, squares, largest }),
    ...{ moved, filled },
  };
}

/** Fewer shown items' worth of a log tell little, and intervals of so few are too narrow. */
const FEW = 100;
/** A single weight of a larger share decides the value. */
const LARGE = 0.05;
/** Ratio of clicks below a click from which positions and items explain clicks badly. */
const FAR = 1.25;

/** Whether a value can be trusted, and why. */
function judged(value: Unjudged, belowClick: Estimate, crowded: boolean): Pick<RankingValue, "trust" | "verdict"> {
  const { by, ips, selfNormalised, doublyRobust, meanWeight, effectiveSample, largestShare, filled } = value;
  const no = (why: string) => ({ trust: "no" as const, verdict: `The value cannot be trusted: ${why}.` });
  const doubtful = (why: string) => ({ trust: "doubtful" as const, verdict: `The value is doubtful: ${why}.` });
  if (ips.mean === null) {
    return no(
      by === "propensities"
        ? "the other ranking never shows an item where the log shows it"
        : "no items link the positions that it moves items between",
    );
  }
  if (crowded) return no("the other ranking shows several items of a page in one position");
  if (effectiveSample < FEW)
    return no(`the log has ${Math.round(effectiveSample)} shown items' worth of the other ranking`);
  if (meanWeight !== undefined && isOff(meanWeight, 1)) {
    const mean = meanWeight.mean?.toPrecision(3) ?? "";
    return no(
      `weights average ${mean} and not 1, so that propensities are wrong, or the log never shows what the other ranking would`,
    );
  }
  if (largestShare > LARGE) {
    return doubtful(`a single shown item carries ${(100 * largestShare).toPrecision(2)} % of all weight`);
  }
  if (doublyRobust !== undefined && selfNormalised !== undefined && areApart(doublyRobust, selfNormalised)) {
    return doubtful("doubly robust and self-normalised estimates differ by more than their intervals");
  }
  if (by === "positions" && filled !== null && !isWhole(filled)) {
    return doubtful(
      `rows fill ${Math.floor(100 * filled)} % of its positions; add those of items that the page did not show, with an empty position`,
    );
  }
  const ratio = belowClick.mean ?? 1;
  if (ratio > FAR || ratio < 1 / FAR) {
    return doubtful(
      `it takes clicks to depend on item and position alone, and below a click there are ${ratio.toPrecision(2)} times as many`,
    );
  }
  const given = by === "propensities" ? "propensities are what they say" : "a click depends on item and position alone";
  return { trust: "yes", verdict: `The value can be trusted as far as ${given}.` };
}

/** Whether a mean differs from a value by more than twice half its interval: once in some ten thousand logs by chance. */
const isOff = ({ mean, low, high }: Estimate, value: number): boolean =>
  mean !== null && low !== null && high !== null && Math.abs(mean - value) > high - low;

const areApart = (one: Estimate, other: Estimate): boolean =>
  one.low !== null &&
  one.high !== null &&
  other.low !== null &&
  other.high !== null &&
  (one.low > other.high || other.low > one.high);

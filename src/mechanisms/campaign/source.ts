// Where the impressions of a campaign come from: each is put up for auction once, at a price that the market sets, and clicked or not by
// the user who sees it. A source may draw them or read them off a log.

import type { Windows } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";

/** Places in a row. */
export const [TIME, PRICE, CHANCE, CLICK] = [0, 1, 2, 3];

/** Numbers in a row. */
export const COLUMNS = 4;

/** Impressions one after the other, as an advertiser meets them. */
export interface ImpressionSource {
  /** Impressions that there are for a campaign; infinite where they are drawn. */
  readonly count: number;
  /** No bid above this is taken: of prices beyond it no more is known than that they are. */
  readonly highest: number;
  /**
   * Writes impression `t`, counted from 0, of the episode with a hidden number over `row` [COLUMNS]: when it comes; the highest bid of all
   * others, or infinity where that is above `highest`; the predicted probability of a click; and 1 where it is clicked, if it is shown. A bid
   * of just the price wins. A drawing takes the same numbers from `random` after any bids, and keeps nothing from one impression to the
   * next.
   */
  read(t: number, random: Random, row: Float64Array, hidden: number): void;
  /** The hidden number of an episode, default 0: a log has many windows, and 0 is the one that its part for fitting begins with. */
  begin?(random: Random, place?: number): number;
  /** Of a log. */
  readonly windows?: Windows;
}

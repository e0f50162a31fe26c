// Source of a campaign's impressions: each is auctioned once at a market price, and clicked or not by its user. Sources simulate
// impressions or read them from a log.

import type { Windows } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";

/** Indices of the numbers in a row. */
export const [TIME, PRICE, CHANCE, CLICK] = [0, 1, 2, 3];

/** Numbers per row. */
export const COLUMNS = 4;

export interface ImpressionSource {
  /** Number of available impressions; infinite where they are simulated. */
  readonly count: number;
  /** Highest permitted bid; prices above it are only known to be higher. */
  readonly highest: number;
  /**
   * Writes impression `t`, counted from 0, of the episode with a hidden number to `row` [COLUMNS]: its time; the highest competing bid, or
   * infinity where that exceeds `highest`; the predicted click probability; and 1 where it is clicked if shown. A bid equal to the price
   * wins. A simulated source draws the same numbers from `random` for any bids, and keeps no state between impressions.
   */
  read(t: number, random: Random, row: Float64Array, hidden: number): void;
  /** Draws the hidden number of an episode, default 0. A log has many windows; 0 is the one at the start of its part for fitting. */
  begin?(random: Random, place?: number): number;
  /** Windows of a log. */
  readonly windows?: Windows;
}

// Who bids in a market, and what each thing is worth to them: drawn from a distribution, or as a log says.

import type { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { stretchesIn } from "../../logs/stretch.ts";
import type { ValueDistribution } from "../../mechanisms/value-distribution.ts";

/** Who bids, and what a thing is worth to each of them. */
export interface Worth {
  /** Names for people. */
  readonly labels: readonly string[];
  readonly highest: number;
  /** Writes what thing `t` is worth to each, in an episode whose hidden number is `hidden`. */
  draw(t: number, hidden: number, values: Float64Array, random: Random): void;
  /** The hidden number of an episode. */
  begin(random: Random): number;
}

/** Everybody's values from one distribution. */
export function drawnWorth(distribution: ValueDistribution, bidders: number): Worth {
  return {
    labels: Array.from({ length: bidders }, (_, i) => `bidder ${i + 1}`),
    highest: distribution.high,
    draw(_t, _hidden, values, random) {
      for (let i = 0; i < bidders; i++) values[i] = distribution.draw(random);
    },
    begin: () => 0,
  };
}

/** Auctions of a log; to who did not bid the thing is worth nothing. */
export function loggedWorth(log: KeptLog, horizon: number): Worth {
  const { begin, at } = stretchesIn(log, horizon);
  return {
    labels: log.parties,
    highest: log.most[0],
    draw(t, first, values) {
      const record = at(first, t);
      for (let i = 0; i < values.length; i++) values[i] = record[1 + i];
    },
    begin,
  };
}

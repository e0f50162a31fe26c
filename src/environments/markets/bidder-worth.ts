// Who bids in a market, and what each thing is worth to them: drawn from a distribution, or as a log says.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { valueBands } from "../../logs/spread.ts";
import { logWindows } from "../../logs/windows.ts";
import {
  ironedVirtualValues,
  steppedValues,
  type ValueDistribution,
  type VirtualValues,
} from "../../mechanisms/value-distribution.ts";
import { virtualOf } from "./bidder-terms.ts";

/** Who bids, and what a thing is worth to each of them. */
export interface Worth {
  /** Names for people. */
  readonly labels: readonly string[];
  readonly highest: number;
  /** Writes what thing `t` is worth to each, in an episode whose hidden number is `hidden`. */
  draw(t: number, hidden: number, values: Float64Array, random: Random): void;
  /** Writes how often each one's ad is clicked where it is seen, for thing `t`; only where that is known of each thing. */
  readonly qualities?: (t: number, hidden: number, qualities: Float64Array) => void;
  /** The hidden number of an episode. */
  begin(random: Random): number;
  /** What each one's values are worth to a seller who knows how they spread: by the distribution, or by the log's own values. */
  virtual(): VirtualValues[];
}

/** Everybody's values from one distribution, which has so many stretches. */
export function drawnWorth(distribution: ValueDistribution, stretches: number, bidders: number): Worth {
  return {
    labels: Array.from({ length: bidders }, (_, i) => `bidder ${i + 1}`),
    highest: distribution.high,
    draw(_t, _hidden, values, random) {
      for (let i = 0; i < bidders; i++) values[i] = distribution.draw(random);
    },
    begin: () => 0,
    virtual() {
      const shared = virtualOf(distribution, stretches);
      return Array.from({ length: bidders }, () => shared);
    },
  };
}

/**
 * Auctions of a log; to who did not bid the thing is worth nothing. A UserError where the log is shorter than an episode, or virtual
 * values are asked for of somebody to whom nothing is worth anything.
 */
export function loggedWorth(log: KeptLog, horizon: number): Worth {
  const { begin, at } = logWindows(log, horizon);
  return {
    labels: log.parties,
    highest: log.most[0],
    draw(t, first, values) {
      const record = at(first, t);
      for (let i = 0; i < values.length; i++) values[i] = record[1 + i];
    },
    qualities(t, first, qualities) {
      const record = at(first, t);
      for (let i = 0; i < qualities.length; i++) qualities[i] = record[1 + qualities.length + i];
    },
    begin,
    virtual: () =>
      log.parties.map((name, i) => {
        const steps = valueBands(log, 0, i);
        if (steps.length > 0) return ironedVirtualValues(steppedValues(steps));
        throw new UserError({
          code: "no-values",
          what: `to ${name} nothing in ${log.file} is worth anything, so that no reserve can be set`,
          path: ["rule"],
          hint: "leave the bidder out by `where`, or take another rule",
        });
      }),
  };
}

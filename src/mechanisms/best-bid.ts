// Utility of a best response to the others' bids, from theory or by a search over bids.

import type { DirectMechanism } from "./direct.ts";

/** A mechanism with a method for the best-response utility. */
export interface AnsweredMechanism extends DirectMechanism {
  /** Supremum of the utility of `bidder` with unit value `value` over its bids from 0 to `most`, given the others' bids in `reports`. */
  best(bidder: number, value: number, reports: Float64Array, most: number): number;
  /** Set where the best bid is searched: `best` is then a lower bound. */
  readonly tried?: true;
}

type Answer = AnsweredMechanism["best"];

/** Number of bids that are tried in a search. */
const TRIED = 33;

/** Returns the mechanism with its own `best`, or with one that searches bids. */
export function answered(mechanism: DirectMechanism & Partial<AnsweredMechanism>): AnsweredMechanism {
  const { best } = mechanism;
  return best === undefined ? { ...mechanism, best: bestTried(mechanism), tried: true } : { ...mechanism, best };
}

/** Description of the channel `regret` for a mechanism. */
export function regretMeaning({ tried }: AnsweredMechanism): string {
  const what = "what the best bid against the others' would have brought more";
  return tried === true ? `${what}: the best of ${TRIED}, as no theory says which it is` : what;
}

/** Utility of a bid, given the others' bids. */
function worthOf({ run }: DirectMechanism, bidder: number, value: number, reports: Float64Array) {
  const others = reports.slice();
  return (bid: number): number => {
    others[bidder] = bid;
    const { allocation, payments } = run(others);
    return value * allocation[bidder] - payments[bidder];
  };
}

/** Best response in a truthful mechanism: utility as a function of the bid rises up to the value and falls beyond it. */
export function bestTruthfully(mechanism: DirectMechanism): Answer {
  return (bidder, value, reports, most) =>
    value > 0 && most > 0 ? Math.max(0, worthOf(mechanism, bidder, value, reports)(Math.min(value, most))) : 0;
}

/** Best response among evenly spaced bids and the value. */
function bestTried(mechanism: DirectMechanism): Answer {
  return (bidder, value, reports, most) => {
    const worth = worthOf(mechanism, bidder, value, reports);
    // Bids above all other bids and the own value bring nothing more.
    const highest = Math.min(most, 2 * Math.max(value, ...reports));
    let best = value > 0 && most > 0 ? Math.max(0, worth(Math.min(value, most))) : 0;
    for (let k = 1; k < TRIED; k++) best = Math.max(best, worth((highest * k) / (TRIED - 1)));
    return best;
  };
}

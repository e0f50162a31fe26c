// What the best bid would bring against the others': told by a rule's theory, or found by trying.

import type { DirectMechanism } from "./direct.ts";

/** A mechanism that knows what the best bid brings. */
export interface AnsweredMechanism extends DirectMechanism {
  /**
   * The most that `bidder` can have whose unit is worth `value`, by any bid from 0 to `most`, where the others' are `reports`; as
   * near to it as wanted, where no bid reaches it.
   */
  best(bidder: number, value: number, reports: Float64Array, most: number): number;
  /** Present where no theory says which bid is best: `best` is then a lower bound. */
  readonly tried?: true;
}

type Answer = AnsweredMechanism["best"];

/** Bids that are tried where no theory says which is best. */
const TRIED = 33;

/** The mechanism with its own answer, or else with that of the bids that are tried. */
export function answered(mechanism: DirectMechanism & Partial<AnsweredMechanism>): AnsweredMechanism {
  const { best } = mechanism;
  return best === undefined ? { ...mechanism, best: bestTried(mechanism), tried: true } : { ...mechanism, best };
}

/** What the channel `regret` tells of a mechanism. */
export function regretMeaning({ tried }: AnsweredMechanism): string {
  const what = "what the best bid against the others' would have brought more";
  return tried === true ? `${what}: the best of ${TRIED}, as no theory says which it is` : what;
}

/** What a bid brings, the others' being what they are. */
function worthOf({ run }: DirectMechanism, bidder: number, value: number, reports: Float64Array) {
  const others = reports.slice();
  return (bid: number): number => {
    others[bidder] = bid;
    const { allocation, payments } = run(others);
    return value * allocation[bidder] - payments[bidder];
  };
}

/** Where the truth pays best, what a bid brings rises up to the value, and falls beyond it. */
export function bestTruthfully(mechanism: DirectMechanism): Answer {
  return (bidder, value, reports, most) =>
    value > 0 && most > 0 ? Math.max(0, worthOf(mechanism, bidder, value, reports)(Math.min(value, most))) : 0;
}

/** The best of some bids, evenly spaced, and the value. */
function bestTried(mechanism: DirectMechanism): Answer {
  return (bidder, value, reports, most) => {
    const worth = worthOf(mechanism, bidder, value, reports);
    // More than all others' bids and its own value brings nothing more.
    const highest = Math.min(most, 2 * Math.max(value, ...reports));
    let best = value > 0 && most > 0 ? Math.max(0, worth(Math.min(value, most))) : 0;
    for (let k = 1; k < TRIED; k++) best = Math.max(best, worth((highest * k) / (TRIED - 1)));
    return best;
  };
}

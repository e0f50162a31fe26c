// Looks at what a rule gives and charges, so that a mistake in a user's own rule is told where it happens.

import { UserError } from "../core/errors.ts";
import type { DirectMechanism } from "./direct.ts";

/** What an outcome must keep to. */
export interface OutcomeLimits {
  /** Units that there are. Default no end of them; no bidder is given more than one. */
  readonly units?: number;
  /** The most that a bidder can be charged, by its bid and what it is given; no bidder is then paid. Default no limit. */
  readonly charge?: (bid: number, units: number) => number;
}

/** Room for rounding, as a share of a bid or of a unit. */
const ROUNDING = 1e-9;

/** The same mechanism. Its `run` throws a UserError where an outcome of the rule `name` is none. */
export function sound<M extends DirectMechanism>(mechanism: M, name: string, limits: OutcomeLimits = {}): M {
  const { bidders } = mechanism;
  const { units = Number.POSITIVE_INFINITY, charge } = limits;
  return {
    ...mechanism,
    run(reports, room) {
      const outcome = mechanism.run(reports, room);
      const { allocation, payments } = outcome;
      if (allocation.length !== bidders || payments.length !== bidders)
        throw fault(
          `the rule ${name} answers ${bidders} bids with ${allocation.length} shares and ${payments.length} payments`,
          "run(bids) gives { allocation, payments }, one number of each for each bidder",
        );
      let given = 0;
      for (let k = 0; k < bidders; k++) {
        const share = allocation[k];
        const paid = payments[k];
        given += share;
        if (!(share >= 0 && share <= 1 + ROUNDING && given <= units + ROUNDING))
          throw fault(
            `the rule ${name} gives bidder ${k + 1} ${share}, and ${given} to all so far`,
            `no bidder may be given less than 0 or more than 1${units === 1 ? ", and all together at most 1" : ""}`,
          );
        const most = charge?.(reports[k], share) ?? Number.MAX_VALUE;
        if (!(charge === undefined ? Number.isFinite(paid) : paid >= -ROUNDING && paid <= most + ROUNDING * (1 + most)))
          throw fault(
            `the rule ${name} charges bidder ${k + 1} ${paid} where it bids ${reports[k]} and is given ${share}`,
            charge === undefined ? "a payment is a finite number" : `here a payment is from 0 to ${most}`,
          );
      }
      return outcome;
    },
  };
}

function fault(what: string, hint: string): UserError {
  return new UserError({ code: "bad-rule", what, hint });
}

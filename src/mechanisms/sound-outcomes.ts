// Validates the outcomes of rules, so that an error in a user-defined rule is reported where it occurs.

import { UserError } from "../core/errors.ts";
import type { DirectMechanism } from "./direct.ts";

export interface OutcomeLimits {
  /** Number of available units; each bidder gets at most one. Default unlimited. */
  readonly units?: number;
  /** Upper bound of a bidder's payment, as a function of bid and allocation; payments must then be non-negative. Default unlimited. */
  readonly charge?: (bid: number, units: number) => number;
}

/** Tolerance for rounding errors, relative to a bid or a unit. */
const ROUNDING = 1e-9;

/** Wraps a mechanism so that `run` throws a UserError where an outcome of the rule `name` is invalid. */
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

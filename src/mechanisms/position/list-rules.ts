// The rules by which places in a list are sold, by name.

import type { VirtualValues } from "../value-distribution.ts";
import { externalityPricing, type ListUsers, virtualPricing } from "./list.ts";
import { type AnsweredMechanism, scoreAuction } from "./score-auction.ts";

export const LIST_RULES = ["first-price", "gsp", "vcg", "optimal", "approximate"] as const;
export type ListRule = (typeof LIST_RULES)[number];

/** What a seller knows. */
export interface ListSeller {
  /** How often each ad is clicked, as compared with others, whatever is shown beside it, [ads]: what scores are made of. */
  readonly qualities: ArrayLike<number>;
  /** Of each ad's value, [ads]: what the optimal rule goes by. */
  readonly virtual: readonly VirtualValues[];
  /** A click is sold for no less. The optimal rule sets its own. Default 0. */
  readonly reserve?: number;
}

/** Bids that are tried where no theory says which is best. */
const TRIED = 33;

/** A rule for a list. What its bids bring is written anew each time; arrays of rates that users were made of may change between runs. */
export function listMechanism(rule: ListRule, users: ListUsers, seller: ListSeller): AnsweredMechanism {
  const { qualities, virtual, reserve = 0 } = seller;
  switch (rule) {
    case "first-price":
      return reserved(scoreAuction(users, qualities, "own"), reserve);
    case "gsp":
      return reserved(scoreAuction(users, qualities, "next"), reserve);
    case "vcg": {
      const vcg = externalityPricing(users);
      return reserved(answered(vcg, bestTruthfully(vcg)), reserve);
    }
    case "optimal": {
      const optimal = virtualPricing(users, virtual);
      return answered(optimal, bestTruthfully(optimal));
    }
    case "approximate": {
      const found = externalityPricing(users, "approximate");
      return reserved(answered(found, bestTried(found)), reserve);
    }
    default:
      return rule satisfies never;
  }
}

/** Whether the truth is claimed to be everybody's best bid. */
export function claimsTruth(rule: ListRule): boolean {
  return rule === "vcg" || rule === "optimal";
}

type Answer = AnsweredMechanism["best"];
type Run = AnsweredMechanism["run"];

function answered({ bidders, run }: { readonly bidders: number; run: Run }, best: Answer): AnsweredMechanism {
  return { bidders, run, best };
}

/** What a bid brings, the others' being what they are. */
function worthOf(run: Run, bidder: number, value: number, reports: Float64Array): (bid: number) => number {
  const others = reports.slice();
  return (bid) => {
    others[bidder] = bid;
    const { allocation, payments } = run(others);
    return value * allocation[bidder] - payments[bidder];
  };
}

/** Where the truth pays best, what a bid brings rises up to the value, and falls beyond it. */
function bestTruthfully({ run }: { run: Run }): Answer {
  return (bidder, value, reports, most) =>
    value > 0 && most > 0 ? Math.max(0, worthOf(run, bidder, value, reports)(Math.min(value, most))) : 0;
}

/** The best of some bids, evenly spaced, and the value: no more than a lower bound. */
function bestTried({ run }: { run: Run }): Answer {
  return (bidder, value, reports, most) => {
    const worth = worthOf(run, bidder, value, reports);
    // More than everybody else's bids and its own value brings nothing more.
    const highest = Math.min(most, 2 * Math.max(value, ...reports));
    let best = value > 0 && most > 0 ? Math.max(0, worth(Math.min(value, most))) : 0;
    for (let k = 1; k < TRIED; k++) best = Math.max(best, worth((highest * k) / (TRIED - 1)));
    return best;
  };
}

/**
 * The same rule where every click costs the seller so much: ads are taken for what they bid above it, who does not bid more is not
 * shown, and a click is charged it beside what the rule charges. The truth pays as well as before.
 */
function reserved(rule: AnsweredMechanism, reserve: number): AnsweredMechanism {
  if (reserve === 0) return rule;
  const above = new Float64Array(rule.bidders);
  const lowered = (reports: Float64Array) => {
    for (let k = 0; k < above.length; k++) above[k] = Math.max(0, reports[k] - reserve);
    return above;
  };
  return {
    bidders: rule.bidders,
    run(reports) {
      const { allocation, payments } = rule.run(lowered(reports));
      for (let k = 0; k < payments.length; k++) payments[k] += reserve * allocation[k];
      return { allocation, payments };
    },
    best: (bidder, value, reports, most) => rule.best(bidder, value - reserve, lowered(reports), most - reserve),
  };
}

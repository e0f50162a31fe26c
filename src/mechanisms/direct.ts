// Mechanisms in which every bidder reports one number, what a unit is worth to it, and is given so many units and a bill: the form in
// which auctions are compared, and searched for misreports that pay.

import { emptySales, optimalAuction, type SealedAuction } from "./sealed-bid.ts";
import type { VirtualValues } from "./value-distribution.ts";

/** How exactly a step of the allocation is found, as a share of the bid: nearer to it, sums that are compared differ by rounding. */
const FINEST = 2 ** -40;

/** A bid with which the allocation is less than with a smaller one. */
export class FallingAllocation extends Error {}

/**
 * The payment for bid `bid` ≥ 0 under `allocation`, which must be a step function that never falls: between two points of equal
 * allocation it is constant, and its steps are found by bisection, to 10⁻¹² of the bid. Throws a FallingAllocation where a smaller
 * bid was given more.
 */
export function truthfulPayment(allocation: (bid: number) => number, bid: number): number {
  const finest = bid * FINEST;
  /** ∫ of the step function from `a` to `b`, whose values there are known. */
  const area = (a: number, atA: number, b: number, atB: number): number => {
    // Rounding in sums of clicks is no fall.
    if (atB < atA - 1e-12 * Math.abs(atA)) throw new FallingAllocation(`${atA} for a bid of ${a}, and ${atB} for ${b}`);
    if (b - a <= finest || Math.abs(atB - atA) <= 1e-15 * Math.abs(atB)) return (b - a) * 0.5 * (atA + atB);
    const middle = a + (b - a) / 2;
    const between = allocation(middle);
    return area(a, atA, middle, between) + area(middle, between, b, atB);
  };
  const won = allocation(bid);
  return bid * won - area(0, allocation(0), bid, won);
}

/** What every bidder is given and charged, [bidders] each. */
export interface DirectOutcome {
  /** Units, or the chance of one: things won, clicks. */
  readonly allocation: Float64Array;
  readonly payments: Float64Array;
}

/** A rule from reports to an outcome. Of reports it may keep nothing. */
export interface DirectMechanism {
  readonly bidders: number;
  /** `reports` is [bidders], each from 0 on. A rule that is called very often may write into `room` instead of new arrays. */
  run(reports: Float64Array, room?: DirectOutcome): DirectOutcome;
}

/** value·allocation − payment of each bidder. */
export function utilities(values: ArrayLike<number>, { allocation, payments }: DirectOutcome): Float64Array {
  const surplus = new Float64Array(payments.length);
  for (let k = 0; k < surplus.length; k++) surplus[k] = values[k] * allocation[k] - payments[k];
  return surplus;
}

/** Sum of value·allocation. */
export function welfareOf(values: ArrayLike<number>, { allocation }: DirectOutcome): number {
  let sum = 0;
  for (let k = 0; k < allocation.length; k++) sum += values[k] * allocation[k];
  return sum;
}

/** Sum of payments. */
export function revenueOf({ payments }: DirectOutcome): number {
  return payments.reduce((a, b) => a + b, 0);
}

/** One thing by sealed bids. */
export function sealedMechanism(sell: SealedAuction, bidders: number, reserve = 0): DirectMechanism {
  const sales = emptySales(1);
  return {
    bidders,
    run(reports, room) {
      sell(reports, bidders, reserve, sales);
      return sold(sales.winners[0], sales.prices[0], room ?? emptyOutcome(bidders));
    },
  };
}

/** One thing by the optimal auction. */
export function optimalMechanism(virtual: readonly VirtualValues[]): DirectMechanism {
  const bidders = virtual.length;
  return {
    bidders,
    run(reports, room) {
      const { winner, price } = optimalAuction(reports, virtual);
      return sold(winner, price, room ?? emptyOutcome(bidders));
    },
  };
}

/** Room for an outcome. */
export function emptyOutcome(bidders: number): DirectOutcome {
  return { allocation: new Float64Array(bidders), payments: new Float64Array(bidders) };
}

function sold(winner: number, price: number, outcome: DirectOutcome): DirectOutcome {
  const { allocation, payments } = outcome;
  for (let k = 0; k < allocation.length; k++) {
    allocation[k] = k === winner ? 1 : 0;
    payments[k] = k === winner ? price : 0;
  }
  return outcome;
}

/** An allocation rule that never falls in a bidder's own report, with the payments that make the truth every bidder's best report. */
export function truthfulMechanism(bidders: number, allocate: (reports: Float64Array) => Float64Array): DirectMechanism {
  return {
    bidders,
    run(reports) {
      const allocation = allocate(reports);
      const payments = Float64Array.from(allocation, (units, k) => {
        if (units === 0) return 0;
        const other = reports.slice();
        const own = (report: number) => {
          other[k] = report;
          return allocate(other)[k];
        };
        return truthfulPayment(own, reports[k]);
      });
      return { allocation, payments };
    },
  };
}

/** The same allocation, where every bidder pays its bid for what it is given. */
export function payYourBid({ bidders, run }: DirectMechanism): DirectMechanism {
  return {
    bidders,
    run(reports) {
      const { allocation } = run(reports);
      return { allocation, payments: allocation.map((units, k) => units * reports[k]) };
    },
  };
}

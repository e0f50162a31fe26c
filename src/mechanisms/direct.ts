// Direct mechanisms with one number per bidder: each reports its value per unit, and receives an allocation and a payment. Auctions are
// compared, and searched for profitable misreports, in this form.

import { emptySales, optimalAuction, type SealedAuction } from "./sealed-bid.ts";
import type { VirtualValues } from "./value-distribution.ts";

/** Relative accuracy of an allocation step's location; closer to a step, rounding errors decide comparisons of sums. */
const FINEST = 2 ** -40;

/** Thrown where a higher bid receives a smaller allocation. */
export class FallingAllocation extends Error {}

/**
 * Payment by the payment identity for a bid `bid` ≥ 0 under `allocation`, a non-decreasing step function: between two points with equal
 * allocation it is constant, and its steps are located by bisection, to 10⁻¹² of the bid. Throws a FallingAllocation where a smaller bid
 * receives more.
 */
export function truthfulPayment(allocation: (bid: number) => number, bid: number): number {
  const finest = bid * FINEST;
  /** Integral of the step function from `a` to `b`, given its values there. */
  const area = (a: number, atA: number, b: number, atB: number): number => {
    // Rounding errors in sums of clicks are no decrease.
    if (atB < atA - 1e-12 * Math.abs(atA)) throw new FallingAllocation(`${atA} for a bid of ${a}, and ${atB} for ${b}`);
    if (b - a <= finest || Math.abs(atB - atA) <= 1e-15 * Math.abs(atB)) return (b - a) * 0.5 * (atA + atB);
    const middle = a + (b - a) / 2;
    const between = allocation(middle);
    return area(a, atA, middle, between) + area(middle, between, b, atB);
  };
  const won = allocation(bid);
  return bid * won - area(0, allocation(0), bid, won);
}

/** Allocation and payment of every bidder, [bidders] each. */
export interface DirectOutcome {
  /** Units or probability of a unit: items won, clicks. */
  readonly allocation: Float64Array;
  readonly payments: Float64Array;
}

/** A function from reports to an outcome. It must not keep references to the reports. */
export interface DirectMechanism {
  readonly bidders: number;
  /**
   * `reports` is [bidders], each at least 0. A mechanism that is called very often may write its outcome to `room` instead of new arrays.
   */
  run(reports: Float64Array, room?: DirectOutcome): DirectOutcome;
}

/** Utilities of the bidders: value·allocation − payment. */
export function utilities(values: ArrayLike<number>, { allocation, payments }: DirectOutcome): Float64Array {
  const surplus = new Float64Array(payments.length);
  for (let k = 0; k < surplus.length; k++) surplus[k] = values[k] * allocation[k] - payments[k];
  return surplus;
}

/** Welfare: the sum of value·allocation. */
export function welfareOf(values: ArrayLike<number>, { allocation }: DirectOutcome): number {
  let sum = 0;
  for (let k = 0; k < allocation.length; k++) sum += values[k] * allocation[k];
  return sum;
}

/** Revenue: the sum of payments. */
export function revenueOf({ payments }: DirectOutcome): number {
  return payments.reduce((a, b) => a + b, 0);
}

/** A sealed-bid single-item auction as a direct mechanism. */
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

/** The optimal (Myerson) single-item auction as a direct mechanism. */
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

/** Allocates an outcome. */
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

/** Combines an allocation rule that is monotone in each own report with the payments that make it truthful. */
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

/** The same allocation with first-price payments: every bidder pays its bid for its allocation. */
export function payYourBid({ bidders, run }: DirectMechanism): DirectMechanism {
  return {
    bidders,
    run(reports) {
      const { allocation } = run(reports);
      return { allocation, payments: allocation.map((units, k) => units * reports[k]) };
    },
  };
}

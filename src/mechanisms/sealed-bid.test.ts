// Sealed-bid auctions against a direct implementation of the rules, and errors for invalid bids.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptySales, firstPrice, secondPrice } from "./sealed-bid.ts";

/** Direct implementation by sorting: returns the winner and the second-highest bid or reserve. */
function plainly(bids: readonly number[], reserve: number) {
  const order = bids.map((bid, k) => ({ bid, k })).sort((a, b) => b.bid - a.bid || a.k - b.k);
  const [first, second] = order;
  if (first === undefined || first.bid < reserve) return { winner: -1, first: 0, second: 0 };
  return { winner: first.k, first: first.bid, second: Math.max(reserve, second?.bid ?? 0) };
}

describe("sealed bids", () => {
  it("are won by the highest, which pays itself or the next one", () => {
    const row = (n: number) => fc.array(fc.nat(6), { minLength: n, maxLength: n });
    const table = fc.integer({ min: 1, max: 5 }).chain((n) => fc.array(row(n), { minLength: 1 }));
    fc.assert(
      fc.property(table, fc.nat(4), (rows, reserve) => {
        const bids = Float64Array.from(rows.flat());
        const [first, second] = [emptySales(rows.length), emptySales(rows.length)];
        firstPrice(bids, rows[0].length, reserve, first);
        secondPrice(bids, rows[0].length, reserve, second);
        for (const [k, bidsOfRow] of rows.entries()) {
          const wanted = plainly(bidsOfRow, reserve);
          expect([first.winners[k], first.prices[k]]).toEqual([wanted.winner, wanted.first]);
          expect([second.winners[k], second.prices[k]]).toEqual([wanted.winner, wanted.second]);
        }
      }),
    );
  });
});

// A rule of one's own: the highest bid wins, and every bidder pays its bid, as in a contest of efforts.

import { defineRule, z } from "agonlab";

export default defineRule({
  summary: "one thing goes to the highest bid, and every bid is paid",
  source: "Baye, Kovenock & de Vries (1996)",
  parameters: z.strictObject({
    refund: z.number().min(0).max(1).default(0).describe("share of their bid that losers get back"),
  }),
  make: ({ refund }) => ({
    family: "auction",
    // What the audit puts to the test: does the truth pay every bidder best?
    truthful: false,
    mechanism: ({ bidders, reserve }) => ({
      bidders,
      run(bids) {
        const allocation = new Float64Array(bidders);
        const payments = bids.map((bid) => (1 - refund) * bid);
        const winner = bids.indexOf(Math.max(...bids));
        if (bids[winner] < reserve) return { allocation, payments };
        allocation[winner] = 1;
        payments[winner] = bids[winner];
        return { allocation, payments };
      },
    }),
  }),
});

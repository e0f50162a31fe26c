// A text method of one's own: an answer's credit is the rank of its pay among the answers to its question, so that one wild pay
// moves the model no further than any other (fitness shaping, Wierstra et al., JMLR 15, 2014).

import { clippedCredit, defineTextMethod, spread, totalPay, z } from "agonlab";

export default defineTextMethod({
  summary: "answers are credited by the rank of their pay within their group",
  source: "after Wierstra et al., JMLR 15 (2014) 949-980",
  parameters: z.strictObject({
    best: z.number().gt(0).max(100).default(1.5).describe("advantage of an answer that is paid more than all others"),
  }),
  make: ({ best }) => ({
    payAlone: true,
    openAdvantages: true,
    make({ options, sizes }) {
      const { objective, advantages, of } = clippedCredit(options, sizes);
      return {
        objectives: [objective],
        teach(texts) {
          const ranks = rankAdvantages(totalPay(texts), sizes.group).map((rank) => best * rank);
          if (ranks.every((rank) => rank === 0)) return undefined;
          spread(ranks, texts, advantages);
          return { credit: of(texts) };
        },
      };
    },
  }),
});

/** Share of the other answers that are paid less, less the share of those that are paid more: from -1 to 1, [rows]. */
function rankAdvantages(pay: Float64Array, group: number): Float64Array {
  return pay.map((own, row) => {
    const from = row - (row % group);
    const signs = pay.subarray(from, from + group).map((other) => Math.sign(own - other));
    return signs.reduce((sum, sign) => sum + sign, 0) / (group - 1);
  });
}

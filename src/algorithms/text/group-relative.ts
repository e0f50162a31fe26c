// GRPO's own method (Shao et al., arXiv 2402.03300), and what differs from it only in baseline, scale, clip, ratio and average: an
// answer's advantage over its group is the credit of all its characters, under a clipped probability ratio.

import { clippedCredit } from "./clipped-credit.ts";
import { groupAdvantages, spread, totalPay } from "./group-advantage.ts";
import { type BatchSizes, defineTextMethod, type GroupMethodOptions, type TextMethod } from "./text-method.ts";

export const groupRelative = defineTextMethod({
  id: "group-relative",
  summary: "answers are compared within their group, as baseline and scale say, under a clipped probability ratio",
  source: "Shao et al., arXiv 2402.03300",
  make: () => ({
    payAlone: true,
    openAdvantages: true,
    make: ({ options, sizes }) => groupMethod(options, sizes),
  }),
});

/** The method for batches of these sizes. */
export function groupMethod(options: GroupMethodOptions, sizes: BatchSizes): TextMethod {
  const { objective, advantages, of } = clippedCredit(options, sizes);
  return {
    objectives: [objective],
    teach(texts) {
      const byRow = groupAdvantages(totalPay(texts), sizes.group, options);
      if (byRow.every((advantage) => advantage === 0)) return undefined;
      spread(byRow, texts, advantages);
      return { credit: of(texts) };
    },
  };
}

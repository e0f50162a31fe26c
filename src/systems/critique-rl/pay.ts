// What a critic can be paid for, as it is declared: its verdict, what became of the answer, or the latter where the verdict is
// right (arXiv 2510.24320 and its released code).

import type { RewardDeclaration } from "../../rewards/index.ts";

/** r_dis: 1 for a right verdict, −1 for a wrong one or none. */
export const VERDICT: RewardDeclaration = { weights: { correct: 1, misjudged: -1 } };

/** Of the refined answer f beside the first o: whether it is right; what changed; what changed, and a little for keeping. */
export const REFINEMENT = {
  refine: { channel: "refinedRight" },
  delta: { weights: { repaired: 1, spoiled: -1 } },
  correct: {
    sum: [{ channel: "repaired" }, { product: [{ channel: "firstRight" }, { channel: "refinedRight" }], weight: 0.2 }],
  },
} as const satisfies Readonly<Record<string, RewardDeclaration>>;

/** Of the second stage: the refined answer and β₁ = 0.2 for a right verdict; without one −1 for any answer. */
export const GATED: RewardDeclaration = gated(REFINEMENT.refine);

/** The same with another pay for the refinement. */
export function gated(refinement: RewardDeclaration): RewardDeclaration {
  return {
    when: { channel: "correct", atLeast: 1 },
    pay: { sum: [refinement, { channel: "correct", weight: 0.2 }] },
    otherwise: { channel: "misjudged", weight: -1 },
  };
}

// A judge of progress of one's own, as a potential. Put your own in its place: it is shown four moments, and answers with a hop.

import { defineReward, hopBetween, hopPotential, type JudgedMoment, z } from "agonlab";

/** Cells that the gripper may be away from what it goes to. */
const FAR = 14;

/** Progress by hand: half for the way to the peg, the rest for the way to the hole and the alignment. */
function progress({ grip, toPeg, toHole }: JudgedMoment, blind: boolean): number {
  if (grip === 3) return 1;
  if (blind) return 0.5 - toHole / (2 * FAR);
  return grip === 0 ? 0.5 - toPeg / (2 * FAR) : 0.9 - (grip === 2 ? 0 : 0.05 + (0.3 * toHole) / FAR);
}

export default defineReward({
  summary: "a potential by a judge of hops that knows distances and what the gripper holds",
  parameters: z.strictObject({
    discount: z.number().gt(0).max(1).default(0.95).describe("γ, the learner's own"),
    blind: z.boolean().default(false).describe("the judge sees the hole alone"),
  }),
  make: ({ discount, blind }) =>
    hopPotential({
      hop: (_start, _goal, before, after) => hopBetween(progress(before, blind), progress(after, blind)),
      goal: { grip: 3, toPeg: 4, toHole: 0 },
      discount,
    }),
});

// Parameters of deterministic policy gradients: those that all share, and what the variants add.

import { z } from "zod";
import { batch, offPolicyFields, targetShare } from "./off-policy-fields.ts";
import type { WorstCase } from "./worst-case.ts";

/** Parameters of every deterministic actor-critic. */
export const deterministicFields = {
  ...offPolicyFields,
  capacity: offPolicyFields.capacity.default(100_000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  batch,
  actorRate: z.number().gt(0).max(10).default(1e-4).describe("learning rate of actors"),
  criticRate: z.number().gt(0).max(10).default(1e-3).describe("learning rate of critics"),
  targetShare,
  noise: z
    .number()
    .min(0)
    .max(10)
    .default(0.1)
    .describe("deviation of the exploration noise at the start, on a box of [−1, 1]"),
  noiseEnd: z.number().min(0).max(10).default(0.01).describe("deviation at the end of its fall"),
  noiseShare: z.number().min(0).max(1).default(0.5).describe("share of the training over which the noise falls"),
};

/** What twin-delayed learning adds (Fujimoto et al., arXiv 1802.09477). */
export const twinFields = {
  delay: z.int().min(1).max(1000).default(2).describe("gradient steps of critics for one of actors and targets"),
  smoothing: z.number().min(0).max(10).default(0.2).describe("deviation of the noise on target actions"),
  smoothingClip: z.number().min(0).max(10).default(0.5).describe("largest noise on a target action"),
};

/** What learners with central critics take beside. */
export const jointFields = {
  ...deterministicFields,
  every: deterministicFields.every.default(4),
  restraint: z
    .number()
    .min(0)
    .max(10)
    .default(1e-3)
    .describe(
      "weight of the mean square of actors' outputs before squashing, as in the code of arXiv 1706.02275: they don't stick to the ends of the box",
    ),
};

const shared = z.strictObject(deterministicFields);

/** The parameters above, and what sets the algorithms apart. */
export interface DeterministicOptions extends z.output<typeof shared> {
  /** Two critics, of which the lower value counts, noise on target actions, actors that move later; default one critic. */
  readonly twin?: z.output<z.ZodObject<typeof twinFields>>;
  /** Weight of the mean square of actors' outputs before squashing in their loss; default 0. */
  readonly restraint?: number;
  /** Others' actions are taken to be worse for each seat than they are; default as they are. */
  readonly worst?: WorstCase;
}

// Deterministic policy gradients for worlds whose actions are numbers in a box. Independent for each learning seat: DDPG
// (Lillicrap et al., arXiv 1509.02971; exploration is normal noise that falls, in place of the published correlated noise) and
// TD3 (Fujimoto et al., arXiv 1802.09477). With critics that see all seats while they learn: MADDPG, MATD3 and M3DDPG.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { flag, positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import { deterministicLearner, type WorstCase } from "./deterministic-learner.ts";
import { aloneInBoxes, togetherInBoxes } from "./off-policy.ts";
import { batch, offPolicyFields, targetShare } from "./off-policy-fields.ts";

/** Parameters of every deterministic actor-critic. */
const deterministicFields = {
  ...offPolicyFields,
  capacity: offPolicyFields.capacity.default(100_000),
  scaleRewards: offPolicyFields.scaleRewards.default(true),
  batch,
  actorRate: positive(10, 1e-4).describe("learning rate of actors"),
  criticRate: positive(10, 1e-3).describe("learning rate of critics"),
  targetShare,
  noise: within(0, 10, 0.1).describe("deviation of the exploration noise at the start, on a box of [−1, 1]"),
  noiseEnd: within(0, 10, 0.01).describe("deviation at the end of its fall"),
  noiseShare: share(0.5).describe("share of the training over which the noise falls"),
};

/** What twin-delayed learning adds (Fujimoto et al., arXiv 1802.09477). */
const twinFields = {
  delay: whole(1, 1000, 2).describe("gradient steps of critics for one of actors and targets"),
  smoothing: within(0, 10, 0.2).describe("deviation of the noise on target actions"),
  smoothingClip: within(0, 10, 0.5).describe("largest noise on a target action"),
};

/** What learners with central critics take beside. */
const jointFields = {
  ...deterministicFields,
  every: deterministicFields.every.default(4),
  restraint: within(0, 10, 1e-3).describe(
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

/** An algorithm of this family; `own` gives what sets it apart. */
function deterministic<P extends z.output<typeof shared>>(
  entry: EntryAbout<P> & {
    readonly plan: typeof aloneInBoxes | typeof togetherInBoxes;
    own?(parameters: P): Pick<DeterministicOptions, "twin" | "worst">;
  },
): BoundEntry<AlgorithmPlan> {
  const { id, plan, own } = entry;
  return bind({
    ...entry,
    make: (p: P) =>
      plan(id, p, (spec, seats, random) => deterministicLearner(spec, seats, { ...p, ...own?.(p) }, random)),
  });
}

export const ddpg = deterministic({
  id: "ddpg",
  summary: "deep deterministic policy gradients",
  source: "Lillicrap et al., arXiv 1509.02971",
  plan: aloneInBoxes,
  parameters: shared,
});

export const td3 = deterministic({
  id: "td3",
  summary: "twin-delayed deterministic policy gradients",
  source: "Fujimoto et al., arXiv 1802.09477",
  plan: aloneInBoxes,
  parameters: z.strictObject({
    ...deterministicFields,
    ...twinFields,
    actorRate: deterministicFields.actorRate.default(1e-3),
  }),
  own: (p) => ({ twin: p }),
});

/** Every seat has its own actor, which sees its own observation, and its own critic. */
export const maddpg = deterministic({
  id: "maddpg",
  summary: "deterministic policy gradients with critics that see all seats while training",
  source: "Lowe et al., arXiv 1706.02275",
  plan: togetherInBoxes,
  parameters: z.strictObject(jointFields),
});

/** MADDPG with the remedies of TD3: two critics of which the lower counts, noise on target actions, delayed actors. */
export const matd3 = deterministic({
  id: "matd3",
  summary: "maddpg with twin critics, target noise and delayed actors",
  source: "Ackermann et al., arXiv 1910.01465",
  plan: togetherInBoxes,
  parameters: z.strictObject({ ...jointFields, ...twinFields }),
  own: (p) => ({ twin: p }),
});

/** MADDPG in which every seat takes the others' actions to be worse for itself than they are, in its values and in its acts. */
export const m3ddpg = deterministic({
  id: "m3ddpg",
  summary: "maddpg against the worst that others might do nearby",
  source: "Li et al., doi 10.1609/aaai.v33i01.33014213",
  plan: togetherInBoxes,
  parameters: z.strictObject({
    ...jointFields,
    perturbation: within(0, 1000, 0.1).describe(
      "α: how far others' actions go down a seat's own value, on a box of [−1, 1]",
    ),
    normalise: flag(false).describe(
      "a step of length α for any slope, as in the authors' code; false: α times the slope",
    ),
  }),
  own: ({ perturbation, normalise }) => ({ worst: { step: perturbation, normalise } }),
});

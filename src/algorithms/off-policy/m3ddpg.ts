// Minimax multi-agent deterministic policy gradients (Li et al., AAAI 2019): MADDPG in which every seat takes the others'
// actions to be worse for itself than they are, in what it learns to expect and in how it acts.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { togetherInBoxes } from "./box-plans.ts";
import { deterministicLearner } from "./deterministic-learner.ts";
import { jointFields } from "./deterministic-options.ts";

const parameters = z.strictObject({
  ...jointFields,
  perturbation: z
    .number()
    .min(0)
    .max(1000)
    .default(0.1)
    .describe("α: how far others' actions go down a seat's own value, on a box of [−1, 1]"),
  normalise: z
    .boolean()
    .default(false)
    .describe("a step of length α whatever the slope, as in the authors' code; false: α times the slope"),
});

export const m3ddpg: Bound<AlgorithmPlan> = bind({
  id: "m3ddpg",
  summary: "maddpg against the worst that others might do nearby",
  source: "Li et al., doi 10.1609/aaai.v33i01.33014213",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    togetherInBoxes("m3ddpg", p, (spec, seats, random) =>
      deterministicLearner(spec, seats, { ...p, worst: { step: p.perturbation, normalise: p.normalise } }, random),
    ),
});

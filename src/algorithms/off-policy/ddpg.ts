// Deep deterministic policy gradients (Lillicrap et al., arXiv 1509.02971) for worlds whose actions are numbers in a box,
// independent for each learning seat. Exploration is normal noise that falls, in place of the published correlated noise.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { aloneInBoxes } from "./box-plans.ts";
import { deterministicLearner } from "./deterministic-learner.ts";
import { deterministicFields } from "./deterministic-options.ts";

const parameters = z.strictObject(deterministicFields);

export const ddpg: Bound<AlgorithmPlan> = bind({
  id: "ddpg",
  summary: "deep deterministic policy gradients",
  source: "Lillicrap et al., arXiv 1509.02971",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    aloneInBoxes("ddpg", p, (spec, seats, random) => deterministicLearner(spec, seats, p, random)),
});

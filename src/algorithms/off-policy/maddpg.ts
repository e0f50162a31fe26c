// Multi-agent deterministic policy gradients (Lowe et al., arXiv 1706.02275): every seat has its own actor, which sees its own
// observation, and its own critic, which sees everybody's observations and actions while it learns.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { togetherInBoxes } from "./box-plans.ts";
import { deterministicLearner } from "./deterministic-learner.ts";
import { jointFields } from "./deterministic-options.ts";

const parameters = z.strictObject(jointFields);

export const maddpg: Bound<AlgorithmPlan> = bind({
  id: "maddpg",
  summary: "deterministic policy gradients with critics that see everybody while training",
  source: "Lowe et al., arXiv 1706.02275",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    togetherInBoxes("maddpg", p, (spec, seats, random) => deterministicLearner(spec, seats, p, random)),
});

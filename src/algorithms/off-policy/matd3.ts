// MADDPG with the remedies of TD3 (Ackermann et al., arXiv 1910.01465): two critics of which the lower counts, noise on
// target actions, delayed actors.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { togetherInBoxes } from "./box-plans.ts";
import { deterministicLearner } from "./deterministic-learner.ts";
import { jointFields, twinFields } from "./deterministic-options.ts";

const parameters = z.strictObject({
  ...jointFields,
  ...twinFields,
});

export const matd3: Bound<AlgorithmPlan> = bind({
  id: "matd3",
  summary: "maddpg with twin critics, target noise and delayed actors",
  source: "Ackermann et al., arXiv 1910.01465",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    togetherInBoxes("matd3", p, (spec, seats, random) => deterministicLearner(spec, seats, { ...p, twin: p }, random)),
});

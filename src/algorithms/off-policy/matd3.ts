// MADDPG with the remedies of TD3 (Ackermann et al., arXiv 1910.01465): two critics of which the lower counts, noise on
// target actions, delayed actors.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { needsBox } from "../box-action.ts";
import { deterministicLearner } from "./deterministic-learner.ts";
import { jointFields, twinFields } from "./deterministic-options.ts";
import { offPolicyPlan, together } from "./off-policy.ts";
import { checkJointMemory } from "./replay-buffer.ts";

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
    offPolicyPlan(
      p,
      (spec) => {
        needsBox("matd3", spec, "qmix or vdn");
        checkJointMemory(spec, p.capacity);
      },
      together,
      (spec, seats, random) => deterministicLearner(spec, seats, { ...p, twin: p }, random),
    ),
});

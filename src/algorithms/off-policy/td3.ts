// Twin-delayed deterministic policy gradients (Fujimoto et al., arXiv 1802.09477) for worlds whose actions are numbers in a
// box, independent for each learning seat.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { aloneInBoxes } from "./box-plans.ts";
import { deterministicLearner } from "./deterministic-learner.ts";
import { deterministicFields, twinFields } from "./deterministic-options.ts";

const parameters = z.strictObject({
  ...deterministicFields,
  ...twinFields,
  actorRate: deterministicFields.actorRate.default(1e-3),
});

export const td3: Bound<AlgorithmPlan> = bind({
  id: "td3",
  summary: "twin-delayed deterministic policy gradients",
  source: "Fujimoto et al., arXiv 1802.09477",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    aloneInBoxes("td3", p, (spec, seats, random) => deterministicLearner(spec, seats, { ...p, twin: p }, random)),
});

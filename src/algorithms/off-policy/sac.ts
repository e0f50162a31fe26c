// Soft actor-critic (Haarnoja et al., arXiv 1801.01290; automatic temperature: arXiv 1812.05905) for worlds whose actions
// are numbers in a box, independent for each learning seat.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { aloneInBoxes } from "./box-plans.ts";
import { softFields, softLearner } from "./soft-learner.ts";

const parameters = z.strictObject(softFields);

export const sac: Bound<AlgorithmPlan> = bind({
  id: "sac",
  summary: "soft actor-critic with twin critics and a temperature that tunes itself",
  source: "Haarnoja et al., arXiv 1801.01290 and 1812.05905",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    aloneInBoxes("sac", p, (spec, seats, random) => softLearner(spec, seats, p, random)),
});

// Soft actor-critic with central critics, for worlds whose actions are numbers in a box: every seat has its own actor, which
// sees its own observation, and two critics that see everybody's observations and actions while it learns (the scheme of
// Lowe et al., arXiv 1706.02275, with the soft values of arXiv 1812.05905; others' actions come from their present actors,
// as in Iqbal & Sha, arXiv 1810.02912, without that paper's attention).

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { togetherInBoxes } from "./box-plans.ts";
import { softFields, softLearner } from "./soft-learner.ts";

const parameters = z.strictObject({
  ...softFields,
  capacity: softFields.capacity.default(100_000),
  batch: softFields.batch.default(256),
  rate: softFields.rate.default(3e-4),
  scaleRewards: softFields.scaleRewards.default(true),
  maxNorm: z.number().gt(0).default(1).describe("longest gradient of all actors, and of all critics"),
});

export const masac: Bound<AlgorithmPlan> = bind({
  id: "masac",
  summary: "soft actor-critic with twin critics that see everybody while training",
  source: "Lowe et al., arXiv 1706.02275; Haarnoja et al., arXiv 1812.05905",
  parameters,
  make: (p: z.output<typeof parameters>) =>
    togetherInBoxes("masac", p, (spec, seats, random) => softLearner(spec, seats, p, random)),
});

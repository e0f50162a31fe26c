// Value decomposition (Sunehag et al., arXiv 1706.05296): seats that are paid as a team learn values of their own choices
// whose sum is the team's. Without the paper's recurrent units.

import { z } from "zod";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { sumMixer } from "./mixers.ts";
import {
  type DecompositionTraining,
  decompositionFields,
  decompositionPlan,
  decompositionTraining,
  type MakeMixer,
} from "./value-decomposition.ts";

const parameters = z.strictObject(decompositionFields);

const mixer: MakeMixer = () => sumMixer;

export const vdn: Bound<AlgorithmPlan> = bind({
  id: "vdn",
  summary: "values of a team as the sum of those of its seats",
  source: "Sunehag et al., arXiv 1706.05296",
  parameters,
  make: (p: z.output<typeof parameters>) => decompositionPlan(p, mixer),
});

/** Trains with parameters as `vdn` takes them; the team's value can be asked for. */
export function trainVdn(context: TrainingContext, options: z.input<typeof parameters>): DecompositionTraining {
  return decompositionTraining(context, parameters.parse(options), mixer);
}

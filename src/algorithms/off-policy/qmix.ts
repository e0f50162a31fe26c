// Monotonic value factorisation (Rashid et al., arXiv 1803.11485): seats that are paid as a team learn values of their own
// choices whose best ones are the team's, by a network that mixes them as the state says. Without the paper's recurrent
// units.

import { z } from "zod";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { monotonicMixer } from "./mixers.ts";
import {
  type DecompositionTraining,
  decompositionFields,
  decompositionPlan,
  decompositionTraining,
  type MakeMixer,
} from "./value-decomposition.ts";

const parameters = z.strictObject({
  ...decompositionFields,
  embedding: z.int().min(1).max(4096).default(32).describe("units in which the mixer combines the seats' values"),
});

type Parameters = z.output<typeof parameters>;

const mixer =
  (p: Parameters): MakeMixer =>
  (team, stateSize) =>
    monotonicMixer(team, stateSize, p.embedding);

export const qmix: Bound<AlgorithmPlan> = bind({
  id: "qmix",
  summary: "values of a team that rise with those of its seats, by a mixing network",
  source: "Rashid et al., arXiv 1803.11485",
  parameters,
  make: (p: Parameters) => decompositionPlan(p, mixer(p)),
});

/** Trains with parameters as `qmix` takes them; the team's value can be asked for. */
export function trainQmix(context: TrainingContext, options: z.input<typeof parameters>): DecompositionTraining {
  const p = parameters.parse(options);
  return decompositionTraining(context, p, mixer(p));
}

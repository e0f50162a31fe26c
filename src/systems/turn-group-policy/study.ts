// Turns with credit of their own: what a call has added to the probability of the right answer, compared with the same turn of
// other answers, summed at one size whatever the depth, with bounds that widen where much was gained. First on turns whose
// merit is known, then on a small transformer that searches a table.

import type { Check, Control, Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { CONSTANT, LADDER, OUTCOME, SHUFFLED, TOLD, WHOLE, WRONG } from "./arms.ts";
import { flatControl, simulationChecks } from "./simulation.ts";
import { trainingPart } from "./training.ts";
import { controls, summary, trainingChecks } from "./training-checks.ts";

export const turnGroupPolicy: Study = {
  id: "turn-group-policy",
  title: "A²TGPO: information gains compared turn by turn, with clips that follow them",
  source: "arXiv 2605.06200",
  claim:
    "The rise of the model's own probability of the right answer credits single turns, if it is compared with the same turn of other answers, summed over the root of the number of terms, and widens or narrows the clip.",
  claimed:
    "exact match on seven question-answering benchmarks, three backbones: 1.75 points over strong baselines where several hops are needed, 1.69 where one is",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const seeds = context.seeds ?? (full ? 8 : 5);
  const jobs = Array.from({ length: seeds }, (_, k) => ({
    seed: FIRST_SEED + k,
    compared: [...LADDER.slice(0, -1), WHOLE, WRONG, SHUFFLED, TOLD],
    trained: full ? [...LADDER, CONSTANT, WRONG, SHUFFLED] : [OUTCOME, WHOLE, CONSTANT],
    updates: full ? 100 : 60,
    batches: full ? 32 : 16,
    references: 64,
  }));
  const exact = simulation(context);
  const trained = await context.all(trainingPart, jobs, ({ seed }) => `a searcher in every arm, seed ${seed}`);
  return {
    measured: summary(trained),
    checks: [...exact.checks, ...trainingChecks(trained)],
    controls: [exact.control, ...controls(trained)],
  };
}

/** What holds without any training. */
export function simulation({ signal }: Pick<StudyContext, "signal">): { checks: Check[]; control: Control } {
  signal.throwIfAborted();
  return { checks: simulationChecks(FIRST_SEED), control: flatControl(FIRST_SEED) };
}

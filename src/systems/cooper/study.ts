// A learned verifier that is paid for is hacked where it stands still; one that learns in every update from answers that a rule
// confirms, and from corruptions of them, stays honest.

import type { Check, Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { ARMS, type Trained, trainingPart } from "./arms.ts";
import { banditChecks, gradientCheck } from "./exact-checks.ts";
import { summary, trainingChecks, trainingControls } from "./training-checks.ts";

export const cooper: Study = {
  id: "cooper",
  title: "Co-optimizing policy and reward models in reinforcement learning for large language models",
  source: "arXiv 2508.05613 (Zhejiang University)",
  claim:
    "A fixed learned verifier is hacked; one that is updated in every step on answers that a precise rule confirms and on corruptions of them is not, and it pays right answers that the rule misses.",
  claimed:
    "average accuracy +0.54% on Qwen2.5-1.5B-Instruct; training with the fixed verifier collapses; the rule's precision 96%, its recall 63%",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 10 : 5);
  const exact = exactChecks(context);
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, arms: ARMS }));
  const trained: readonly Trained[] = await context.all(trainingPart, jobs, ({ seed }) => `seed ${seed}`);
  return {
    measured: summary(trained),
    checks: [...exact, ...trainingChecks(trained)],
    controls: trainingControls(trained),
  };
}

/** What holds without any training. */
export function exactChecks({ signal }: Pick<StudyContext, "signal">): Check[] {
  signal.throwIfAborted();
  return [gradientCheck(), ...banditChecks()];
}

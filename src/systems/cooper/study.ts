// A learned verifier that is paid for is hacked where it stands still; one that learns in every update from answers that a rule
// confirms, and from corruptions of them, stays honest.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { ARMS, trainingPart } from "./arms.ts";
import { banditEquations } from "./loophole.ts";
import { trainedClaims } from "./training-claims.ts";

export const cooper: Study = {
  id: "cooper",
  title: "Co-optimizing policy and reward models in reinforcement learning for large language models",
  source: "arXiv 2508.05613 (Zhejiang University)",
  claim:
    "A fixed learned verifier is hacked; one that is updated in every step on answers that a precise rule confirms and on corruptions of them is not, and it pays right answers that the rule misses.",
  claimed:
    "average accuracy +0.54% on Qwen2.5-1.5B-Instruct; training with the fixed verifier collapses; the rule's precision 96%, its recall 63%",
  // None of the set-up was chosen on these.
  seeds: { first: 101, short: 5, full: 10 },
  run,
};

async function run({ signal, seeds, all }: StudyContext): Promise<StudyResult> {
  signal.throwIfAborted();
  const jobs = seeds.map((seed) => ({ seed, names: ARMS }));
  const trained = await all(trainingPart, jobs, ({ seed }) => `seed ${seed}`);
  return combined({ claims: banditEquations() }, trainedClaims(trained));
}

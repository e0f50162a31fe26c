// Rank-velocity shaping (VERL): effective rank of the hidden states of an answer, how fast it grows, whether that speeds up, and
// a bonus by the three that never turns an advantage round. Exactly on runs of states; then on a small transformer that writes
// twelve values of a chain, whose states are those from which each character is chosen.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { exactChecks } from "./exact-checks.ts";
import { RELEASED, UNBOUND, USUAL, writingPart } from "./writers.ts";
import { couplingChecks, lots, reordered, summary, trainingCheck, withoutBound } from "./writing-checks.ts";

export const verlRank: Study = {
  id: "verl-rank",
  title: "Rank-velocity shaping: exploration and exploitation in hidden states",
  source: "arXiv 2509.23808 (VERL)",
  claim:
    "In hidden states exploration (effective rank) and exploitation (its velocity) are nearly uncorrelated, while token measures are two sides of one thing; a bonus that pays for both, balanced by the rank's acceleration, lifts pass@1 and pass@k of GRPO.",
  claimed:
    "gains of GRPO and PPO over Llama, Qwen and Mistral bases in pass@1 and pass@k, up to 21.4 percentage points (Gaokao 2024)",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const count = context.seeds ?? (full ? 20 : 5);
  const few = full ? count : Math.min(3, count);
  const exact = exactChecks();
  const jobs = Array.from({ length: count }, (_, k) => ({
    seed: FIRST_SEED + k,
    arms: [...USUAL, ...(k < few ? UNBOUND : []), ...(full ? RELEASED : [])],
  }));
  const seeds = await context.all(writingPart, jobs, ({ seed }) => `writers, seed ${seed}`);
  return {
    measured: summary(seeds, jobs[0].arms),
    checks: [...exact, ...couplingChecks(seeds), trainingCheck(seeds)],
    controls: [lots(seeds), withoutBound(seeds), reordered(seeds)],
  };
}

// Deciding over people when only those who are accepted show whether that was right, and a panel objects where people who are alike
// are treated differently.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { playing } from "./arms.ts";
import { armChecks, ARMS as arms } from "./checks.ts";
import { exactChecks, exactControls } from "./exact-checks.ts";

export const oneSidedFeedback: Study = {
  id: "one-sided-feedback",
  title: "Individual fairness when labels are one-sided",
  source: "arXiv 2206.04475 (Bechavod & Roth, ICML 2023)",
  claim:
    "Online classification that sees labels of accepted people only, and complaints of a panel about unfair pairs, is one contextual semi-bandit; a learner without regret there loses neither accuracy nor fairness, however panels change.",
  claimed: "error regret and rounds with a violation both sublinear, with panels chosen anew; no experiments",
  run,
};

/** Nothing was played on these seeds before thresholds, C and rates were fixed. */
const FIRST_SEED = 9101;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? 10;
  const rounds = context.full ? 100_000 : 20_000;
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, rounds, arms }));
  const played = (await context.all(playing, jobs, ({ seed }) => `seed ${seed}, ${rounds} rounds`)).flat();
  const { checks, controls, measured } = armChecks(played);
  return {
    measured,
    checks: [...exactChecks(FIRST_SEED), ...checks],
    controls: [...exactControls(FIRST_SEED), ...controls],
  };
}

// What is practised when answers are judged by tests: first many problems of every difficulty with few answers each, then the few
// hardest that have been solved, with many. Arms differ in the problems and in the sizes of groups, and write equally many answers.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { ALL_ARMS, SHORT_ARMS, trainingPart } from "./arms.ts";
import { judgeCheck, oneTestControl, retentionControl, selectionChecks, signalChecks } from "./exact-checks.ts";
import { paidOneTestControl, summary, trainingChecks, unsolvableControl } from "./training-checks.ts";

export const driveCuration: Study = {
  id: "drive-curation",
  title: "DRIVE: data curation for reinforcement learning with verifiable rewards",
  source: "arXiv 2511.06307",
  claim:
    "Training first on many problems of every difficulty with small groups, and then on the hardest that are solved at all with large ones, makes more of the same number of rollouts than either alone.",
  claimed:
    "best among models of similar size on LeetCode and Codeforces weekly contests; Codeforces pass@1 from 0.115 to 0.182 by both stages",
  run,
};

/** Seeds that none of the set-up was chosen on. */
const FIRST_SEED = 101;
/** Answers that each arm learns from. */
const ROLLOUTS = 12_800;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full } = context;
  const seeds = context.seeds ?? 5;
  const names = full ? ALL_ARMS : SHORT_ARMS;
  const exact = [...signalChecks(), ...selectionChecks(), judgeCheck()];
  const jobs = Array.from({ length: seeds }, (_, k) => ({ seed: FIRST_SEED + k, names, rollouts: ROLLOUTS }));
  const trained = await context.all(trainingPart, jobs, ({ seed }) => `${names.length} arms, seed ${seed}`);
  return {
    measured: summary(trained, names),
    checks: [...exact, ...trainingChecks(trained)],
    controls: [retentionControl(), oneTestControl(), paidOneTestControl(trained), unsolvableControl(trained)],
  };
}

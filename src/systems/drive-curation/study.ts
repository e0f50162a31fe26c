// What is practised when answers are judged by tests: first many problems of every difficulty with few answers each, then the few
// hardest that have been solved, with many. Arms differ in the problems and in the sizes of groups, and write equally many answers.

import { comparison } from "../../study/comparison.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { ALL_ARMS, type Conduct, SHORT_ARMS, type Stage, trainingPart } from "./arms.ts";
import { byHeartControl, retention, selectionEquation, signalEquations } from "./equations.ts";
import { paidOneTestControl, tables, trainingClaims, unsolvableControl } from "./training-claims.ts";

export const driveCuration: Study = {
  id: "drive-curation",
  title: "DRIVE: data curation for reinforcement learning with verifiable rewards",
  source: "arXiv 2511.06307",
  claim:
    "Training first on many problems of every difficulty with small groups, and then on the hardest that are solved at all with large ones, makes more of the same number of rollouts than either alone.",
  claimed:
    "best among models of similar size on LeetCode and Codeforces weekly contests; Codeforces pass@1 from 0.115 to 0.182 by both stages",
  seeds: { first: 101, short: 5, full: 5 },
  notDone: [
    "Language models of billions of weights, and contests of programmers.",
    "Steps of several problems in the second stage, and lists of hundreds of hard problems: an update has one problem there.",
  ],
  seenBefore: [
    "Learning rates of both stages on seeds 1 to 3: 10⁻³ loses hard problems in uniform practice, 10⁻⁴ learns slowly; in the second stage 10⁻⁴ and steps of four questions end lower in hard problems.",
  ],
  run,
};

/** Answers that each arm learns from. */
const ROLLOUTS = 12_800;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const names = full ? ALL_ARMS : SHORT_ARMS;
  const cap = retention();
  const jobs = seeds.map((seed) => ({ seed, names, rollouts: ROLLOUTS }));
  const found = await context.all(trainingPart, jobs, ({ seed }) => `${names.length} arms, seed ${seed}`);
  const arms = comparison<Stage, Conduct>(found);
  return {
    claims: [...signalEquations(), selectionEquation(), cap.equation, ...trainingClaims(arms, full)],
    controls: [cap.control, byHeartControl(), paidOneTestControl(arms), unsolvableControl(arms)],
    tables: tables(arms, names),
  };
}

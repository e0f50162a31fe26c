// What is practised when answers are judged by tests: first many problems of every difficulty with few answers each, then the few
// hardest that have been solved, with many. Arms differ in the problems and in the sizes of groups, and write equally many answers.

import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { LARGE, LONG_ARMS, SHORT_ARMS, SMALL, trainingPart } from "./arms.ts";
import { byHeartControl, retention, selectionEquation, signalEquations } from "./equations.ts";
import { armsOf, paidOneTestControl, tables, trainingClaims, unseenControl } from "./training-claims.ts";

export const driveCuration: Study = {
  id: "drive-curation",
  title: "DRIVE: data curation for reinforcement learning with verifiable rewards",
  source: "arXiv 2511.06307",
  claim:
    "Training first on many problems of every difficulty with small groups, and then on the hardest that are solved at all with large ones, makes more of the same number of rollouts than either alone.",
  claimed:
    "best among models of similar size on LeetCode and Codeforces weekly contests; Codeforces pass@1 from 0.115 to 0.182 by both stages",
  seeds: { first: 20_001, short: 5, full: 16 },
  notDone: [
    "Language models of billions of weights, and contests of programmers.",
    "Steps of several problems in the short form: an update of its second stage has one.",
  ],
  seenBefore: [
    "Learning rates of both stages on seeds 1 to 3: 10⁻³ loses hard problems in uniform practice, 10⁻⁴ learns slowly; in the second stage 10⁻⁴ and steps of four questions end lower in hard problems.",
    "An earlier record had seeds 101 to 105, and one list of problems for all seeds.",
    "The present code on seeds 902 to 904 in the short form: two stages were 0.03 ± 0.03 below uniform practice in hard problems.",
    "Uniform practice and two stages of the long form on seed 901, at rates of 3·10⁻⁴ and 8·10⁻⁴: 0.16 and 0.17 in hard problems, 0.15 and 0.20. All its arms on 905.",
  ],
  changed: [
    "In the long form a step of the second stage has eight problems, of lists from two hundred hard ones, and answers are eight times as many.",
    "Every seed has problems of its own. One demonstration in twenty never ends: before, one answer in a thousand did, which left no cure to see.",
    "Two controls could not hold. A writer paid by one test is now compared with one paid by five, and pay that is always 0 is gone.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const names = full ? LONG_ARMS : SHORT_ARMS;
  const cap = retention();
  const jobs = seeds.map((seed) => ({ seed, names, ...(full ? LARGE : SMALL) }));
  const found = await context.all(trainingPart, jobs, ({ seed }) => `${names.length} arms, seed ${seed}`);
  const arms = armsOf(found);
  return {
    claims: [...signalEquations(), selectionEquation(), cap.equation, ...trainingClaims(arms, full)],
    controls: [cap.control, byHeartControl(), paidOneTestControl(arms), unseenControl(arms)],
    tables: tables(arms, names),
  };
}

// Agents in the fuzzy yard and a hidden rubric that only judges know: whether their comparisons rate the agents rightly, and whether what
// was taught by comparisons beats what was paid by an obvious reward.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { recording } from "./agents.ts";
import { judgedClaims, knownNumbers } from "./claims.ts";
import { judging } from "./judging.ts";
import { TASK_NAMES } from "./tasks.ts";

/** Judgings over all trainings. */
const JUDGINGS = { short: 20, full: 40 };

export const basalt: Study = {
  id: "basalt",
  title: "BASALT: learning from human feedback where no reward is given",
  source: "arXiv 2107.01969 (NeurIPS 2021 competition), and the released evaluation code",
  claim:
    "Tasks told in words and judged by comparisons are learnt from demonstrations and preferences; an obvious hand-written reward is optimised and judged badly; TrueSkill with chosen pairs finds the order with few comparisons.",
  claimed:
    "the abstract proposes the competition and reports no results; no agent of 2021 or 2022 reached human players (competition pages)",
  seeds: { first: 52_001, short: 3, full: 6 },
  notDone: [
    "Minecraft, its videos and its demonstrations: four tasks in a yard of blocks stand in their place.",
    "Answers of people: judges are simulated, with a rubric that the agents never see.",
    "The published answers, from which the competition's ranking could be computed again.",
  ],
  seenBefore: [],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full } = context;
  const trainings = seeds.flatMap((seed) => TASK_NAMES.map((task) => ({ task, seed })));
  const recorded = await context.all(recording, trainings, ({ task, seed }) => `agents of ${task}, seed ${seed}`);
  const each = Math.max(1, Math.ceil((full ? JUDGINGS.full : JUDGINGS.short) / seeds.length));
  const jobs = trainings.flatMap((training, k) =>
    Array.from({ length: each }, (_, judged) => ({ ...training, judging: judged, recorded: recorded[k] })),
  );
  const found = await context.all(
    judging,
    jobs,
    ({ task, seed, judging: n }) => `judging ${n} of ${task}, seed ${seed}`,
  );
  return combined({ claims: knownNumbers() }, judgedClaims(jobs, found));
}

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
    "Intervals of ratings, of τ and of audits are over judgings of the same trainings: they tell the judges' luck and not that of training.",
  ],
  seenBefore: [
    "Seeds 901 and 902: clones of 40 demonstrations with networks and rates of several sizes. The pen was too hard to clone at all until one cow stood tied beside the house. Slips could end an episode at first, and have left that action out since then.",
    "Seed 901: all agents of each task. A linear reward without the feature for any at all, and without limits at what was compared, was optimised by pouring water without end. Three rounds of 24,000 steps replaced three of 80,000. They raised the mean rubric above the clone's: cave from 0.94 to 0.99, waterfall 0.89 to 0.94, house 0.44 to 0.57, pen 0.36 to 0.43, where an agent that acts at random had 0.41.",
    "Without agents: a lean of 1 and sides of nine to one let the audit find 0.18 of leaning panels, sides of seven to three 0.73; the lean is 1.5 and sides are seven to three. No agents were judged before the published run.",
    "The published seeds, afterwards: where the learner does not lead, it is level with the demonstrator (cave, rubric 0.99 of both) or lost what the clone had (pen, 0.35 against 0.45). Orders stay below 0.9 where agents hardly differ: in the pen an agent at random, an idle one and the learner have 0.37, 0.37 and 0.35.",
  ],
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

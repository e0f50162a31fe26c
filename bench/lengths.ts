// How much each part measures: all of it, or with `--quick` as much as about 20 seconds allow, and what that is in words.

import type { ClusterLength } from "./cluster.ts";
import type { ContestLength } from "./contests.ts";
import type { FileLength } from "./files.ts";
import type { LanguageLength } from "./language.ts";
import { LANGUAGE_TASKS } from "./language-task.ts";
import type { RateLength } from "./learner-rates.ts";
import { TASKS } from "./learner-task.ts";
import type { LearnerLength } from "./learners.ts";
import { PICTURE_TASKS } from "./picture-task.ts";
import type { PictureLength } from "./pictures.ts";
import type { RequestLength } from "./requests.ts";
import type { SocietyLength } from "./societies.ts";
import type { ViewLength } from "./view.ts";
import type { WorldOptions } from "./worlds.ts";

/** What can be measured by itself. */
export const PARTS = [
  "worlds",
  "cells",
  "learners",
  "rates",
  "language",
  "requests",
  "contests",
  "societies",
  "pictures",
  "files",
  "cluster",
  "view",
] as const;
export type Part = (typeof PARTS)[number];

/** How much of every part. */
export interface Lengths {
  readonly worlds: WorldOptions;
  /** Cells of a run. */
  readonly cells: number;
  readonly learners: LearnerLength;
  readonly rates: RateLength;
  readonly language: LanguageLength;
  readonly requests: RequestLength;
  readonly contests: ContestLength;
  readonly societies: SocietyLength;
  readonly pictures: PictureLength;
  readonly files: FileLength;
  readonly cluster: ClusterLength;
  readonly view: ViewLength;
}

export const WHOLE: Lengths = {
  worlds: { repetitions: 7, seconds: 0.12, heapReadings: 5 },
  cells: 10_000,
  learners: { seeds: 3 },
  rates: { turns: 3, tasks: TASKS, steps: 16_384, play: true },
  language: { turns: 3, tasks: LANGUAGE_TASKS, oneCore: true },
  requests: { requests: 2 ** 22, turns: 5, stretch: 100 },
  contests: { share: 1, turns: 3 },
  societies: { turns: 9, episodes: 40 },
  pictures: { turns: 3, steps: 40, tasks: PICTURE_TASKS },
  files: { share: 1, turns: 3 },
  cluster: {
    ...{ queued: 100_000, tiny: 4000, costs: { jobs: 5000, seconds: 20 }, simulated: 1_000_000 },
    sizes: [
      { steps: 100, cells: 1200, turns: 3 },
      { steps: 400, cells: 400, turns: 3 },
      { steps: 4000, cells: 80, turns: 7 },
    ],
  },
  view: { runs: 100, episodes: 1_000_000, questions: 200, plays: 8 },
};

const [small, middle] = LANGUAGE_TASKS;

export const QUICK: Lengths = {
  worlds: { repetitions: 3, seconds: 0.006, heapReadings: 3 },
  cells: 1600,
  learners: { seeds: 1, rollouts: 1 },
  rates: { turns: 1, tasks: TASKS.slice(0, 1), steps: 512, play: false },
  language: {
    turns: 1,
    tasks: [
      { ...small, steps: 3, passes: 1 },
      { ...middle, steps: 2, passes: 1 },
    ],
    oneCore: false,
  },
  requests: { requests: 2 ** 20, turns: 1, stretch: 8 },
  contests: { share: 0.2, turns: 1 },
  societies: { turns: 3, episodes: 4 },
  pictures: { turns: 1, steps: 20, tasks: PICTURE_TASKS.map((task) => ({ ...task, gradientSteps: 100 })) },
  files: { share: 0.1, turns: 1 },
  cluster: {
    ...{ queued: 10_000, tiny: 400, costs: { jobs: 500, seconds: 1 }, simulated: 20_000 },
    sizes: [{ steps: 100, cells: 160, turns: 1 }],
  },
  view: { runs: 20, episodes: 50_000, questions: 40, plays: 3 },
};

/** What `--quick` measures of each part, for its table. */
export const QUICK_WORDS: Readonly<Record<Part, string>> = {
  worlds: "3 turns of 6 ms instead of 7 of 120 ms",
  cells: "1,600 cells instead of 10,000",
  learners: "one rollout of one seed; whether and when the task is solved is left out",
  rates: "gradient steps in one turn of 512 steps instead of 3 of 16,384; steps of play and Lunar Lander are left out",
  language: "one turn of 2 or 3 gradient steps on all cores; one core and 10 million parameters are left out",
  requests: "one turn of a quarter of the requests, and 8 times as many instead of 100",
  files: "one turn of a tenth of the rows, resamples and prompts",
  cluster: "a tenth of the jobs, small cells alone, and 20,000 cells simulated instead of a million",
  contests: "one turn of a fifth of the games, resamples and rounds",
  pictures: "one turn of 20 steps instead of 3 of 40, and a base of 100 gradient steps",
  societies: "3 turns instead of 9, and a tenth of the episodes of a road",
  view: "20 runs and 50,000 episodes instead of 100 and a million, and a fifth of the questions",
};

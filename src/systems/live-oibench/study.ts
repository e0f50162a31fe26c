// LiveOIBench: programs judged by olympiad tests with subtasks, and placed among people. Here the tasks are synthetic, and so are the people.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { judgedBehaviours } from "./behaviours.ts";
import { behaviourClaims, contestClaims, judgingClaims } from "./claims.ts";
import { seriesJob } from "./contests.ts";
import { knownResult } from "./equations.ts";
import { FAMILY_NAMES, judging } from "./judged-tasks.ts";

export const liveOibench: Study = {
  id: "live-oibench",
  title: "LiveOIBench: can large language models outperform human contestants in informatics olympiads?",
  source: "arXiv 2510.09595, and its released code LiveOIBench-Evaluation",
  claim:
    "Tasks of olympiads with official tests and subtasks, and the results of the people at them, give a model points, a percentile, a medal and a rating that order models by ability.",
  claimed:
    "403 tasks of 72 contests; GPT-5 at the 81.76th percentile of people, the best open model near the 60th; strong models analyse more and explore less",
  seeds: { first: 54_001, short: 12, full: 100 },
  notDone: [
    "Official tasks, tests and people, models that write programs, and C++ behind a compiler.",
    "Inputs of 200,000 numbers: the largest have 20,000, because a sandbox that counts steps reads more too slowly.",
    "Traces of models: the judge of behaviours is asked about sentences of scripts alone, whose words tell much.",
    "Budgets with room for every right program, and tests that stored answers never fit: of the earlier record 1 of 192 right and fast programs used its budget up, and stored answers earned 20 or 10 points in 4 of 192 tasks.",
    "The site's 2,319 rows, each with rank = N − below + 1: five of one contest stand here.",
  ],
  seenBefore: [
    "Thresholds: written after a run of another program without tasks, in which subtasks had τ = 0.82 against 0.65 at discrimination 2, and 0.65 against 0.58 at 1. Strong models were overrated by 100 to 250 points there.",
    "Seeds 901 and 902, programs alone: budgets, sizes of tests and three families were changed until right and fast programs passed all tests, and right and slow ones those of their subtasks.",
    "Seeds 901 to 906, all of the study: differences of τ were 0.190 [0.142, 0.238] and 0.059 [0.024, 0.095]. The number of seeds was raised for the second one, and that of test sets for the share of programs accepted.",
    "The share of accepted programs, the judge's κ and the orders of ratings were as claimed there. Nothing else was changed since.",
    "Seeds 53001 to 53100, of the earlier record.",
  ],
  changed: [
    "That all right and fast programs are accepted stands beside the share of wrong ones, which the benchmark is about, and is no part of the claim: 191 of 192 were. The claim is measured on fresh seeds.",
  ],
  run,
};

/** Sets of fresh tests; series of contests share them in turn. */
const setsOf = (full: boolean): number => (full ? 8 : 6);

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds, full } = context;
  const sets = seeds.slice(0, setsOf(full));
  const families = sets.flatMap((seed) => FAMILY_NAMES.map((family) => ({ family, seed })));
  const judged = await context.all(judging, families, ({ family, seed }) => `${family}, seed ${seed}`);
  const ofSet = (set: number) =>
    judged.slice(set * FAMILY_NAMES.length, (set + 1) * FAMILY_NAMES.length).map(({ results }) => results);
  const jobs = seeds.map((seed, k) => ({ seed, judged: ofSet(k % sets.length) }));
  const series = await context.all(seriesJob, jobs, ({ seed }) => `contests, seed ${seed}`);
  return combined(
    knownResult(),
    judgingClaims(judged),
    contestClaims(series),
    behaviourClaims(seeds.map(judgedBehaviours)),
  );
}

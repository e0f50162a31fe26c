// Learning from comparisons of episodes alone, with noise in the place of optimism and questions only where they matter.

import { exactChecks } from "./preference/exact-checks.ts";
import { brokenArms, noiseChecks, queryChecks, words } from "./preference/learned-checks.ts";
import { type Job, measuring } from "./preference/measure.ts";
import type { Study, StudyContext, StudyResult } from "./study.ts";

export const preferenceRandomization: Study = {
  id: "preference-randomization",
  title: "Preference-based learning made efficient by randomisation",
  source: "arXiv 2310.14554, ICLR 2024 (Wu & Sun)",
  claim:
    "Gaussian noise on a reward fitted to comparisons and on fitted backups explores as optimism would, in polynomial time; asking only where draws from the belief disagree about a pair keeps nearly all of the learning for a small part of the questions.",
  claimed:
    "theory only: in linear processes regret of order √T, and T^(1−β) regret against T^(2β) questions; no experiments. The theory's constants are far too large to be played with; those of practice stand here",
  run,
};

/** Seeds 1 to 200 were for development; none of these was played before the thresholds and settings were fixed. */
const FIRST_SEED = 9001;

const QUERIES = ["ε 0.2", "always", "random", "itself", "posterior", "rewards"] as const;
const WIDTHS = ["ε 0.1", "ε 0.4", "ε 0.8"] as const;

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = context.seeds ?? (context.full ? 300 : 80);
  context.signal.throwIfAborted();
  const exact = exactChecks(FIRST_SEED, 1_000_000);
  // What asks in every round takes longest: half of the seeds without noise, a quarter with coins.
  const jobs = numbered(seeds).map<Job>((seed, k) => ({
    task: "random processes",
    seed,
    arms: [
      ...QUERIES,
      ...WIDTHS,
      "flipped",
      ...(k % 2 === 0 ? (["no noise"] as const) : []),
      ...(k % 4 === 0 ? (["coin"] as const) : []),
    ],
  }));
  const field = numbered(Math.ceil(seeds / 5)).map<Job>((seed) => ({
    task: "two goals",
    seed,
    arms: [...QUERIES, ...WIDTHS, "no noise"],
  }));
  const all = await context.all(measuring, [...jobs, ...field], ({ task, seed }) => `${task}, seed ${seed}`);
  const [processes, goals] = [all.slice(0, jobs.length), all.slice(jobs.length)];
  return {
    measured: [words("random processes", processes), words("two goals", goals)].join("; "),
    checks: [
      ...exact,
      ...queryChecks("random processes", processes),
      ...noiseChecks("random processes", processes),
      ...queryChecks("two goals", goals),
    ],
    controls: brokenArms(processes),
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, k) => FIRST_SEED + k);

// Learning from comparisons of episodes alone, with noise in the place of optimism and questions only where they matter.

import { comparison } from "../../study/comparison.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type DuelArmName, type DuelJob, type DuelSummary, measuring } from "./arms.ts";
import { brokenArms, duelTables, noiseClaims, queryClaims } from "./claims.ts";
import type { TaskName } from "./tasks.ts";

export const preferenceRandomization: Study = {
  id: "preference-randomization",
  title: "Preference-based learning made efficient by randomisation",
  source: "arXiv 2310.14554, ICLR 2024 (Wu & Sun)",
  claim:
    "Gaussian noise on a reward fitted to comparisons and on fitted backups explores as optimism would, in polynomial time; asking only where draws from the belief disagree about a pair keeps nearly all of the learning for a small part of the questions.",
  claimed:
    "theory only: in linear processes regret of order √T, and T^(1−β) regret against T^(2β) questions; no experiments. The theory's constants are far too large to be played with; those of practice stand here",
  seeds: { first: 20_001, short: 160, full: 640 },
  seenBefore: [
    "Seeds 1 to 200 were for development: steps and σ_P of the field were chosen on 1 to 60.",
    "Seeds 9001 to 9080: 80 processes could not tell the pairings apart, and σ_P = 0.6 in the field was then found not to be the best. There are more processes and fields now.",
    "ε is absolute, so that it asks for fewer questions than the 20 % that are allowed.",
  ],
  run,
};

/** Arms of every process, of every second, fourth and eighth; a learner that asks in every round takes longest. */
const PROCESSES: Plan = [
  [1, ["ε 0.2", "itself", "ε 0.1", "ε 0.4", "ε 0.8"]],
  [2, ["always", "random", "posterior", "rewards"]],
  [4, ["no noise", "flipped"]],
  [8, ["coin"]],
];
/** Arms of every field, and of every fourth. */
const FIELDS: Plan = [
  [1, ["ε 0.2", "always", "random", "itself", "rewards"]],
  [4, ["posterior", "ε 0.1", "ε 0.4", "ε 0.8", "no noise"]],
];

type Plan = readonly (readonly [every: number, arms: readonly DuelArmName[]])[];

async function run({ seeds, all, signal }: StudyContext): Promise<StudyResult> {
  signal.throwIfAborted();
  const planned = (task: TaskName, plan: Plan, some: readonly number[]) =>
    some.map(
      (seed, k): DuelJob => ({ task, seed, arms: plan.flatMap(([every, arms]) => (k % every === 0 ? arms : [])) }),
    );
  const processJobs = planned("random processes", PROCESSES, seeds);
  const fieldJobs = planned("two goals", FIELDS, seeds.slice(0, Math.ceil(seeds.length / 4)));
  const played = await all(measuring, [...processJobs, ...fieldJobs], ({ task, seed }) => `${task}, seed ${seed}`);
  const processes = comparison<DuelArmName, DuelSummary>(played.slice(0, seeds.length));
  const fields = comparison<DuelArmName, DuelSummary>(played.slice(seeds.length));
  return combined(
    {
      claims: [...queryClaims("random processes", processes), ...noiseClaims("random processes", processes)],
      controls: brokenArms(processes),
      tables: duelTables("random processes", processes, processJobs[0].arms),
    },
    { claims: queryClaims("two goals", fields), tables: duelTables("two goals", fields, fieldJobs[0].arms) },
  );
}

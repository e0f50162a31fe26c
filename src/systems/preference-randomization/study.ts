// Learning from comparisons of episodes alone, with noise in the place of optimism and questions only where they matter.

import { comparison } from "../../study/comparison.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { type DuelArmName, type DuelJob, type DuelSummary, measuring } from "./arms.ts";
import { brokenArms, noiseClaims, queryResult } from "./claims.ts";
import type { TaskName } from "./tasks.ts";

export const preferenceRandomization: Study = {
  id: "preference-randomization",
  title: "Preference-based learning made efficient by randomisation",
  source: "arXiv 2310.14554, ICLR 2024 (Wu & Sun)",
  claim:
    "Gaussian noise on a reward fitted to comparisons and on fitted backups explores as optimism would, in polynomial time; asking only where draws from the belief disagree about a pair keeps nearly all of the learning for a small part of the questions.",
  claimed:
    "theory only: in linear processes regret of order √T, and T^(1−β) regret against T^(2β) questions; no experiments. The theory's constants are far too large to be played with; those of practice stand here",
  seeds: { first: 38_001, short: 160, full: 640 },
  notDone: ["The paper's optimistic fallback, in whose place values stay within [−H, H], and its constants."],
  seenBefore: [
    "Seeds 1 to 200 were for development: steps and σ_P of the field were chosen on 1 to 60. 9001 to 9080, with fewer processes and another σ_P, and 20001 to 20160 of the earlier record, were published runs.",
    "Seeds 901 to 940, on which the ε of the budget was set, and nothing else: it asked for 18 % of the questions in either world.",
  ],
  changed: [
    "An ε that is the same everywhere asks for 6 to 9 % of the questions where 20 % are allowed. One that was set by the budget in each world stands beside ε = 0.2.",
    "The share of processes in which regret grows in proportion without noise has its interval; before, it was counted. Fresh seeds.",
  ],
  run,
};

/** Arms of every process, of every second, fourth and eighth; a learner that asks in every round takes longest. */
const PROCESSES: Plan = [
  [1, ["ε 0.2", "itself", "ε 0.1", "ε 0.4", "ε 0.8"]],
  [2, ["always", "random", "budget", "posterior", "rewards"]],
  [4, ["no noise", "flipped"]],
  [8, ["coin"]],
];
/** Arms of every field, and of every fourth. */
const FIELDS: Plan = [
  [1, ["ε 0.2", "always", "random", "budget", "itself", "rewards"]],
  [4, ["posterior", "ε 0.1", "ε 0.4", "ε 0.8", "no noise"]],
];

type Plan = readonly (readonly [every: number, arms: readonly DuelArmName[]])[];

async function run({ seeds, all, signal }: StudyContext): Promise<StudyResult> {
  signal.throwIfAborted();
  const planned = (task: TaskName, plan: Plan, some: readonly number[]): DuelJob[] =>
    some.map((seed, k) => ({ task, seed, arms: plan.flatMap(([every, arms]) => (k % every === 0 ? arms : [])) }));
  const processJobs = planned("random processes", PROCESSES, seeds);
  const fieldJobs = planned("two goals", FIELDS, seeds.slice(0, Math.ceil(seeds.length / 4)));
  const played = await all(measuring, [...processJobs, ...fieldJobs], ({ task, seed }) => `${task}, seed ${seed}`);
  const processes = comparison<DuelArmName, DuelSummary>(played.slice(0, seeds.length));
  const fields = comparison<DuelArmName, DuelSummary>(played.slice(seeds.length));
  return combined(
    queryResult("random processes", processes, processJobs[0].arms),
    { claims: noiseClaims("random processes", processes), controls: brokenArms(processes) },
    queryResult("two goals", fields, fieldJobs[0].arms),
  );
}

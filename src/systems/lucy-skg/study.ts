// Components of a reward, combined by their geometric mean: when this teaches sooner, when it is farmed less, and when it does not help.

import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { analysis, knownNumbers, learningClaims, taskClaims, teamClaims } from "./claims.ts";
import { type Arm, learning, REWARDS } from "./learning.ts";
import { TASKS, type TaskArm, TEAM_REWARDS, type TeamArm, teamPlaying } from "./team.ts";

/** Seeds of the game of two teams. */
const TEAM_SEEDS = 5;
/** The first seed of auxiliary tasks beside: others than those of the rewards. */
const TASK_SEED = 66_001;

export const lucySkg: Study = {
  id: "lucy-skg",
  title: "Lucy-SKG: learning to play Rocket League efficiently",
  source: "arXiv 2305.15801 (2023)",
  claim:
    "Components of a reward that are multiplied, so that every one must be good at once, teach sooner and are farmed less than their mean where they are paid at every step; as a potential they do not.",
  claimed:
    "the agent outperforms Necto and Nexto, the champions of 2022, by a notable margin, and each part of its reward helps (abstract)",
  seeds: { first: 51_001, short: 20, full: 40 },
  notDone: [
    "Cross-attention before the policy, and stacks of past actions: the auxiliary tasks share the first of the actor's two hidden layers. Their weights are 1 and not tuned.",
    "That an auxiliary task helps is not shown here: five seeds do not tell a rise of 5 % from none.",
    "Rocket League itself, boost, demolitions, and recorded games of it; drawn heat maps: maps, shares, signs and farming are functions without a page.",
    "A potential of all three components: the velocity is a flow and no function of the state, so that potentials combine the other two.",
  ],
  seenBefore: [
    "Thresholds of one player: written with the figures of a trial of another program. Those of two teams take the 5 % that was meant for auxiliary tasks, which keep it.",
    "Seeds 901 to 920: one player as it is here; KRC led by 35.5 [28.8, 42.1] goals at the beginning, and at a weight of 0.5 by 11 [0, 21] at the end. Seed 901: two teams, as they are here (areas: KRC 0.20, mean 0.17, τ 0.17, goals alone 0.03) and with 400,000 steps.",
    "Seed 901: both auxiliary tasks beside KRC, with twice the sequences, to see what they cost (area 0.21).",
  ],
  changed: [
    "Auxiliary tasks beside PPO, with permuted answers as controls, are added to two against two, on five seeds from 66001. All other arms and their seeds are as before.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds } = context;
  const own = Object.keys(REWARDS).filter((name): name is keyof typeof REWARDS => name in REWARDS);
  const all: readonly Arm[] = [...own, "shuffled", "no signs"];
  const jobs = all.flatMap((arm) => seeds.map((seed) => ({ arm, seed })));
  const found = await context.all(learning, jobs, ({ arm, seed }) => `${arm}, seed ${seed}`);
  const alone = combined({ claims: knownNumbers() }, analysis(), learningClaims(jobs, found));
  if (!full) return alone;
  const arms = Object.keys(TEAM_REWARDS).filter((name): name is TeamArm => name in TEAM_REWARDS);
  const teamJobs = arms.flatMap((arm) => seeds.slice(0, TEAM_SEEDS).map((seed) => ({ arm, seed })));
  const teams = await context.all(teamPlaying, teamJobs, ({ arm, seed }) => `two against two, ${arm}, seed ${seed}`);
  const beside = Object.keys(TASKS).filter((name): name is TaskArm => name in TASKS);
  const taskSeeds = seeds.slice(0, TEAM_SEEDS).map((_, k) => TASK_SEED + k);
  const taskJobs = beside.flatMap((tasks) => taskSeeds.map((seed) => ({ arm: "KRC" as const, tasks, seed })));
  const helped = await context.all(
    teamPlaying,
    taskJobs,
    ({ tasks, seed }) => `two against two, ${tasks}, seed ${seed}`,
  );
  return combined(alone, teamClaims(teamJobs, teams), taskClaims(taskJobs, helped));
}

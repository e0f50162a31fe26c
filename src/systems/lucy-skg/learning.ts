// One player that learns in a table under differently combined rewards, and how often it scores then.

import { tablePay } from "../../algorithms/tabular/episode.ts";
import { epsilonGreedy } from "../../algorithms/tabular/softmax-policy.ts";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { Random } from "../../core/random.ts";
import { COMPONENTS } from "../../environments/games/grid-football/process.ts";
import { ALONE } from "../../environments/games/grid-football/world.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { linearSchedule } from "../../nn/optimiser.ts";
import { type RewardDeclaration, rewardPlan, rewards } from "../../rewards/index.ts";
import { studyJob } from "../../study/study.ts";
import { greedyTest, testedAlong } from "../../study/testbeds/tabular.ts";
import { channelShares } from "./reward-analysis.ts";
import { components, DISCOUNT, dealtComponents, GOAL, payTable, task } from "./task.ts";

const EPISODES = 3000;
/** Episodes between tests, and those of a test, which are cut off earlier. */
export const EVERY = 300;
const TEST = { episodes: 100, horizon: 40 };
const RATE = 0.3;
/** What is combined, and what is paid beside it. */
export const parts: RewardDeclaration[] = COMPONENTS.map((channel) => ({ channel }));
export const goals: RewardDeclaration = { channel: "payoff", weight: GOAL };
// A potential is a function of the state: the velocity, which is none, is left out.
const potential = { alignment: 1, nearness: 1 };

/** Rewards by arm. */
export const REWARDS = {
  none: goals,
  "mean, direct 0.1": { sum: [goals, { mean: parts, weight: 0.1 }] },
  "KRC, direct 0.1": { sum: [goals, { kinesthetic: parts, weight: 0.1 }] },
  "mean, direct 0.5": { sum: [goals, { mean: parts, weight: 0.5 }] },
  "KRC, direct 0.5": { sum: [goals, { kinesthetic: parts, weight: 0.5 }] },
  "mean, potential": { sum: [goals, { potential, combine: "mean", discount: DISCOUNT }] },
  "KRC, potential": { sum: [goals, { potential, combine: "kinesthetic", discount: DISCOUNT }] },
} as const satisfies Record<string, RewardDeclaration>;

/** KRC of weight 0.1 with the idea taken out: components of other moves, and sizes without the sign. */
export type Arm = keyof typeof REWARDS | "shuffled" | "no signs";

/** What an arm pays for every move, [states × moves]. */
export function paysOf(arm: Arm, seed: number): Float64Array {
  const broken = rewardPlan(REWARDS["KRC, direct 0.1"], rewards);
  if (arm === "shuffled") return payTable(broken, dealtComponents(seed));
  if (arm === "no signs") return payTable(broken, Float64Array.from(components, Math.abs));
  return payTable(rewardPlan(REWARDS[arm], rewards));
}

/** An arm under a seed. */
export interface LearningJob {
  readonly arm: Arm;
  readonly seed: number;
}

/** Goals in each test; of the last one, pay beside goals of an episode, and the share of the return that it is. */
export async function learn({ arm, seed }: LearningJob, signal?: AbortSignal) {
  const pays = paysOf(arm, seed);
  const { states, actions } = task;
  const fall = linearSchedule(0.5, 0.05, (2 / 3) * EPISODES);
  let epsilon = 0;
  const learner = qLearning({ states, actions, discount: DISCOUNT, step: RATE, choice: epsilonGreedy(() => epsilon) });
  const episode = (number: number): void => {
    signal?.throwIfAborted();
    epsilon = fall(number);
  };
  const place = { mdp: task, horizon: ALONE.horizon, learner, pay: tablePay(task, pays) };
  const streams = { world: Random.of(seed, "world"), choices: Random.of(seed, "choices") };
  const beginnings = () => ({ world: Random.of(seed, "test"), choices: Random.of(seed, "test choices") });
  const test = () => greedyTest(learner, { mdp: task, pays, ...TEST, ...beginnings() });
  const tests = await testedAlong({ ...place, ...streams }, { episodes: EPISODES, every: EVERY, episode }, test);
  const curve = tests.map(({ successes }) => (100 * successes) / TEST.episodes);
  const [last] = tests.slice(-1);
  const { beside: share } = channelShares({ own: 1, beside: 1 }, { own: last.own, beside: last.beside });
  const ends = { last: curve[curve.length - 1], beside: last.beside / TEST.episodes, share };
  return { curve, early: mean(curve.slice(0, 2)), area: mean(curve), ...ends };
}

export const learning = studyJob(import.meta.url, learn);

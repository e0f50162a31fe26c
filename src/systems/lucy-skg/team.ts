// Two against two: PPO that plays itself under differently made rewards, and how its team fares against players of another kind.

import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { type LeftTraining, train, trainingContext } from "../../algorithms/train.ts";
import { gridFootballWorld } from "../../environments/games/grid-football/world.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { evaluationEpisodes } from "../../play/evaluation.ts";
import { channel, perAgent, type RewardDeclaration, rewardPlan, rewards, scaled } from "../../rewards/index.ts";
import { studyJob } from "../../study/study.ts";
import { goals, parts } from "./learning.ts";

const TEAMS = [
  ["left 1", "left 2"],
  ["right 1", "right 2"],
];
/** Steps of a training, and its tests, of which the last is at its end. */
export const STEPS = 163_840;
export const TESTS = 4;
const GAMES = 100;
/** One network for all four seats. */
const SETTINGS = {
  ...{ steps: STEPS, copies: 32, rollout: 64, epochs: 4, minibatches: 4 },
  ...{ rate: 1e-3, discount: 0.97, entropy: 0.01, hidden: [64, 64], shared: true },
};
const kinesthetic: RewardDeclaration = { sum: [goals, { kinesthetic: parts, weight: 0.1 }] };

export const TEAM_REWARDS = {
  "goals alone": goals,
  mean: { sum: [goals, { mean: parts, weight: 0.1 }] },
  KRC: kinesthetic,
  "KRC, τ = 0.3": { teamMix: kinesthetic, teams: TEAMS, share: 0.3 },
} as const satisfies Record<string, RewardDeclaration>;

const rewardPrediction = { length: 4, sequences: 64 };
/** A quarter of the published layers: an observation has 12 numbers here. */
const stateReconstruction = { units: [32, 8, 4] };
const permuted = true;

/** Auxiliary tasks beside PPO, all with the reward KRC; the last two are controls, whose right answers are dealt to others. */
export const TASKS = {
  "no task": undefined,
  "reward prediction": { rewardPrediction },
  "state reconstruction": { stateReconstruction },
  "both tasks": { rewardPrediction, stateReconstruction },
  "reward prediction, permuted": { rewardPrediction: { ...rewardPrediction, permuted } },
  "state reconstruction, permuted": { stateReconstruction: { ...stateReconstruction, permuted } },
} as const;

export type TeamArm = keyof typeof TEAM_REWARDS;
export type TaskArm = keyof typeof TASKS;

/** A reward under a seed, with tasks beside or without. */
export interface TeamJob {
  readonly arm: TeamArm;
  readonly tasks?: TaskArm;
  readonly seed: number;
}

/** Share of the points that the left team gets against two players that each take the shortest way to a goal, test by test. */
export async function playTeam({ arm, tasks = "no task", seed }: TeamJob, signal?: AbortSignal) {
  const makeEnvironment = () => gridFootballWorld.make({});
  const plan = ppo.make({ ...SETTINGS, segments: TESTS, auxiliary: TASKS[tasks] });
  const context = trainingContext({ makeEnvironment, seed, reward: rewardPlan(TEAM_REWARDS[arm], rewards) });
  const kept: LeftTraining["checkpoint"][] = [];
  const { players } = await train(plan, context, { signal, keep: ({ checkpoint }) => kept.push(checkpoint) });
  for (const player of players) await player.close?.();
  const world = makeEnvironment();
  const alone = world.spec.oracles?.alone;
  if (alone === undefined) throw new Error("the world has no player to meet");
  const others = [2, 3].map((seat) => alone.play(seat));
  // Pay is a mean over the four seats: goals of the left team less those against it.
  const result = perAgent({ "left 1": channel("payoff", 4) }, scaled(channel("payoff"), 0));
  const curve: number[] = [];
  for (const checkpoint of kept) {
    const training = plan.train(context, checkpoint);
    const own = [training.player(0), training.player(1)];
    const { pay } = await evaluationEpisodes(world, [...own, ...others], { seed, episodes: GAMES, reward: result });
    curve.push((1 + mean(pay)) / 2);
    for (const player of own) await player.close?.();
    training.close();
  }
  return { curve, area: mean(curve), last: curve[curve.length - 1] };
}

export const teamPlaying = studyJob(import.meta.url, playTeam);

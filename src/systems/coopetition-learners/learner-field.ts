// The field of the learners' comparison: which algorithms learn, in which worlds, under which pay, and what a training comes to.

import { random as randomAgent } from "../../agents/random.ts";
import { algorithms } from "../../algorithms/index.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { environments } from "../../environments/index.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { evaluationEpisodes } from "../../play/evaluation.ts";
import { cooperativePay, integratedPay, privatePay } from "../../rewards/mutuality.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { MODES, type Mode } from "../../study/testbeds/coopetition/play.ts";

/** One world of each kind: trust, a team, reciprocity; and the one in which pay decides what is best. */
export const WORLDS = ["trust-dilemma", "loyalty-team", "apple-app-store"] as const;
export const DIVIDED = "dynamic-partner-selection";

export const PAY: Readonly<Record<Mode, RewardPlan>> = {
  private: privatePay,
  integrated: integratedPay,
  cooperative: cooperativePay,
};

/** A learner by its name in the figures; `central` where its critics see all seats. */
export interface Contestant {
  readonly name: string;
  readonly algorithm: string;
  readonly central: boolean;
  readonly parameters: object;
}

/**
 * As small as possible. Widths and steps are fixed beforehand; rate, spread and batch were chosen on seeds 101 to 107, for
 * both together.
 */
const small = {
  steps: 20_000,
  hidden: [16, 16],
  distribution: "tanh-gaussian",
  logDeviation: -0.5,
  entropy: 0,
  rate: 0.01,
  copies: 16,
  rollout: 64,
};

export const SMALL: readonly Contestant[] = [
  { name: "own critics", algorithm: "ppo", central: false, parameters: small },
  { name: "shared critic", algorithm: "ppo", central: true, parameters: { ...small, critic: "central" } },
];

/**
 * The published sixteen at a tenth of their budget and with smaller layers, which one machine trains in half an hour. Snapshots come as
 * much oftener, and learners from memory take a gradient step of a quarter of the batch for every eighth step.
 */
const reduced = { steps: 50_000, hidden: [32, 32] };
const remembering = { ...reduced, every: 8, batch: 64 };
const contestant = (algorithm: string, central: boolean, parameters: object = reduced): Contestant => ({
  name: algorithm,
  algorithm,
  central,
  parameters,
});

const SIXTEEN: readonly Contestant[] = [
  contestant("ippo", false),
  contestant("ia2c", false),
  contestant("independent-reinforce", false),
  contestant("isac", false, remembering),
  contestant("lola", false),
  contestant("self-play-ppo", false, { ...reduced, past: { refresh: 1000 } }),
  contestant("fcp", false, { ...reduced, past: { refresh: 5000 } }),
  contestant("mappo", true),
  contestant("maddpg", true, remembering),
  contestant("matd3", true, remembering),
  contestant("masac", true, remembering),
  contestant("m3ddpg", true, remembering),
  contestant("qmix", true, remembering),
  contestant("vdn", true, remembering),
  contestant("coma", true),
  contestant("mean-field", true, remembering),
];

/** Those of the sixteen that Agon has, and the names of the others. */
export function sixteen(): { readonly present: readonly Contestant[]; readonly absent: readonly string[] } {
  return {
    present: SIXTEEN.filter(({ algorithm }) => algorithms.has(algorithm)),
    absent: SIXTEEN.flatMap(({ algorithm }) => (algorithms.has(algorithm) ? [] : [algorithm])),
  };
}

/** Whether a contestant can sit in a world: some need three seats. */
export async function fits({ algorithm, parameters }: Contestant, world: string): Promise<boolean> {
  const { spec } = (await environments.get(`coopetition/${world}`)).make();
  const learner = await algorithms.get(algorithm);
  try {
    learner.make(parameters).check(spec);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** What a training came to, and what chance comes to beside it. Totals are over steps and agents, undiscounted; NaN where it diverged. */
export interface Cell {
  readonly learner: string;
  readonly world: string;
  readonly mode: Mode;
  readonly seed: number;
  /** By the reward that judges, in the order of `MODES`. */
  readonly totals: readonly number[];
  readonly random: number;
  /** Mean share of the box that was given. */
  readonly share: number;
}

/** Where and under what a contestant learns. */
export interface Field {
  readonly contestant: Contestant;
  readonly world: string;
  readonly mode: Mode;
  readonly seed: number;
  /** Parameters of the world. */
  readonly parameters?: object;
}

/** Episodes that chance is judged by; the worlds draw nothing, so that learners play one. */
const RANDOM_EPISODES = 20;

/** The world's total in its own mode. */
export const ownTotal = ({ totals, mode }: Cell): number => totals[MODES.indexOf(mode)];

/** Trains every seat, then lets the players that came of it play under all three rewards. */
export async function learn(
  { contestant: one, world, mode, seed, parameters }: Field,
  signal?: AbortSignal,
): Promise<Cell> {
  const game = await environments.get(`coopetition/${world}`);
  const makeEnvironment = () => game.make(parameters);
  const plan = (await algorithms.get(one.algorithm)).make(one.parameters);
  const reward = PAY[mode];
  const options = { seed, episodes: RANDOM_EPISODES, reward };
  const chance = await evaluationEpisodes(makeEnvironment(), randomPlayers(makeEnvironment), options);
  const random = makeEnvironment().spec.agents.length * mean(chance.pay);
  const cell = { learner: one.name, world, mode, seed, random };
  const players = await trained(plan, trainingContext({ makeEnvironment, seed, reward }), signal);
  if (players === undefined) return { ...cell, totals: MODES.map(() => Number.NaN), share: Number.NaN };
  const totals: number[] = [];
  let share = 0;
  for (const judge of MODES) {
    const options = { seed, episodes: 1, reward: PAY[judge] };
    const watched = await evaluationEpisodes(makeEnvironment(), players, options);
    totals.push(players.length * watched.pay[0]);
    share = watched.channel("cooperation")[0];
  }
  for (const player of players) await player.close?.();
  return { ...cell, totals, share };
}

export const learning: StudyJob<Field, Cell> = { module: import.meta.url, name: "learn", compute: learn };

/** The players that come of a training, none where it diverges. */
async function trained(
  plan: AlgorithmPlan,
  context: TrainingContext,
  signal: AbortSignal | undefined,
): Promise<readonly Agent[] | undefined> {
  try {
    return (await train(plan, context, { signal })).players;
  } catch (error) {
    if (error instanceof UserError && error.problems.some(({ code }) => code === "diverged")) return undefined;
    throw error;
  }
}

function randomPlayers(makeEnvironment: () => NumericEnvironment): Agent[] {
  const { spec } = makeEnvironment();
  const plan = randomAgent.make();
  const seatless = { spec, makeEnvironment, makeReward: () => privatePay(spec), directory: "." };
  return spec.agents.map((_, seat) => plan({ ...seatless, seat, memo: (_key, compute) => compute() }));
}

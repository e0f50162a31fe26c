// The field of the learners' comparison: which algorithms learn, in which worlds, under which pay, and what a training comes to.

import { random as randomAgent } from "../../agents/plain.ts";
import { algorithms } from "../../algorithms/index.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { environments } from "../../environments/index.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { evaluationEpisodes } from "../../play/evaluation.ts";
import { studyJob } from "../../study/study.ts";
import { MODES, type Mode, PAY } from "../../study/testbeds/coopetition/play.ts";

/** One world of each kind: trust, a team, reciprocity; and the one in which pay decides what is best. */
export const WORLDS = ["trust-dilemma", "loyalty-team", "apple-app-store"] as const;
export const DIVIDED = "dynamic-partner-selection";

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
  mode: true,
};

export const SMALL: readonly Contestant[] = [
  { name: "own critics", algorithm: "ppo", central: false, parameters: small },
  { name: "shared critic", algorithm: "ppo", central: true, parameters: { ...small, critic: "central" } },
];

/**
 * The published sixteen with a fiftieth of their steps and smaller layers, which one machine trains in every world within an hour.
 * Snapshots come as much oftener, and learners from memory take a gradient step of a quarter of the batch for every eighth step.
 */
const reduced = { steps: 10_000, hidden: [16, 16] };
const remembering = { ...reduced, every: 8, batch: 64 };
/** Trained players that could draw take their likeliest action. */
const likeliest = { ...reduced, mode: true };
const likeliestRemembering = { ...remembering, mode: true };
const contestants = (central: boolean, parameters: object, ...names: string[]): Contestant[] =>
  names.map((name) => ({ name, algorithm: name, central, parameters }));

export const SIXTEEN: readonly Contestant[] = [
  ...contestants(false, likeliest, "ippo", "ia2c", "independent-reinforce"),
  ...contestants(false, likeliestRemembering, "isac"),
  ...contestants(false, likeliest, "lola"),
  ...contestants(false, { ...likeliest, past: { refresh: 200 } }, "self-play-ppo"),
  ...contestants(false, { ...likeliest, past: { refresh: 1000 } }, "fcp"),
  ...contestants(true, likeliest, "mappo"),
  ...contestants(true, remembering, "maddpg", "matd3"),
  ...contestants(true, likeliestRemembering, "masac"),
  ...contestants(true, remembering, "m3ddpg", "qmix", "vdn"),
  ...contestants(true, likeliest, "coma"),
  ...contestants(true, likeliestRemembering, "mean-field"),
];

/** The two that the published crossover is between, with ten times the steps of the sixteen and twice their width. */
const longer = { steps: 100_000, hidden: [32, 32], mode: true };
export const CROSSING: readonly Contestant[] = [
  ...contestants(false, { ...longer, every: 8, batch: 64 }, "isac"),
  ...contestants(true, longer, "coma"),
];

/** Whether a contestant can sit in a world: some need three seats. */
async function fits({ algorithm, parameters }: Contestant, world: string): Promise<boolean> {
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

/** Contestants in worlds where they can sit, under some pays and seeds. */
export async function fieldsOf(
  learners: readonly Contestant[],
  worlds: readonly string[],
  modes: readonly Mode[],
  seeds: readonly number[],
  parametersOf: (world: string) => object = () => ({}),
): Promise<Field[]> {
  const places = learners.flatMap((contestant) => worlds.map((world) => ({ contestant, world })));
  const fitting = await Promise.all(places.map(({ contestant, world }) => fits(contestant, world)));
  return places
    .filter((_, k) => fitting[k])
    .flatMap((place) => {
      const parameters = parametersOf(place.world);
      return modes.flatMap((mode) => seeds.map((seed) => ({ ...place, mode, seed, parameters })));
    });
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
  const context = trainingContext({ makeEnvironment, seed, reward: PAY[mode] });
  const judged = (players: readonly Agent[], judge: Mode, episodes: number) =>
    evaluationEpisodes(makeEnvironment(), players, { seed, episodes, reward: PAY[judge] });
  const chance = await judged(randomPlayers(context), mode, RANDOM_EPISODES);
  const random = context.spec.agents.length * mean(chance.pay);
  const cell = { learner: one.name, world, mode, seed, random };
  const plan = (await algorithms.get(one.algorithm)).make(one.parameters);
  const players = await train(plan, context, { signal }).then((trained) => trained.players, noneWhereDiverged);
  if (players === undefined) return { ...cell, totals: MODES.map(() => Number.NaN), share: Number.NaN };
  const totals: number[] = [];
  let share = 0;
  for (const judge of MODES) {
    const watched = await judged(players, judge, 1);
    totals.push(players.length * watched.pay[0]);
    share = watched.channel("cooperation")[0];
  }
  for (const player of players) await player.close?.();
  return { ...cell, totals, share };
}

export const learning = studyJob(import.meta.url, learn);

function noneWhereDiverged(error: unknown): undefined {
  if (error instanceof UserError && error.problems.some(({ code }) => code === "diverged")) return undefined;
  throw error;
}

function randomPlayers(context: TrainingContext): Agent[] {
  const plan = randomAgent.make();
  return context.spec.agents.map((_, seat) =>
    plan({ ...context, seat, memo: (_key, compute) => compute(), directory: "." }),
  );
}

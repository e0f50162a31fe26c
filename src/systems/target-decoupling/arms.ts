// What is compared: one PPO, and what its actor learns from. Settings are those of the code released with arXiv 2604.13517, but
// for the length of the small task and the rate that goes with it.

import { byError, byShares, type Foreseen } from "../../algorithms/policy-gradient/advantage.ts";
import { ppo, ppoMixedBy } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { AlgorithmPlan, UpdateReport } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { lunarLander } from "../../environments/control/lunar-lander.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { mean, variance } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { evaluationEpisodes } from "../../play/evaluation.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { studyJob } from "../../study/study.ts";

/** Of the four heads. */
export const DISCOUNTS = [0.5, 0.9, 0.99, 0.999] as const;
/** Of the error router, in units of pay. */
export const TEMPERATURE = 10;
const LONG = DISCOUNTS.length - 1;
/** Episodes after a training that count. */
const EPISODES = 100;

/** Worlds with the lengths of their trainings; training and watching may begin otherwise. */
export const TASKS = {
  /**
   * Episodes of training begin anywhere, so that no landing hangs on the luck of finding the ground; what has been learned is
   * measured from above. What the task leaves open was chosen on seeds 1 to 36 so that the strict long baseline lands and the
   * 0.5 head alone does not; the routers had no say in it.
   */
  vertical: {
    name: "vertical lander",
    steps: 60_000,
    rate: 2e-3,
    scaleObservations: true,
    train: () => verticalLander.make({ lowestStart: 0.1 }),
    watch: () => verticalLander.make(),
  },
  /** As in the paper. Its observations are already of order one. */
  lunar: {
    name: "Lunar Lander",
    steps: 1_000_000,
    rate: 2.5e-4,
    scaleObservations: false,
    train: () => lunarLander.make(),
    watch: () => lunarLander.make(),
  },
};

/** The four heads with the weights of the short ones' losses. */
const heads = (auxiliary: number) =>
  DISCOUNTS.map((discount, k) => ({ discount, share: k === LONG ? 1 : 0, weight: k === LONG ? 1 : auxiliary }));

/** Trains the actor on the longest head alone, and measures how far its advantages spread. */
function decoupled(auxiliary: number, settings: object): AlgorithmPlan {
  const mix = byShares(heads(auxiliary).map(({ share }) => share));
  const measured = (foreseen: readonly Foreseen[]) => ({
    ...mix(foreseen),
    measures: { longVariance: variance(foreseen[LONG].advantages, 0) },
  });
  return ppoMixedBy(measured, { ...settings, heads: heads(auxiliary) });
}

/** Makes the learner of an arm; `seed` is of what the arm itself draws. */
const ARMS = {
  baseline: (settings) => ppo.make({ ...settings, heads: [{ discount: 0.99 }] }),
  "learned routing": (settings) => ppo.make({ ...settings, heads: heads(1), routing: "learned" }),
  "error routing": (settings) => ppo.make({ ...settings, heads: heads(1), routing: "error", temperature: TEMPERATURE }),
  decoupled: (settings) => decoupled(1, settings),
  "auxiliary 0.1": (settings) => decoupled(0.1, settings),
  "strict long": (settings) => decoupled(0, settings),
  "0.5 as target": (settings) => ppoMixedBy(byShares([1, 0, 0, 0]), { ...settings, heads: heads(1) }),
  "shuffled labels": (settings, seed) => {
    const labels = Random.of(seed, "shuffled labels");
    return ppoMixedBy(
      byError(TEMPERATURE, (weights) => shuffle(weights, labels)),
      { ...settings, heads: heads(1) },
    );
  },
} as const satisfies Record<string, (settings: object, seed: number) => AlgorithmPlan>;

export type LanderArm = keyof typeof ARMS;
export const PAPER_ARMS = ["baseline", "learned routing", "error routing", "decoupled"] as const satisfies LanderArm[];
export const VERTICAL_ARMS = Object.keys(ARMS) as LanderArm[];

/** One seed of one arm. */
export type Flown = Awaited<ReturnType<typeof fly>>;

/** One flight of the comparison. */
export interface Flight {
  readonly task: keyof typeof TASKS;
  readonly arm: LanderArm;
  readonly seed: number;
}

/** Trains an arm and watches its most probable actions. */
export async function fly({ task: name, arm, seed }: Flight, signal?: AbortSignal) {
  const task = TASKS[name];
  const { steps, rate, scaleObservations } = task;
  const settings = {
    steps,
    rate,
    copies: 8,
    rollout: 256,
    epochs: 10,
    minibatches: 8,
    segments: 1,
    truncation: "end",
    scaleRewards: false,
    scaleObservations,
    mode: true,
  };
  const plan = ARMS[arm](settings, seed);
  const context = trainingContext({ makeEnvironment: task.train, seed, reward: privatePay });
  const { reports, players } = await train(plan, context, { signal });
  try {
    const watched = await evaluationEpisodes(task.watch(), players, { seed, episodes: EPISODES, reward: privatePay });
    return {
      /** Share of episodes that end softly on the ground, or at rest between the flags. */
      landed: mean(watched.channel("success")),
      /** Mean undiscounted return of an episode. */
      pay: mean(watched.pay),
      /** Means over the updates of the training; NaN where the arm does not have it. */
      weights: DISCOUNTS.map((_, k) => meanOf(reports, `routeWeight${k}`)),
      hackRate: meanOf(reports, "hackRate"),
      longVariance: meanOf(reports, "longVariance"),
    };
  } finally {
    for (const player of players) player.close?.();
  }
}

export const flying = studyJob(import.meta.url, fly);

function meanOf(reports: readonly UpdateReport[], name: string): number {
  return mean(reports.flatMap(({ measures }) => (name in measures ? [measures[name]] : [])));
}

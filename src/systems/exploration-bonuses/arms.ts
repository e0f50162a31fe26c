// What is compared: tasks, bonuses, and the two learners that each bonus may have. As in the paper, every bonus is
// tuned for itself (its weight, and here its learner), on seeds apart from those that are reported.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { corridors } from "../../environments/gridworld/corridors.ts";
import { keyRoom } from "../../environments/gridworld/key-room.ts";
import { maze } from "../../environments/gridworld/maze.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { countBonus } from "../../rewards/count-bonus.ts";
import { ellipticalBonus } from "../../rewards/elliptical-bonus.ts";
import { episodicBonus } from "../../rewards/episodic-bonus.ts";
import { channel, product, scaled, sum } from "../../rewards/index.ts";
import { linearActorCritic } from "./actor-critic.ts";
import { tableFeatures } from "./features.ts";
import { type Learner, trainLearner } from "./learner.ts";
import { linearQLearning } from "./q-learning.ts";

/** Episodes at the end of a training whose successes count. */
const COUNTED = 1000;

/** A task with what its learners see and its bonuses count. */
export interface Task {
  readonly name: string;
  readonly episodes: number;
  /** Seeds that settings are chosen on, apart from those that are reported. */
  readonly tuning: number;
  /** Each seed has its own fixed maps. */
  make(seed: number): NumericEnvironment;
  /** Tables of the linear functions. */
  readonly tables: readonly (readonly string[])[];
  /** ψ. */
  readonly channels: readonly string[];
}

/** Mazes of 15 × 15 with `contexts` maps, 0 for a new one each episode, and a share of episodes on one map. */
export function mazeTask(contexts: number, sharedMap = 0): Task {
  const maps = contexts === 0 ? "new maps" : `${contexts} ${contexts === 1 ? "map" : "maps"}`;
  return {
    name: sharedMap > 0 ? `maze, ${sharedMap * 100}% on one map` : `maze, ${maps}`,
    episodes: 12_000,
    tuning: 2,
    make: (seed) => maze.make({ contexts, sharedMap, layoutSeed: seed }),
    tables: [
      ["x", "y"],
      ["blocked", "seen", "lastAction"],
    ],
    channels: ["x", "y"],
  };
}

export const corridorTask: Task = {
  name: "corridors",
  episodes: 3000,
  tuning: 8,
  make: (seed) => corridors.make({ layoutSeed: seed }),
  tables: [["x", "y", "seen"]],
  channels: ["x", "y"],
};

export const messageTask: Task = {
  name: "key room, new maps, messages",
  episodes: 6000,
  tuning: 2,
  make: (seed) => keyRoom.make({ size: 17, layoutSeed: seed }),
  tables: [
    ["keyBearing", "doorBearing", "blocked", "key", "message"],
    ["keyBearing", "key", "message"],
    ["doorBearing", "key", "message"],
    ["lastAction", "seen", "blocked"],
  ],
  channels: ["message"],
};

/** A task as plain data. */
export type TaskId = "corridors" | "messages" | { readonly contexts: number; readonly sharedMap?: number };

export function taskOf(id: TaskId): Task {
  if (id === "corridors") return corridorTask;
  if (id === "messages") return messageTask;
  return mazeTask(id.contexts, id.sharedMap);
}

/** The bonuses by name; a new one for every training, since counts last. */
export const bonuses = {
  episodic: (channels: readonly string[]) => episodicBonus({ channels }),
  global: (channels: readonly string[]) => countBonus({ channels }),
  product: (channels: readonly string[]) => product(episodicBonus({ channels }), countBonus({ channels })),
  elliptical: (channels: readonly string[]) => ellipticalBonus({ channels }),
  "elliptical × global": (channels: readonly string[]) =>
    product(ellipticalBonus({ channels }), countBonus({ channels })),
} as const satisfies Record<string, (channels: readonly string[]) => RewardPlan>;

export type BonusName = keyof typeof bonuses;

/** A bonus with its weight, and the learner it is paid to. */
export interface Setting {
  readonly learner: "q-learning" | "actor-critic";
  readonly weight: number;
}

/** Learner by weight: what each bonus is tuned over. */
export const settings: readonly Setting[] = (["q-learning", "actor-critic"] as const).flatMap((learner) =>
  [0.1, 1].map((weight) => ({ learner, weight })),
);

/** Share of the last 1,000 episodes that reach the goal when pay is the task's own plus weight × bonus. */
export function success(
  task: Task,
  bonus: ((channels: readonly string[]) => RewardPlan) | undefined,
  { learner, weight }: Setting,
  seed: number,
  signal: AbortSignal | undefined,
): number {
  const world = task.make(seed);
  const own = channel("payoff");
  const plan = bonus === undefined ? own : sum(own, scaled(bonus(task.channels), weight));
  const { episodes } = task;
  const reached = trainLearner(world, plan, learnerOf(world, task, learner), {
    seed,
    episodes,
    measured: "success",
    signal,
  });
  return mean(reached.subarray(episodes - COUNTED));
}

/** One setting of each learner for all tasks and bonuses, found on other seeds. */
function learnerOf({ spec }: NumericEnvironment, { tables }: Task, kind: Setting["learner"]): Learner {
  const features = tableFeatures(spec, tables);
  const { choices = 0, horizon } = spec;
  return kind === "q-learning"
    ? linearQLearning(features, choices, { rate: 0.7 })
    : linearActorCritic(features, choices, { horizon, policyRate: 0.6, valueRate: 0.1, entropy: 0.01 });
}

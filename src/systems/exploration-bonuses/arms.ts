// What is compared: tasks, bonuses, and the two learners that each bonus may have. As in the paper, every bonus is
// tuned for itself (its weight, and here its learner), on seeds apart from those that are reported.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { corridors } from "../../environments/gridworld/corridors.ts";
import { keyRoom } from "../../environments/gridworld/key-room.ts";
import { maze } from "../../environments/gridworld/maze.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { countBonus, episodicBonus } from "../../rewards/count-bonuses.ts";
import { distillationBonus } from "../../rewards/distillation-bonus.ts";
import { ellipticalBonus } from "../../rewards/elliptical-bonus.ts";
import { channel, product, scaled, sum } from "../../rewards/index.ts";
import { type StudyContext, studyJob } from "../../study/study.ts";
import { frozenEpisode, shuffledCount } from "./broken-bonuses.ts";
import { trainLearner } from "./learner.ts";
import { linearActorCritic, linearQLearning, tableFeatures } from "./linear-learners.ts";

/** Episodes at the end of a training whose successes count. */
const COUNTED = 1000;

/** A task with what its learners see and its bonuses count. */
interface Task {
  readonly name: string;
  readonly episodes: number;
  /** Each seed has its own fixed maps. */
  make(seed: number): NumericEnvironment;
  /** Tables of the linear functions. */
  readonly tables: readonly (readonly string[])[];
  /** ψ. */
  readonly channels: readonly string[];
}

/** A task as plain data; a maze of 15 × 15 with `contexts` maps (0: a new one each episode), a share of episodes on one map. */
export type TaskId = "corridors" | "messages" | { readonly contexts: number; readonly sharedMap?: number };

export function taskOf(id: TaskId): Task {
  if (typeof id === "string") return NAMED[id];
  const { contexts, sharedMap = 0 } = id;
  const maps = contexts === 0 ? "new maps" : `${contexts} ${contexts === 1 ? "map" : "maps"}`;
  return {
    name: sharedMap > 0 ? `maze, ${sharedMap * 100}% on one map` : `maze, ${maps}`,
    episodes: 12_000,
    make: (seed) => maze.make({ contexts, sharedMap, layoutSeed: seed }),
    tables: [
      ["x", "y"],
      ["blocked", "seen", "lastAction"],
    ],
    channels: ["x", "y"],
  };
}

const NAMED: Readonly<Record<"corridors" | "messages", Task>> = {
  corridors: {
    name: "corridors",
    episodes: 3000,
    make: (seed) => corridors.make({ layoutSeed: seed }),
    tables: [["x", "y", "seen"]],
    channels: ["x", "y"],
  },
  messages: {
    name: "key room, new maps, messages",
    episodes: 6000,
    make: (seed) => keyRoom.make({ size: 17, layoutSeed: seed }),
    tables: [
      ["keyBearing", "doorBearing", "blocked", "key", "message"],
      ["keyBearing", "key", "message"],
      ["doorBearing", "key", "message"],
      ["lastAction", "seen", "blocked"],
    ],
    channels: ["message"],
  },
};

/** The bonuses by name, the last two without their idea; a new one for every training, since counts last. */
const BONUSES = {
  none: () => undefined,
  episodic: (channels) => episodicBonus({ channels }),
  global: (channels) => countBonus({ channels }),
  product: (channels) => product(episodicBonus({ channels }), countBonus({ channels })),
  E3B: (channels) => ellipticalBonus({ channels }),
  RND: (channels) => distillationBonus({ channels }),
  "E3B × RND": (channels) => product(ellipticalBonus({ channels }), distillationBonus({ channels })),
  shuffled: shuffledCount,
  frozen: frozenEpisode,
} as const satisfies Record<string, (channels: readonly string[]) => RewardPlan | undefined>;

/** The weight of a bonus, and the learner it is paid to. */
interface BonusSetting {
  readonly learner: "q-learning" | "actor-critic";
  readonly weight: number;
}

/** Learner by weight: what each bonus is tuned over. */
const SETTINGS: readonly BonusSetting[] = (["q-learning", "actor-critic"] as const).flatMap((learner) =>
  [0.1, 1].map((weight) => ({ learner, weight })),
);

/** A bonus in a task, measured on seeds at the best of some settings, by default of all. */
interface Wanted {
  readonly task: TaskId;
  readonly bonus: keyof typeof BONUSES;
  readonly seeds: readonly number[];
  /** How many seeds, from 1 on, the setting is chosen on. */
  readonly tuning: number;
  readonly among?: readonly BonusSetting[];
}

/** Success by seed, at the setting that was the best on the task's tuning seeds. */
export interface Cell {
  readonly setting: BonusSetting;
  readonly successes: readonly number[];
}

/** Tunes a bonus and measures it. */
export async function measureCell(
  { task: id, bonus, seeds, tuning: most, among = SETTINGS }: Wanted,
  signal?: AbortSignal,
): Promise<Cell> {
  const task = taskOf(id);
  // Without a bonus its weight means nothing.
  const tried = bonus === "none" ? among.filter(({ weight }) => weight === 1) : among;
  const measure = async (setting: BonusSetting, on: readonly number[]): Promise<Cell> => {
    const successes: number[] = [];
    for (const seed of on) {
      await new Promise((resolve) => setImmediate(resolve));
      successes.push(success(task, BONUSES[bonus](task.channels), setting, seed, signal));
    }
    return { setting, successes };
  };
  const tuning = Array.from({ length: tried.length > 1 ? most : 0 }, (_, k) => k + 1);
  const trials: Cell[] = [];
  for (const setting of tried) trials.push(await measure(setting, tuning));
  const best = trials.reduce((a, b) => (mean(b.successes) > mean(a.successes) ? b : a));
  return measure(best.setting, seeds);
}

const cell = studyJob(import.meta.url, measureCell);

/** Measures cells. */
export function cells(context: StudyContext, wanted: readonly Wanted[]): Promise<Cell[]> {
  return context.all(cell, wanted, ({ task, bonus }) => `${taskOf(task).name}: ${bonus}`);
}

/** Share of the last 1,000 episodes that reach the goal when pay is the task's own plus weight × bonus. */
function success(
  task: Task,
  bonus: RewardPlan | undefined,
  { learner, weight }: BonusSetting,
  seed: number,
  signal: AbortSignal | undefined,
): number {
  const world = task.make(seed);
  const own = channel("payoff");
  const features = tableFeatures(world.spec, task.tables);
  const { choices = 0, horizon } = world.spec;
  const reached = trainLearner(
    world,
    bonus === undefined ? own : sum(own, scaled(bonus, weight)),
    // One setting of each learner for all tasks and bonuses, found on other seeds.
    learner === "q-learning"
      ? linearQLearning(features, choices, { rate: 0.7 })
      : linearActorCritic(features, choices, { horizon, policyRate: 0.6, valueRate: 0.1 }),
    { seed, episodes: task.episodes, signal },
  );
  return mean(reached.subarray(task.episodes - COUNTED));
}

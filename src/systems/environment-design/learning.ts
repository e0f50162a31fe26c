// One rule of the comparison: learned by an arm with a seed, and measured on the unseen levels.

import type { StudyJob } from "../../study/legacy.ts";
import { type Arm, curriculumOf, learned, OPEN_RULE, setOf } from "./arms.ts";
import { fewLevels } from "./few-levels.ts";
import { GENERATIONS } from "./set-up.ts";
import { type Shares, type Unseen, unseenLevels } from "./unseen.ts";

/** First seed of those that count; smaller ones were used to find how rules are best learned. */
export const FIRST_SEED = 401;
/** Unseen random levels. */
export const UNSEEN = 200;

/** What is learned. */
export interface Task {
  readonly arm: Arm;
  readonly seed: number;
  /** Numbers of generations after which the rule is measured. */
  readonly kept: readonly number[];
  /** Lives of an agent on each unseen level. */
  readonly lives: number;
}

/** How good it is. */
export interface Learnt {
  /** One for each of `kept`. */
  readonly shares: readonly Shares[];
  /** For domain randomisation, rules learned on few levels: those of its highest regret, and any. */
  readonly few?: { readonly highest: Shares; readonly random: Shares };
}

let unseen: Unseen | undefined;

/** Learns and measures. */
export async function learn({ arm, seed, kept, lives }: Task, signal?: AbortSignal): Promise<Learnt> {
  unseen ??= unseenLevels(UNSEEN, FIRST_SEED);
  const levels = unseen;
  const measure = (parameters: Float32Array) => levels.measure(OPEN_RULE.rule.rule(parameters), seed, lives);
  const rules = await learned(OPEN_RULE, curriculumOf(arm, seed), seed, kept, signal);
  const shares = rules.map(measure);
  if (arm !== "random") return { shares };
  const { highest, random } = fewLevels(OPEN_RULE.rule.rule(rules[0]), seed);
  const of = async (set: typeof highest): Promise<Shares> => {
    const [rule] = await learned(OPEN_RULE, setOf(set, seed), seed, [GENERATIONS], signal);
    return measure(rule);
  };
  return { shares, few: { highest: await of(highest), random: await of(random) } };
}

export const learning: StudyJob<Task, Learnt> = { module: import.meta.url, name: "learn", compute: learn };

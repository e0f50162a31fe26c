// The arms: one way to learn a rule, and several ways to choose the levels that it is learned on.

import { type Curriculum, fixedLevels, randomLevels, replayedLevels } from "./curriculum.ts";
import type { EvolutionOptions } from "./evolution.ts";
import {
  absoluteValueLoss,
  algorithmicRegret,
  chance,
  type LevelProcess,
  type LevelScore,
  negated,
  optimalRegret,
  positiveValueLoss,
} from "./level-scores.ts";
import { type MetaRule, metaTraining } from "./meta-training.ts";
import { anyLevel, BUFFER, EVOLUTION, LIFETIME, openRule } from "./set-up.ts";

const regret = algorithmicRegret(LIFETIME);

/** Scores that levels are replayed by; none for domain randomisation. */
const SCORES = {
  random: undefined,
  regret,
  optimal: optimalRegret,
  positive: positiveValueLoss,
  absolute: absoluteValueLoss,
  chance,
  negated: negated(regret),
} as const satisfies Record<string, LevelScore | undefined>;

export type Arm = keyof typeof SCORES;

/** What people call the arms. */
export const ARM_NAMES: Readonly<Record<Arm, string>> = {
  random: "domain randomisation",
  regret: "algorithmic regret",
  optimal: "optimal-policy regret",
  positive: "positive value loss",
  absolute: "L1 value loss",
  chance: "random scores",
  negated: "negated algorithmic regret",
};

/** What is learned, and how. */
export interface Learning {
  readonly rule: MetaRule;
  readonly evolution: EvolutionOptions;
}

export const OPEN_RULE: Learning = { rule: openRule, evolution: EVOLUTION };

/** An arm's curriculum. */
export function curriculumOf(arm: Arm, seed: number): Curriculum {
  const score = SCORES[arm];
  return score === undefined ? randomLevels(anyLevel, seed) : replayedLevels(anyLevel, score, BUFFER, seed);
}

/** Uniform draws from a few levels. */
export const setOf = (levels: readonly LevelProcess[], seed: number): Curriculum => fixedLevels(levels, seed);

/**
 * Learns a rule; gives, for each number of generations that is `kept`, the mean of the centres over the last half of them:
 * one centre alone still moves with every draw of levels. Breathes between generations.
 */
export async function learned(
  { rule, evolution }: Learning,
  curriculum: Curriculum,
  seed: number,
  kept: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const centres: Float32Array[] = [];
  const generations = Math.max(...kept);
  for (const centre of metaTraining({ ...evolution, rule, curriculum, lifetime: LIFETIME, generations, seed })) {
    centres.push(centre.slice());
    if (centres.length % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  return kept.map((count) => averaged(centres.slice(Math.floor(count / 2), count)));
}

/** Entry by entry. */
function averaged(vectors: readonly Float32Array[]): Float32Array {
  return vectors[0].map((_, k) => vectors.reduce((sum, vector) => sum + vector[k], 0) / vectors.length);
}

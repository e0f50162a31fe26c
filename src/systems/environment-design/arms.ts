// The arms: one way to learn a rule, and several ways to choose the levels that it is learned on.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import { advantageRule, META_PARAMETERS, settingsOf } from "./advantage-rule.ts";
import { type Curriculum, fixedLevels, randomLevels, replayedLevels } from "./curriculum.ts";
import * as scores from "./level-scores.ts";
import { anyLevel, LIFETIME, lead } from "./level-scores.ts";
import type { UpdateRule } from "./life.ts";
import { type EvolutionOptions, type MetaRule, metaTraining } from "./meta-training.ts";
import { type Shares, type Unseen, unseenLevels } from "./unseen.ts";

/** How a rule is learned. The rate is among the best for domain randomisation of 0.005 … 0.05, on seeds apart from those that count. */
export const EVOLUTION: EvolutionOptions = { pairs: 8, deviation: 0.1, rate: 0.02 };
/** Of the short form, and of rules that are learned on few levels. */
export const GENERATIONS = 40;

/** The rule with eight open numbers, from the middle of their ranges. */
export const openRule = {
  initial: new Float32Array(META_PARAMETERS),
  rule: (parameters: Float32Array) => advantageRule(settingsOf(parameters)),
} satisfies MetaRule;

/** Arms by name, with the scores that levels are replayed by; none for domain randomisation. */
const ARMS = {
  "domain randomisation": undefined,
  "algorithmic regret": scores.algorithmicRegret(LIFETIME),
  "optimal-policy regret": scores.optimalRegret,
  "positive value loss": scores.positiveValueLoss,
  "L1 value loss": scores.absoluteValueLoss,
  "random scores": scores.chance,
  "negated algorithmic regret": scores.negated(scores.algorithmicRegret(LIFETIME)),
} as const satisfies Record<string, scores.LevelScore | undefined>;

export type CurriculumName = keyof typeof ARMS;
export const RANDOM = "domain randomisation";
export const REGRET = "algorithmic regret";

/** An arm's curriculum; replay has the paper's buffer. */
export function curriculumOf(arm: CurriculumName, seed: number): Curriculum {
  const score = ARMS[arm];
  return score === undefined
    ? randomLevels(anyLevel, seed)
    : replayedLevels(anyLevel, score, { size: 4000, replay: 0.5 }, seed);
}

/**
 * Learns a rule; gives, for each number of generations that is `kept`, the mean of the centres over the last half of them:
 * one centre alone still moves with every draw of levels. Lets others have a turn between generations.
 */
export async function learned(
  rule: MetaRule,
  curriculum: Curriculum,
  seed: number,
  kept: readonly number[],
  signal: AbortSignal | undefined,
  evolution: EvolutionOptions = EVOLUTION,
): Promise<Float32Array[]> {
  const centres: Float32Array[] = [];
  const generations = Math.max(...kept);
  for (const centre of metaTraining({ ...evolution, rule, curriculum, lifetime: LIFETIME, generations, seed })) {
    centres.push(centre.slice());
    if (centres.length % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  return kept.map((count) => {
    const last = centres.slice(Math.floor(count / 2), count);
    return last[0].map((_, k) => mean(last.map((centre) => centre[k])));
  });
}

/** Unseen random levels. */
export const UNSEEN = 200;

const drawn = new Map<number, Unseen>();

/** The levels that every rule is measured on. */
export function unseen(seed: number): Unseen {
  const levels = drawn.get(seed) ?? unseenLevels(UNSEEN, seed);
  drawn.set(seed, levels);
  return levels;
}

/** What is learned. */
export interface RuleJob {
  readonly arm: CurriculumName;
  readonly seed: number;
  /** Numbers of generations after which the rule is measured. */
  readonly kept: readonly number[];
  /** Seed of the unseen levels. */
  readonly levels: number;
}

/**
 * Learns a rule and measures it on the unseen levels, once for each of `kept`; for domain randomisation also `few`, rules learned on few
 * levels: those of its highest regret, and any.
 */
export async function learn({ arm, seed, kept, levels }: RuleJob, signal?: AbortSignal) {
  const measure = (parameters: Float32Array) => unseen(levels).measure(openRule.rule(parameters), seed, 2);
  const rules = await learned(openRule, curriculumOf(arm, seed), seed, kept, signal);
  const shares = rules.map(measure);
  if (arm !== RANDOM) return { shares, few: undefined };
  const { highest, random } = fewLevels(openRule.rule(rules[0]), seed);
  const of = async (few: readonly scores.LevelProcess[]): Promise<Shares> => {
    const [rule] = await learned(openRule, fixedLevels(few, seed), seed, [GENERATIONS], signal);
    return measure(rule);
  };
  return { shares, few: { highest: await of(highest), random: await of(random) } };
}

export const learning = studyJob(import.meta.url, learn);

/** Levels that few are chosen from, and how many. */
const POOL = 300;
const FEW = 8;

/**
 * The static version (arXiv 2310.02782, section 4.3): the levels of a pool on which A2C leaves `rule` farthest behind, and the first
 * ones of the pool, which are any.
 */
function fewLevels(rule: UpdateRule, seed: number) {
  const pool = Array.from({ length: POOL }, (_, k) => anyLevel(Random.of(seed, "pool", k)));
  const regret = scores.algorithmicRegret(LIFETIME);
  const regrets = pool.map((process, k) =>
    regret.score(lead(process, rule, LIFETIME, Random.of(seed, "pool life", k)), Random.of(seed, "pool score", k)),
  );
  const ranked = pool.map((_, k) => k).sort((a, b) => regrets[b] - regrets[a] || a - b);
  return { highest: ranked.slice(0, FEW).map((k) => pool[k]), random: pool.slice(0, FEW) };
}

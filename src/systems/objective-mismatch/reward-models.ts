// A population of reward models of one world: some see little of an answer, some were taught by few or careless comparisons, some can bend.

import type { Random } from "../../core/random.ts";
import {
  drawnNormalAnswers,
  goldScore,
  linearScore,
  type NormalWorld,
} from "../../evaluation/overoptimisation/normal-world.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { randomOrder } from "../../math/weighted-draw.ts";

export const DIMENSIONS = 12;
/** Dimensions from this one on are the capability's. */
const CAPABLE_FROM = 6;
const LIKING = 1.2;
/** Too much of a good thing: in the dimensions of the capability so little that preferences hardly know of it. */
const [CURVED, HARDLY_CURVED] = [0.35, 0.02];

/** Utility 1.2·a·x − Σ q_i·x_i², with a drawn direction a; `curved` false: without the second term. */
export function drawnWorld(random: Random, curved: boolean): NormalWorld {
  const direction = Float64Array.from({ length: DIMENSIONS }, () => random.normal());
  const size = Math.sqrt(linearScore(direction, direction));
  const curvature = (_: number, k: number) => (!curved ? 0 : k < CAPABLE_FROM ? CURVED : HARDLY_CURVED);
  return { taste: direction.map((x) => (LIKING * x) / size), curvature: direction.map(curvature) };
}

/** −Σ x_i² over the dimensions of the capability, of the answer that begins at `at`. */
export function capability(answers: Float64Array, at = 0): number {
  let sum = 0;
  for (let k = CAPABLE_FROM; k < DIMENSIONS; k++) sum -= answers[at + k] ** 2;
  return sum;
}

/** What is told of two answers: which has more of this. */
export type Utility = (answers: Float64Array, at: number) => number;

export const goldOf =
  (world: NormalWorld): Utility =>
  (answers, at) =>
    goldScore(world, answers, at);

/** What a reward model may see and is taught by. */
export interface RewardSpec {
  /** Numbers of the dimensions that it sees. */
  readonly visible: readonly number[];
  readonly isQuadratic: boolean;
  readonly pairs: number;
  /** Judges prefer by σ(difference/noise). */
  readonly noise: number;
}

/** How the population is drawn. */
export interface Population {
  readonly models: number;
  readonly fewestVisible: number;
  readonly quadratic: number;
  readonly pairs: readonly [least: number, most: number];
}

const NOISES = [0.5, 1, 3] as const;

/** Pairs are drawn evenly in their logarithm. */
export const drawnSpecs = ({ models, fewestVisible, quadratic, pairs: [least, most] }: Population, random: Random) =>
  Array.from({ length: models }, (): RewardSpec => {
    const visible = fewestVisible + random.integer(DIMENSIONS - fewestVisible + 1);
    return {
      visible: randomOrder(DIMENSIONS, random).slice(0, visible),
      isQuadratic: random.uniform() < quadratic,
      pairs: Math.round(least * (most / least) ** random.uniform()),
      noise: NOISES[random.integer(NOISES.length)],
    };
  });

/** Answers in pairs: [pairs × dimensions] each, and whether the first was preferred. */
export interface TaughtPairs {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly results: Float64Array;
}

/** A pair of answers each from `draw`, judged by a utility. */
export function judgedPairs(
  count: number,
  draw: () => Float64Array,
  utility: Utility,
  noise: number,
  random: Random,
): TaughtPairs {
  const [first, second] = [0, 1].map(() => new Float64Array(count * DIMENSIONS));
  const results = new Float64Array(count);
  for (let pair = 0; pair < count; pair++) {
    const at = pair * DIMENSIONS;
    first.set(draw(), at);
    second.set(draw(), at);
    const chance = preferenceProbability((utility(first, at) - utility(second, at)) / noise);
    results[pair] = random.uniform() < chance ? 1 : 0;
  }
  return { first, second, results };
}

/** Answers of the reference, one at a time. */
export const fromReference = (random: Random) => (): Float64Array =>
  drawnNormalAnswers(1, new Float64Array(DIMENSIONS), random);

export const joined = (one: TaughtPairs, other: TaughtPairs): TaughtPairs => ({
  first: Float64Array.from([...one.first, ...other.first]),
  second: Float64Array.from([...one.second, ...other.second]),
  results: Float64Array.from([...one.results, ...other.results]),
});

/** The first pairs, or those at these places. */
export const chosenPairs = ({ first, second, results }: TaughtPairs, rows: readonly number[]): TaughtPairs => {
  const of = (answers: Float64Array) =>
    Float64Array.from(rows.flatMap((row) => Array.from(answers.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS))));
  return { first: of(first), second: of(second), results: Float64Array.from(rows, (row) => results[row]) };
};

/** Rewards by dimension and by its square; 0 where they are not seen. */
export interface LearnedReward {
  readonly linear: Float64Array;
  readonly square: Float64Array;
}

/** Bradley-Terry with a ridge of one pair. */
export function learnedReward(
  { visible, isQuadratic }: RewardSpec,
  { first, second, results }: TaughtPairs,
): LearnedReward {
  const width = visible.length * (isQuadratic ? 2 : 1);
  const features = new Float64Array(results.length * width);
  for (let pair = 0; pair < results.length; pair++) {
    for (const [k, dimension] of visible.entries()) {
      const [x, y] = [first[pair * DIMENSIONS + dimension], second[pair * DIMENSIONS + dimension]];
      features[pair * width + k] = x - y;
      if (isQuadratic) features[pair * width + visible.length + k] = x * x - y * y;
    }
  }
  const { weights } = fitDenseLogistic({ features, labels: results }, width, { ridge: 1, tolerance: 1e-6 });
  const [linear, square] = [new Float64Array(DIMENSIONS), new Float64Array(DIMENSIONS)];
  for (const [k, dimension] of visible.entries()) {
    linear[dimension] = weights[k];
    if (isQuadratic) square[dimension] = weights[visible.length + k];
  }
  return { linear, square };
}

/** The reward of the answer that begins at `at`. */
export function rewardAt({ linear, square }: LearnedReward, answers: Float64Array, at = 0): number {
  let sum = 0;
  for (let k = 0; k < DIMENSIONS; k++) sum += answers[at + k] * (linear[k] + square[k] * answers[at + k]);
  return sum;
}

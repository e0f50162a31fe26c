// One population under pressure: how often each model is right about held-out comparisons, and what the best of n by it comes to.

import { Random } from "../../core/random.ts";
import { bestOfN, rankAnswers } from "../../evaluation/overoptimisation/best-of-n.ts";
import { meanUnder } from "../../evaluation/overoptimisation/judged-answers.ts";
import { drawnNormalAnswers, scoresOf } from "../../evaluation/overoptimisation/normal-world.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { cautiousScores, ensembleOf } from "../../feedback/preferences/reward-ensemble.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import {
  capability,
  chosenPairs,
  DIMENSIONS,
  drawnSpecs,
  drawnWorld,
  fromReference,
  goldOf,
  joined,
  judgedPairs,
  type LearnedReward,
  learnedReward,
  type Population,
  type RewardSpec,
  rewardAt,
  type TaughtPairs,
  type Utility,
} from "./reward-models.ts";

export const PRESSURES = [4, 32, 256, 2048] as const;
const POOL = 60_000;
const HELD_OUT = 4_000;
export const MODELS = 60;
/** Draws of which the policy that is labelled anew gives the best. */
const RELABELLED_DRAWS = 64;
const MEMBERS = 5;
const CAUTION = 1;
/** Share of the labels that an arm that stops early spends on gold of its own answers. */
const VALIDATED = 0.2;
/** Pressures it can stop at. */
const STOPS = [1, ...PRESSURES];
/** Weight of the capability beside the reward, both in standard deviations of the reference. */
const CHANNEL = 1;

/** What a population is taught and pressed with; the first is plain, the last two are controls. */
export const ARMS = [
  "plain",
  "half of the labels on-policy",
  "ensemble, mean less spread",
  "stopped by gold",
  "capability as its own channel",
  "gold in the family",
  "capability preferred",
] as const;
export type Arm = (typeof ARMS)[number];

const PLAIN: Population = { models: MODELS, fewestVisible: 3, quadratic: 0.3, pairs: [30, 1000] };
const IN_FAMILY: Population = { models: MODELS, fewestVisible: DIMENSIONS, quadratic: 0, pairs: [30, 3000] };

export interface PressedJob {
  readonly seed: number;
  readonly arm: Arm;
}

/** Of each model of a population; what depends on pressure is [models][PRESSURES]. */
export interface PressedPopulation {
  /** Share of held-out comparisons that it is right about. */
  readonly accuracy: readonly number[];
  readonly isQuadratic: readonly boolean[];
  readonly gold: readonly (readonly number[])[];
  readonly capability: readonly (readonly number[])[];
  /** The model's own reward, and the same in standard deviations from its mean under the reference. */
  readonly score: readonly (readonly number[])[];
  readonly standardScore: readonly (readonly number[])[];
}

export const pressing = studyJob(import.meta.url, pressPopulation);

export async function pressPopulation({ seed, arm }: PressedJob): Promise<PressedPopulation> {
  const isFamily = arm === "gold in the family";
  const world = drawnWorld(Random.of(seed, "world"), !isFamily);
  const gold = goldOf(world);
  const told: Utility =
    arm === "capability preferred" ? (answers, at) => gold(answers, at) + capability(answers, at) : gold;
  const pool = drawnNormalAnswers(POOL, new Float64Array(DIMENSIONS), Random.of(seed, "answers"));
  const own = {
    pool,
    gold: scoresOf(pool, DIMENSIONS, gold),
    capability: scoresOf(pool, DIMENSIONS, capability),
  };
  const heldOut = Random.of(seed, "held out");
  const held = judgedPairs(HELD_OUT, fromReference(heldOut), told, 1, heldOut);
  const specs = drawnSpecs(isFamily ? IN_FAMILY : PLAIN, Random.of(seed, "models"));
  const found = specs.map((spec, model) => {
    const taught = taughtModel(spec, arm, told, Random.of(seed, "pairs", model));
    return {
      accuracy: accuracyOf(taught, held),
      isQuadratic: spec.isQuadratic,
      ...pressed(taught, spec, arm, own, Random.of(seed, "stops", model)),
    };
  });
  return {
    accuracy: found.map(({ accuracy }) => accuracy),
    isQuadratic: found.map(({ isQuadratic }) => isQuadratic),
    gold: found.map((one) => one.gold),
    capability: found.map((one) => one.capability),
    score: found.map((one) => one.score),
    standardScore: found.map((one) => one.standardScore),
  };
}

/** Rewards of answers, [answers]. */
type Reward = (answers: Float64Array) => Float64Array;

const plainReward =
  (model: LearnedReward): Reward =>
  (answers) =>
    scoresOf(answers, DIMENSIONS, (all, at) => rewardAt(model, all, at));

/** The reward that an arm's labels teach; every arm has as many labels. */
function taughtModel(spec: RewardSpec, arm: Arm, told: Utility, random: Random): Reward {
  const reference = fromReference(random.stream("answers"));
  const labels = random.stream("labels");
  const taught = (pairs: number) => judgedPairs(pairs, reference, told, spec.noise, labels);
  switch (arm) {
    case "half of the labels on-policy": {
      const first = taught(Math.ceil(spec.pairs / 2));
      const policy = bestOfDrawn(learnedReward(spec, first), random.stream("policy"));
      const second = judgedPairs(Math.floor(spec.pairs / 2), policy, told, spec.noise, labels);
      return plainReward(learnedReward(spec, joined(first, second)));
    }
    case "ensemble, mean less spread":
      return cautious(spec, taught(spec.pairs), random.stream("members"));
    case "stopped by gold":
      return plainReward(learnedReward(spec, taught(spec.pairs - validated(spec))));
    default:
      return plainReward(learnedReward(spec, taught(spec.pairs)));
  }
}

const validated = ({ pairs }: RewardSpec): number => Math.round(VALIDATED * pairs);

/** The best of drawn answers by a model. */
const bestOfDrawn = (model: LearnedReward, random: Random) => (): Float64Array => {
  const answers = drawnNormalAnswers(RELABELLED_DRAWS, new Float64Array(DIMENSIONS), random);
  const scores = plainReward(model)(answers);
  const best = scores.indexOf(scores.reduce((most, score) => Math.max(most, score)));
  return answers.subarray(best * DIMENSIONS, (best + 1) * DIMENSIONS);
};

/** Models of pairs that are drawn with replacement, as their mean less their spread. */
function cautious(spec: RewardSpec, pairs: TaughtPairs, random: Random): Reward {
  const members = Array.from({ length: MEMBERS }, () => {
    const rows = Array.from(pairs.results, () => random.integer(pairs.results.length));
    const scores = plainReward(learnedReward(spec, chosenPairs(pairs, rows)));
    return { scores: (answers: Float64Array | Float32Array) => scores(Float64Array.from(answers)), lean: 0 };
  });
  const ensemble = ensembleOf(members, Float64Array.from([...pairs.first, ...pairs.second]));
  return (answers) => cautiousScores(ensemble, answers, CAUTION);
}

/** Share of comparisons in which a reward prefers what was preferred. */
function accuracyOf(reward: Reward, { first, second, results }: TaughtPairs): number {
  const [one, other] = [reward(first), reward(second)];
  return results.reduce((sum, result, k) => sum + (one[k] > other[k] === result > 0.5 ? 1 : 0), 0) / results.length;
}

/** A pool of answers of the reference, and what they are worth. */
interface Pool {
  readonly pool: Float64Array;
  readonly gold: Float64Array;
  readonly capability: Float64Array;
}

/** What the best of n answers of the pool comes to by a reward, exactly. */
function pressed(reward: Reward, spec: RewardSpec, arm: Arm, own: Pool, random: Random) {
  const scores = reward(own.pool);
  const standard = standardised(scores);
  const channel = standardised(own.capability);
  const isChannelled = arm === "capability as its own channel";
  const ranked = rankAnswers(isChannelled ? standard.map((score, k) => score + CHANNEL * channel[k]) : scores);
  const chances = new Float64Array(POOL);
  const isStopped = arm === "stopped by gold";
  const each = (isStopped ? STOPS : PRESSURES).map((n) => {
    bestOfN(ranked, n, chances);
    const under = (values: Float64Array) => meanUnder(chances, values);
    const values = {
      gold: under(own.gold),
      capability: under(own.capability),
      score: under(scores),
      standardScore: under(standard),
    };
    return { ...values, seen: isStopped ? sampledGold(chances, own.gold, validated(spec), random) : 0 };
  });
  const reached = isStopped ? PRESSURES.map((_, k) => stoppedBefore(each.slice(0, k + 2))) : each;
  return {
    gold: reached.map((one) => one.gold),
    capability: reached.map((one) => one.capability),
    score: reached.map((one) => one.score),
    standardScore: reached.map((one) => one.standardScore),
  };
}

/** Mean gold of a part of the labelled answers, as many at each pressure at which an arm may stop, one at least. */
function sampledGold(chances: Float64Array, gold: Float64Array, labels: number, random: Random): number {
  const draws = Math.max(1, Math.floor(labels / STOPS.length));
  let sum = 0;
  for (let k = 0; k < draws; k++) sum += gold[drawAt(chances, 0, chances.length, random)];
  return sum / draws;
}

/** The pressure whose answers were seen to have most gold. */
const stoppedBefore = <Reached extends { readonly seen: number }>(reached: readonly Reached[]): Reached =>
  reached.reduce((best, one) => (one.seen > best.seen ? one : best));

function standardised(values: Float64Array): Float64Array {
  const [centre, spread] = [mean(values), deviation(values, 0) || 1];
  return values.map((value) => (value - centre) / spread);
}

// Reward models that are trained on comparisons of each shape, and how well they know the hidden reward of new answers.

import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import {
  type AnswerTree,
  acrossTreesPlan,
  type ComparisonBudget,
  type ComparisonPlan,
  chainPlan,
  type PrefixSampler,
  readingCost,
  reusePlan,
  treePlan,
} from "./comparison-plan.ts";
import {
  addSequence,
  drawnReward,
  evenSampler,
  FEATURES,
  habitualSampler,
  type NoiseScale,
  oneBitLabels,
  readingNoise,
  rewardOf,
  steadyNoise,
  strengthLabels,
  WEIGHT_VARIANCE,
} from "./sequences.ts";
import { fittedStrengths } from "./strength-model.ts";

/** Trees of the claims have eight leaves, and as many comparisons as join them. */
const DRAWN_TREE: AnswerTree = { segments: [3, 3], branches: 2, pairs: 7 };
const JOINED_TREE: AnswerTree = { ...DRAWN_TREE, pairs: "each branching" };
const POOL = { answers: 8, pairs: 7 };

/** A tree's pairs are drawn among its leaves, or one stands at each branching. Reuse has shared answers without common beginnings. */
export const SHAPED = ["chain", "tree, drawn pairs", "tree, each branching", "reuse"] as const;
export const CONTROLS = ["labels permuted within trees", "across trees"] as const;
export const ARMS = [...SHAPED, ...CONTROLS] as const;
export type Arm = (typeof ARMS)[number];

/** Budgets of the claims: tokens that are read, and comparisons. */
export const TOKENS = [800, 3200] as const;
export const COUNTS = [100, 300, 1000] as const;

/** Other trees: branches, and tokens of all segments but the last one. */
export const TREES: Readonly<Record<string, AnswerTree>> = {
  "2 branches, 4–4": { segments: [4], branches: 2, pairs: 3 },
  "2 branches, 3–3–2": DRAWN_TREE,
  "2 branches, 2–2–2–2": { segments: [2, 2, 2], branches: 2, pairs: 15 },
  "3 branches, 4–4": { segments: [4], branches: 3, pairs: 8 },
  "4 branches, 4–4": { segments: [4], branches: 4, pairs: 15 },
  "2 branches, 3–3–2, all 28 pairs": { ...DRAWN_TREE, pairs: 28 },
  "2 branches, 3–3–2, a pair at each branching": JOINED_TREE,
};

/** Comparisons, and label noise, where strengths are told; lengths over which answers count as similar. */
export const STRENGTHS = 300;
const STRENGTH_NOISE = 0.01;
export const SIMILARITY_LENGTHS = [1, 4] as const;

/** Data sets of each kind in a world, new answers, and answers of which the best is taken. */
const SETS = 8;
const NEW_ANSWERS = 1000;
const BEST_OF = 50;

/** How a reward model knows the hidden reward: means over data sets. */
export interface KnownReward {
  /** Correlation over new answers. */
  readonly correlation: number;
  /** Hidden reward of the model's best of 50 new answers, in standard deviations above their mean. */
  readonly best: number;
  /** Tokens read for a comparison. */
  readonly read: number;
}

export type ByArm = Readonly<Partial<Record<Arm, KnownReward>>>;

/** What came of a world. */
export interface TrainedWorld {
  /** Equal tokens read, [TOKENS]; equal comparisons, [COUNTS]. */
  readonly tokens: readonly ByArm[];
  readonly counts: readonly ByArm[];
  /** Equal tokens, with a reward model that knows how the noise grows, [TOKENS]. */
  readonly informed: readonly ByArm[];
  /** Equal tokens, answers of a policy with habits, [TOKENS]. */
  readonly habitual: readonly ByArm[];
  /** The larger number of tokens, by tree. */
  readonly trees: Readonly<Record<string, KnownReward>>;
  /** Equal comparisons whose strength is told, [SIMILARITY_LENGTHS]. */
  readonly strengths: readonly ByArm[];
}

/** A hidden reward, where answers come from, and new answers to test a reward model on. */
interface World {
  readonly weights: Float64Array;
  readonly sampler: PrefixSampler;
  readonly unseen: readonly (readonly number[])[];
  readonly gold: readonly number[];
}

type Model = (tokens: readonly number[]) => number;
type Planner = (sampler: PrefixSampler, budget: ComparisonBudget, random: Random) => ComparisonPlan;

const treePlanner =
  (tree: AnswerTree): Planner =>
  (sampler, budget, random) =>
    treePlan(sampler, tree, budget, random);

const PLANNERS: Readonly<Record<Arm, Planner>> = {
  chain: chainPlan,
  "tree, drawn pairs": treePlanner(DRAWN_TREE),
  "tree, each branching": treePlanner(JOINED_TREE),
  reuse: (sampler, budget, random) => reusePlan(sampler, POOL, budget, random),
  "labels permuted within trees": treePlanner(JOINED_TREE),
  "across trees": (sampler, budget, random) => acrossTreesPlan(sampler, JOINED_TREE, budget, random),
};

export const training = studyJob(import.meta.url, trainedRewardModels);

export async function trainedRewardModels({ seed }: { readonly seed: number }): Promise<TrainedWorld> {
  const weights = drawnReward(Random.of(seed, "reward"));
  const even = worldOf(weights, evenSampler, Random.of(seed, "unseen"));
  const habits = worldOf(weights, habitualSampler(Random.of(seed, "habits")), Random.of(seed, "unseen, habitual"));
  const byArm = (arms: readonly Arm[], known: (arm: Arm) => KnownReward): ByArm =>
    Object.fromEntries(arms.map((arm) => [arm, known(arm)]));
  const learned = (world: World, budget: ComparisonBudget, scale: NoiseScale, informed: boolean) => (arm: Arm) =>
    knownOf(world, PLANNERS[arm], budget, Random.of(seed, "data", arm), (plan, random) => {
      const labels = oneBitLabels(world.weights, plan, scale, random);
      if (arm === "labels permuted within trees") permuteWithin(plan, labels, random);
      return logisticModel(plan, labels, informed ? scale : steadyNoise);
    });
  const read = (world: World, arms: readonly Arm[], informed: boolean) =>
    TOKENS.map((tokens) => byArm(arms, learned(world, { tokens }, readingNoise, informed)));
  return {
    tokens: read(even, ARMS, false),
    counts: COUNTS.map((comparisons) => byArm(SHAPED, learned(even, { comparisons }, steadyNoise, false))),
    informed: read(even, SHAPED, true),
    habitual: read(habits, SHAPED, false),
    trees: Object.fromEntries(
      Object.entries(TREES).map(([name, tree]) => [name, otherTree(even, tree, Random.of(seed, "trees", name))]),
    ),
    strengths: SIMILARITY_LENGTHS.map((length) => byArm(SHAPED, (arm) => strengthsKnown(even, arm, length, seed))),
  };
}

function worldOf(weights: Float64Array, sampler: PrefixSampler, random: Random): World {
  const unseen = Array.from({ length: NEW_ANSWERS }, () => sampler([], undefined, random));
  return { weights, sampler, unseen, gold: unseen.map((tokens) => rewardOf(weights, tokens)) };
}

function otherTree(world: World, tree: AnswerTree, random: Random): KnownReward {
  return knownOf(world, treePlanner(tree), { tokens: TOKENS[1] }, random, (plan, own) =>
    logisticModel(plan, oneBitLabels(world.weights, plan, readingNoise, own), steadyNoise),
  );
}

const strengthsKnown = (world: World, arm: Arm, length: number, seed: number): KnownReward =>
  knownOf(world, PLANNERS[arm], { comparisons: STRENGTHS }, Random.of(seed, "strengths", arm), (plan, random) =>
    fittedStrengths(plan, strengthLabels(world.weights, plan, STRENGTH_NOISE, random), length, STRENGTH_NOISE),
  );

function knownOf(
  world: World,
  planner: Planner,
  budget: ComparisonBudget,
  random: Random,
  learn: (plan: ComparisonPlan, random: Random) => Model,
): KnownReward {
  const known = Array.from({ length: SETS }, (_, set): KnownReward => {
    const own = random.stream("set", set);
    const plan = planner(world.sampler, budget, own.stream("plan"));
    const model = learn(plan, own.stream("labels"));
    return { ...standing(world, model), read: readingCost(plan).perComparison };
  });
  const over = (key: keyof KnownReward) => mean(known.map((one) => one[key]));
  return { correlation: over("correlation"), best: over("best"), read: over("read") };
}

/** Exactly what the weights are before anything is seen; a model of all arms. */
const RIDGE = 1 / WEIGHT_VARIANCE;

/** Bradley-Terry with the features of the hidden reward; `scale` is the noise that the model takes labels to have. */
function logisticModel({ answers, comparisons }: ComparisonPlan, labels: Float64Array, scale: NoiseScale): Model {
  const features = new Float64Array(comparisons.length * FEATURES);
  for (const [row, { first, second }] of comparisons.entries()) {
    addSequence(answers[first], features, row * FEATURES, 1);
    addSequence(answers[second], features, row * FEATURES, -1);
  }
  const slopes = comparisons.map((comparison) => 1 / scale(comparison));
  const { weights } = fitDenseLogistic({ features, labels, slopes }, FEATURES, { ridge: RIDGE, tolerance: 1e-6 });
  return (tokens) => rewardOf(weights, tokens);
}

/** A model that knows nothing of some data has no correlation: 0. */
function standing({ unseen, gold }: World, model: Model): Pick<KnownReward, "correlation" | "best"> {
  const told = unseen.map(model);
  const [centre, spread] = [mean(gold), Math.sqrt(mean(gold.map((x) => x * x)) - mean(gold) ** 2)];
  let best = 0;
  for (let from = 0; from < unseen.length; from += BEST_OF) {
    let at = from;
    for (let k = from; k < from + BEST_OF; k++) if (told[k] > told[at]) at = k;
    best += ((gold[at] - centre) / spread) * (BEST_OF / unseen.length);
  }
  return { correlation: pearson(told, gold) ?? 0, best };
}

/** Exchanges the labels among the comparisons of each group. */
function permuteWithin({ comparisons }: ComparisonPlan, labels: Float64Array, random: Random): void {
  for (let from = 0; from < comparisons.length; ) {
    let to = from;
    while (to < comparisons.length && comparisons[to].group === comparisons[from].group) to += 1;
    shuffle(labels.subarray(from, to), random);
    from = to;
  }
}

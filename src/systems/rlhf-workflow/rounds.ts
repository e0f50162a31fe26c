// Rounds of the workflow: each arm draws answers to the same new prompts, has a pair of each labelled, and takes the optimum of DPO's loss on
// its pairs, which for a linear policy is a logistic regression.

import { Random } from "../../core/random.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { softmax } from "../../math/softmax.ts";
import { studyJob } from "../../study/study.ts";
import { ARMS, type Arm, type ArmName, certainty, chosenPair, differenceOf, drawnAnswers, labelled } from "./arms.ts";
import { type Labels, PROXY_RIDGE, RIDGE, ROUNDS, type Size } from "./settings.ts";
import {
  CANDIDATES,
  drawnFeatures,
  drawnGold,
  FEATURES,
  type FeatureMap,
  type Gold,
  heldOut,
  type PolicyWorth,
  type Prompt,
  promptReader,
  scored,
} from "./world.ts";

/** Share by which a label counts the other way round. */
const SMOOTHING = 0.1;
/** Pairs of the first policy that a reward is learned from. */
const PROXY_PAIRS = 300;
const HELD_OUT = 200;
/** λ of what is known before any comparison. */
const PRIOR = 1;

/** An arm at a β. */
export interface Lane {
  readonly arm: ArmName;
  readonly beta: number;
}

export interface RoundsJob {
  readonly seed: number;
  readonly size: Size;
  readonly labels: Labels;
  readonly lanes: readonly Lane[];
}

/** What came of a round. */
export interface Round extends PolicyWorth {
  /** Share of pairs of the policy's own answers, before this round, that the labeller's scores order as gold does. */
  readonly agreement: number;
  /** Pairs that were labelled. */
  readonly pairs: number;
}

export const workflow = studyJob(import.meta.url, runWorkflow);

/** Rounds of each lane, in their order. */
export async function runWorkflow({ seed, size, labels, lanes }: RoundsJob): Promise<Round[][]> {
  const random = Random.of(seed, "rlhf workflow");
  const gold = drawnGold(random.stream("gold"));
  const features = drawnFeatures(random.stream("features"));
  const judge = heldOut(promptReader(features, gold, random.stream("held out")), HELD_OUT);
  const proxy = labels === "gold" ? undefined : learnedProxy(gold, random.stream("proxy"));
  const read = promptReader(features, gold, random.stream("prompts"));
  const runners = lanes.map((lane) => runner(lane, labels === "gold", size));
  const found: Round[][] = lanes.map(() => []);
  const each = size / ROUNDS;
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < each; k++) {
      const number = round * each + k;
      const prompt = read(number);
      const scores = proxy?.(prompt) ?? prompt.gold;
      for (const one of runners) one.meet(prompt, scores, random.stream("answers", number));
    }
    for (const [k, one] of runners.entries()) found[k].push({ ...one.learn(), ...judge(one.theta) });
  }
  return found;
}

/** A policy of a lane, and what it has collected. */
function runner({ arm: name, beta }: Lane, isDrawn: boolean, size: number) {
  const arm: Arm = ARMS[name];
  const theta = new Float64Array(FEATURES);
  const known = certainty(FEATURES, PRIOR);
  const table = new Float64Array(size * FEATURES);
  const labels = new Float64Array(size);
  const chances = new Float64Array(CANDIDATES);
  let [count, from] = [0, 0];
  let [agreed, compared] = [0, 0];
  return {
    theta,
    meet({ features, gold }: Prompt, scores: Float64Array, random: Random): void {
      if (arm.from === "first") chances.fill(1 / CANDIDATES);
      else softmax(scored(theta, features, chances));
      const answers = drawnAnswers(chances, random);
      const [one, other] = answers;
      if (one !== other) {
        compared += 1;
        if (gold[one] > gold[other] === scores[one] > scores[other]) agreed += 1;
      }
      const pair = chosenPair(arm.pairing, answers, scores, features, known);
      const luck = random.stream("label");
      if (pair === undefined) return;
      const row = differenceOf(pair, features, table.subarray(count * FEATURES, (count + 1) * FEATURES));
      if (arm.pairing === "uncertain") known.add(row);
      const label = labelled(arm, scores[pair[0]] - scores[pair[1]], isDrawn, luck);
      labels[count] = label === 1 ? 1 - SMOOTHING : SMOOTHING;
      count += 1;
    },
    /** The optimum of the loss on this round's pairs, or on all so far. */
    learn(): Omit<Round, keyof PolicyWorth> {
      const begin = arm.reference === "before" ? from : 0;
      const own = {
        features: table.subarray(begin * FEATURES, count * FEATURES),
        labels: labels.subarray(begin, count),
      };
      const { weights } = fitDenseLogistic(own, FEATURES, { ridge: RIDGE });
      for (let k = 0; k < FEATURES; k++) theta[k] = (arm.reference === "before" ? theta[k] : 0) + weights[k] / beta;
      const told = { agreement: compared === 0 ? 1 : agreed / compared, pairs: count - from };
      from = count;
      agreed = compared = 0;
      return told;
    },
  };
}

/** A linear reward in cosines of its own, from comparisons of the first policy's answers. */
function learnedProxy(gold: Gold, random: Random): (prompt: Prompt) => Float64Array {
  const own: FeatureMap = drawnFeatures(random.stream("features"));
  const read = promptReader(own, gold, random.stream("prompts"));
  const table = new Float64Array(PROXY_PAIRS * FEATURES);
  const labels = new Float64Array(PROXY_PAIRS);
  const luck = random.stream("labels");
  for (let k = 0; k < PROXY_PAIRS; k++) {
    const { features, gold: worth } = read(k);
    differenceOf([0, 1], features, table.subarray(k * FEATURES, (k + 1) * FEATURES));
    labels[k] = luck.uniform() < 1 / (1 + Math.exp(worth[1] - worth[0])) ? 1 : 0;
  }
  const { weights } = fitDenseLogistic({ features: table, labels }, FEATURES, { ridge: PROXY_RIDGE });
  const features = new Float64Array(CANDIDATES * FEATURES);
  const scores = new Float64Array(CANDIDATES);
  return ({ points }) => scored(weights, own.of(points, features), scores);
}

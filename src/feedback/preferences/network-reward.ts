// A small network as the reward of a Bradley-Terry model: of features that judges weigh in no straight line.

import type { Random } from "../../core/random.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import type { Activation } from "../../nn/models/mlp.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type ComparedAnswers, everyPair, type FeatureRows } from "./compared-answers.ts";
import { DESCENT, type DescentOptions, descend } from "./early-stopping.ts";
import {
  type FittedLikelihood,
  fittedLikelihood,
  likelihoodParts,
  likelihoodShapes,
  pairErrors,
  pairShapes,
  type TieRule,
  writePairs,
} from "./pair-likelihood.ts";
import { drawnNetwork, layersOf, readAnswers, type ScaledNetwork, scaleOf, writeScaled } from "./scaled-network.ts";

/** What answers are worth, and how the order in which two are shown sways a choice. */
export interface FeatureReward {
  /** Rewards of answers whose features lie side by side, [answers]: differences are log-odds of being preferred. */
  scores(features: FeatureRows): Float64Array;
  /** Log-odds that the answer shown first gains by standing there. */
  readonly lean: number;
}

export interface NetworkRewardOptions extends DescentOptions {
  /** Widths of the hidden layers; none makes the reward linear. Default one of 16. */
  readonly hidden?: readonly number[];
  /** Default silu. */
  readonly activation?: Activation;
  /** Default halves. */
  readonly ties?: TieRule;
}

export interface NetworkReward extends FeatureReward, FittedLikelihood {
  readonly network: ScaledNetwork;
  /** Mean −ln of the chance of what held-out groups preferred; null without any. */
  readonly heldLoss: number | null;
}

/** Fits to some pairs, until held-out groups are told no better; the likelihood is that of `pairErrors`. */
export function fitNetworkReward(
  compared: ComparedAnswers,
  rows: Int32Array = everyPair(compared),
  options: NetworkRewardOptions,
  random: Random,
): NetworkReward {
  const { hidden = [16], activation = "silu", ties = "halves", ...others } = options;
  const descent = { ...DESCENT, ...others };
  const { batch } = descent;
  const { width, features, first, second, groups } = compared;
  const parts = likelihoodParts(compared, rows, ties);
  const scale = scaleOf(features, width, new Set(Array.from(rows, (row) => [first[row], second[row]]).flat()));
  const network = drawnNetwork({ inputs: width, hidden, activation }, scale, random.stream("network"));
  const own = network.parameters.flat.length;
  const parameters = new Parameters([...network.parameters.shapes, ...likelihoodShapes(parts)]);
  parameters.flat.set(network.parameters.flat);
  const layers = layersOf(network.sizes);
  const loss = lossGradient(
    parameters,
    (weights, [x, ...said]) => {
      const rewards = layers.apply(weights.slice(0, layers.shapes.length), x).reshape([2 * batch]);
      return { loss: pairErrors(rewards, weights.slice(layers.shapes.length), said, parts, batch), measures: {} };
    },
    [[2 * batch, width], ...pairShapes(parts, batch)],
    [],
    `pairs ${JSON.stringify({ sizes: network.sizes, parts })}`,
  );
  const write = (some: Int32Array) => {
    const [x, ...said] = loss.data;
    for (const [k, row] of some.entries()) {
      writeScaled(scale, features, first[row], x, k * width);
      writeScaled(scale, features, second[row], x, (batch + k) * width);
    }
    writePairs(said, compared, some, parts);
  };
  const heldLoss = descend({ parameters: parameters.flat, loss, groups, rows, write }, descent, random);
  loss.close();
  network.parameters.flat.set(parameters.flat.subarray(0, own));
  const likelihood = fittedLikelihood(parameters.flat.subarray(own), parts, compared.annotators, rows);
  const { factor } = likelihood;
  return {
    ...likelihood,
    network,
    scores: (answers) => networkScores({ network, factor }, answers),
    heldLoss,
  };
}

/** Rewards of answers, [answers]. */
export const networkScores = (
  { network, factor }: Pick<NetworkReward, "network" | "factor">,
  features: FeatureRows,
): Float64Array => readAnswers(network, features).map((score) => factor * score);

/** Log-odds that the first answer of each pair is preferred, where one is, [rows]. */
export function rewardMargins(
  { scores, lean }: FeatureReward,
  { features, first, second, isShown }: ComparedAnswers,
  rows: Int32Array,
): Float64Array {
  const rewards = scores(features);
  return Float64Array.from(rows, (row) => rewards[first[row]] - rewards[second[row]] + (isShown === true ? lean : 0));
}

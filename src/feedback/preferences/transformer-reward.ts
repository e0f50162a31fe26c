// A small transformer that reads texts as the reward of a Bradley-Terry model: of what is said, and not of features of it.

import type { Random } from "../../core/random.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { fillScored, type LastReading, lastScores, scoreShapes, textScorer } from "../../nn/models/text-scores.ts";
import { readingTransformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type ComparedAnswers, everyPair, type FeatureRows } from "./compared-answers.ts";
import { DESCENT, type DescentOptions, descend } from "./early-stopping.ts";
import type { FeatureReward } from "./network-reward.ts";
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
import { rowNumbers } from "./text-pieces.ts";

export interface ReadingSizes {
  /** Different numbers in a text, 0 for padding among them. */
  readonly vocabulary: number;
  /** Numbers of the longest text. */
  readonly context: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
}

/** Sizes that stand for themselves. */
export const READING_SIZES = { width: 32, layers: 1, heads: 2 } as const;

export interface TransformerRewardOptions extends DescentOptions {
  readonly vocabulary: number;
  /** Default 32, 1 and 2. */
  readonly width?: number;
  readonly layers?: number;
  readonly heads?: number;
  /** Default halves. */
  readonly ties?: TieRule;
}

/** How it descends where nothing else is said. */
export const READING_DESCENT: Required<DescentOptions> = {
  ...DESCENT,
  ...{ rate: 2e-3, batch: 16, epochs: 12, patience: 3, clip: 1 },
};

/** A transformer whose weights can still be descended, and what its scores are multiplied by. */
export interface ReadingNetwork {
  readonly sizes: ReadingSizes;
  readonly parameters: Parameters;
  readonly factor: number;
}

/** A fitted transformer. Features of an answer are the numbers of its text, with zeros behind it. */
export interface TransformerReward extends FeatureReward, FittedLikelihood, ReadingNetwork {
  /** Mean −ln of the chance of what held-out groups preferred; null without any. */
  readonly heldLoss: number | null;
}

const LAST: LastReading = { outputs: 1, terms: [[0, 1]] };

/** The transformer as functions over weights that are held elsewhere. */
export const readingNetwork = (sizes: ReadingSizes) => readingTransformer(sizes, LAST.outputs);

/** Fits to some pairs, until held-out groups are told no better; the likelihood is that of `pairErrors`. */
export function fitTransformerReward(
  compared: ComparedAnswers,
  rows: Int32Array = everyPair(compared),
  options: TransformerRewardOptions,
  random: Random,
): TransformerReward {
  const { vocabulary, width, layers, heads, ties = "halves", ...others } = { ...READING_SIZES, ...options };
  const descent = { ...READING_DESCENT, ...others };
  const { batch } = descent;
  const { features, first, second, groups, width: context } = compared;
  const sizes: ReadingSizes = { vocabulary, context, width, layers, heads };
  const network = readingNetwork(sizes);
  const parts = likelihoodParts(compared, rows, ties);
  const parameters = new Parameters([...network.shapes, ...likelihoodShapes(parts)]);
  const own = new Parameters(network.shapes);
  network.initialise(own, random.stream("network"));
  parameters.flat.set(own.flat);
  const count = network.shapes.length;
  const loss = lossGradient(
    parameters,
    (weights, [tokens, reads, ...said]) => {
      const rewards = lastScores(network, LAST, weights.slice(0, count), [tokens, reads], 2 * batch);
      return { loss: pairErrors(rewards, weights.slice(count), said, parts, batch), measures: {} };
    },
    [...scoreShapes(network, LAST, 2 * batch), ...pairShapes(parts, batch)],
    [],
    `pairs of texts ${JSON.stringify({ sizes, parts, batch })}`,
  );
  const textOf = (answer: number) => rowNumbers(features, answer, context);
  const write = (some: Int32Array) => {
    const half = (answers: ArrayLike<number>) =>
      // A batch with fewer pairs is padded with texts of the first pair, with weight 0.
      Array.from({ length: batch }, (_, k) => textOf(answers[some[k] ?? some[0]]));
    fillScored([...half(first), ...half(second)], network, LAST, loss.data);
    writePairs(loss.data.slice(2), compared, some, parts);
  };
  const heldLoss = descend({ parameters: parameters.flat, loss, groups, rows, write }, descent, random);
  loss.close();
  own.flat.set(parameters.flat.subarray(0, own.flat.length));
  const likelihood = fittedLikelihood(parameters.flat.subarray(own.flat.length), parts, compared.annotators, rows);
  const reader = { sizes, parameters: own, factor: likelihood.factor };
  return { ...likelihood, ...reader, scores: (answers) => readingScores(reader, answers), heldLoss };
}

/** Texts that are scored together. */
const TEXTS = 32;

/** Reads texts one at a time, or many. The reader must be closed. */
export function readingScorer({ sizes, parameters, factor }: ReadingNetwork, batch: number) {
  const name = `scores of texts ${JSON.stringify({ sizes, batch })}`;
  const { scores, close } = textScorer(readingNetwork(sizes), LAST, parameters, batch, name);
  return {
    scores: (texts: readonly ArrayLike<number>[]): Float64Array => scores(texts).map((score) => factor * score),
    close,
  };
}

/** Rewards of texts whose numbers lie side by side, [answers]. */
function readingScores(network: ReadingNetwork, features: FeatureRows): Float64Array {
  const { context } = network.sizes;
  const scorer = readingScorer(network, TEXTS);
  const texts = Array.from({ length: features.length / context }, (_, k) => rowNumbers(features, k, context));
  const scores = scorer.scores(texts);
  scorer.close();
  return scores;
}

// A model of preferences that reads both answers at once, so that what is preferred need not be a matter of one reward. It may lean to
// the answer that stands first; the mean of both orders does not.

import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import type { Activation } from "../../nn/models/mlp.ts";
import { type ComparedAnswers, everyPair } from "./compared-answers.ts";
import { DESCENT, type DescentOptions, descend } from "./early-stopping.ts";
import { drawnNetwork, layersOf, readRows, type ScaledNetwork, scaleOf, writeScaled } from "./scaled-network.ts";

export interface PairwiseOptions extends DescentOptions {
  /** Widths of the hidden layers. Default one of 32. */
  readonly hidden?: readonly number[];
  /** Default silu. */
  readonly activation?: Activation;
  /** Pairs as they stand, from which a leaning to the first can be learnt, or each in both orders. Default shown. */
  readonly orders?: "shown" | "both";
}

/** Chances that the first answer is preferred, and how far they hang on the order. */
export interface PairwiseChances {
  /** As the pair stands, and as it stands turned: the chance of the same answer, [pairs]. */
  readonly shown: Float64Array;
  readonly turned: Float64Array;
  /** The mean of both, which changes to 1 − itself where a pair is turned, [pairs]. */
  readonly averaged: Float64Array;
  /** By how much standing first raises an answer's chance, on the mean: half of `shown` less `turned`; 0 where the order has no effect. */
  readonly positionBias: number;
  /** Share of pairs in which both orders name the same answer. */
  readonly consistent: number;
}

/** A fitted model. */
export interface PairwisePreference {
  readonly heldLoss: number | null;
  chances(compared: ComparedAnswers, rows: Int32Array): PairwiseChances;
}

/** Fits to some pairs, until held-out groups are told no better: the loss is the cross-entropy of which answer was preferred, a tie half of each. */
export function fitPairwise(
  compared: ComparedAnswers,
  rows: Int32Array = everyPair(compared),
  options: PairwiseOptions,
  random: Random,
): PairwisePreference {
  const { hidden = [32], activation = "silu", orders = "shown", ...others } = options;
  const descent = { ...DESCENT, ...others };
  const { width, features, first, second, results } = compared;
  const one = scaleOf(features, width, new Set(Array.from(rows, (row) => [first[row], second[row]]).flat()));
  const twice = (values: Float64Array) => Float64Array.from([...values, ...values]);
  const scale = { centre: twice(one.centre), spread: twice(one.spread) };
  const network = drawnNetwork({ inputs: 2 * width, hidden, activation }, scale, random.stream("network"));
  const { batch } = descent;
  const layers = layersOf(network.sizes);
  const loss = lossGradient(
    network.parameters,
    (weights, [x, labels, shares]) => {
      const logits = layers.apply(weights, x).reshape([batch]);
      const errors = np.logaddexp(logits.ref, 0).sub(logits.mul(labels));
      return { loss: np.sum(errors.mul(shares)), measures: {} };
    },
    [[batch, 2 * width], [batch], [batch]],
    [],
    `pairwise ${JSON.stringify(network.sizes)}`,
  );
  const writePair = pairWriter(network, compared);
  // The second half of the numbers are the same pairs, turned.
  const pairs = results.length;
  const write = (some: Int32Array) => {
    for (const [k, number] of some.entries()) {
      const isTurned = number >= pairs;
      const row = isTurned ? number - pairs : number;
      writePair(row, isTurned, loss.data[0], 2 * k * width);
      loss.data[1][k] = isTurned ? 1 - results[row] : results[row];
    }
  };
  const turned = orders === "both" ? rows.map((row) => row + pairs) : new Int32Array(0);
  const groups = Int32Array.from({ length: 2 * pairs }, (_, k) => compared.groups[k % pairs]);
  const heldLoss = descend(
    { parameters: network.parameters.flat, loss, groups, rows: Int32Array.from([...rows, ...turned]), write },
    descent,
    random,
  );
  loss.close();
  return { heldLoss, chances: (answers, some) => chancesOf(network, answers, some) };
}

/** Writes the features of a pair's answers, or of the pair turned. */
function pairWriter({ scale }: ScaledNetwork, { width, features, first, second }: ComparedAnswers) {
  const one = { centre: scale.centre.subarray(0, width), spread: scale.spread.subarray(0, width) };
  return (row: number, isTurned: boolean, into: Float32Array, at: number): void => {
    const [before, after] = isTurned ? [second[row], first[row]] : [first[row], second[row]];
    writeScaled(one, features, before, into, at);
    writeScaled(one, features, after, into, at + width);
  };
}

function chancesOf(network: ScaledNetwork, compared: ComparedAnswers, rows: Int32Array): PairwiseChances {
  const write = pairWriter(network, compared);
  const read = (isTurned: boolean) =>
    readRows(network, rows.length, (k, into, at) => write(rows[k], isTurned, into, at));
  const shown = read(false).map((logit) => preferenceProbability(logit));
  const turned = read(true).map((logit) => preferenceProbability(-logit));
  const averaged = shown.map((chance, k) => (chance + turned[k]) / 2);
  let [bias, same] = [0, 0];
  for (let k = 0; k < rows.length; k++) {
    bias += (shown[k] - turned[k]) / 2 / rows.length;
    same += (shown[k] > 0.5 === turned[k] > 0.5 ? 1 : 0) / rows.length;
  }
  return { shown, turned, averaged, positionBias: bias, consistent: same };
}

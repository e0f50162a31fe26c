// A small network as the reward of a Bradley-Terry model: of features that judges weigh in no straight line. Ties, strengths of preference,
// a leaning to the answer that is shown first, and annotators that are not equally reliable are parts of the likelihood.

import type { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { type LossGradient, lossGradient } from "../../nn/loss-gradient.ts";
import type { Activation } from "../../nn/models/mlp.ts";
import { Parameters, type TensorShape, type Weights } from "../../nn/parameters.ts";
import { type ComparedAnswers, everyPair, type FeatureRows } from "./compared-answers.ts";
import { DESCENT, type DescentOptions, descend } from "./early-stopping.ts";
import {
  drawnNetwork,
  layersOf,
  type NetworkSizes,
  readAnswers,
  type ScaledNetwork,
  scaleOf,
  writeScaled,
} from "./scaled-network.ts";

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
  /** A tie is half a win of each, or an outcome with a chance of its own (Davidson, 1970). Default halves. */
  readonly ties?: "halves" | "own";
}

/** A fitted network. */
export interface NetworkReward extends FeatureReward {
  readonly network: ScaledNetwork;
  /** What the network says is multiplied by this. */
  readonly factor: number;
  /** ν of Davidson's P(tie) ∝ ν, beside e^(d/2) and e^(−d/2) of either win; undefined where ties are halves. */
  readonly tie: number | undefined;
  /** Factor of the log-odds for each annotator, 1 on the mean over comparisons: 0 is a coin, below 0 the opposite. */
  readonly reliabilities: Float64Array;
  /** Mean −ln of the chance of what held-out groups preferred; null without any. */
  readonly heldLoss: number | null;
}

/** What of the likelihood is there, in the order of its tensors behind the network's. */
interface Parts {
  readonly lean: boolean;
  readonly tie: boolean;
  readonly annotators: number;
}

/**
 * Fits to some pairs, until held-out groups are told no better. With d = s·(r(first) − r(second) + lean) − m for an annotator's factor s
 * and a strength m towards the preferred one, the loss of a decided pair is −ln σ(±d) (Bradley & Terry, 1952; Touvron et al.,
 * arXiv 2307.09288, for m).
 */
export function fitNetworkReward(
  compared: ComparedAnswers,
  rows: Int32Array = everyPair(compared),
  options: NetworkRewardOptions,
  random: Random,
): NetworkReward {
  const { hidden = [16], activation = "silu", ties = "halves", ...others } = options;
  const descent = { ...DESCENT, ...others };
  const { width, features, first, second, groups, annotators, isShown } = compared;
  const known = annotators === undefined ? 0 : 1 + rows.reduce((most, row) => Math.max(most, annotators[row]), -1);
  const parts: Parts = { lean: isShown === true, tie: ties === "own", annotators: known };
  const scale = scaleOf(features, width, new Set(Array.from(rows, (row) => [first[row], second[row]]).flat()));
  const network = drawnNetwork({ inputs: width, hidden, activation }, scale, random.stream("network"));
  const own = network.parameters.flat.length;
  const parameters = new Parameters([...network.parameters.shapes, ...shapesOf(parts)]);
  parameters.flat.set(network.parameters.flat);
  const loss = pairLoss(parameters, network.sizes, parts, descent.batch);
  const write = (some: Int32Array) => writePairs(loss.data, compared, network, some, parts, descent.batch);
  const heldLoss = descend({ parameters: parameters.flat, loss, groups, rows, write }, descent, random);
  loss.close();
  network.parameters.flat.set(parameters.flat.subarray(0, own));
  const [leans, tied, factors] = partsOf(parameters.flat.subarray(own), parts);
  const { factor, reliabilities } = relative(factors, annotators, rows);
  return {
    ...{ network, factor },
    scores: (answers) => networkScores({ network, factor }, answers),
    lean: factor * (leans[0] ?? 0),
    tie: parts.tie ? Math.exp(tied[0]) : undefined,
    ...{ reliabilities, heldLoss },
  };
}

/** Rewards of answers, [answers]. */
export const networkScores = (
  { network, factor }: Pick<NetworkReward, "network" | "factor">,
  features: FeatureRows,
): Float64Array => readAnswers(network, features).map((score) => factor * score);

const shapesOf = ({ lean, tie, annotators }: Parts): TensorShape[] =>
  [
    { name: "lean", shape: [lean ? 1 : 0] },
    { name: "tie", shape: [tie ? 1 : 0] },
    { name: "reliability", shape: [annotators] },
  ].filter(({ shape }) => shape[0] > 0);

/** Their numbers: empty where a part is not there. */
const partsOf = (flat: Float32Array, { lean, tie }: Parts): readonly Float32Array[] => {
  const [a, b] = [lean ? 1 : 0, (lean ? 1 : 0) + (tie ? 1 : 0)];
  return [flat.subarray(0, a), flat.subarray(a, b), flat.subarray(b)];
};

/** Factors 1 + f of annotators, relative to their mean over comparisons, which becomes part of the reward. */
function relative(factors: Float32Array, annotators: ArrayLike<number> | undefined, rows: Int32Array) {
  if (annotators === undefined || factors.length === 0) return { factor: 1, reliabilities: new Float64Array(0) };
  let mean = 0;
  for (const row of rows) mean += (annotators[row] < 0 ? 1 : 1 + factors[annotators[row]]) / rows.length;
  // A crowd of coins has no mean to be relative to.
  const factor = mean > 0 ? mean : 1;
  return { factor, reliabilities: Float64Array.from(factors, (f) => (1 + f) / factor) };
}

/** Σ share·loss over a batch of pairs. Data: both halves' features, signs 2·result − 1, ties, strengths, annotators, shares. */
function pairLoss(parameters: Parameters, sizes: NetworkSizes, parts: Parts, batch: number): LossGradient {
  const layers = layersOf(sizes);
  return lossGradient(
    parameters,
    (weights, [x, signs, tied, margins, by, shares]) => {
      const extra: Weights = weights.slice(layers.shapes.length);
      const rewards = layers.apply(weights.slice(0, layers.shapes.length), x).reshape([2 * batch]);
      const [one, other] = [0, 1].map((half) => rewards.ref.slice([half * batch, (half + 1) * batch]));
      rewards.dispose();
      let distance = one.sub(other);
      if (parts.lean) distance = distance.add(extra[0]);
      const tie = parts.tie ? extra[parts.lean ? 1 : 0] : undefined;
      if (parts.annotators > 0) distance = distance.mul(np.dot(by, extra[extra.length - 1]).add(1));
      else by.dispose();
      const half = distance.sub(margins.mul(signs.ref)).mul(0.5);
      const either = np.logaddexp(half.ref, half.ref.neg());
      let errors = (tie === undefined ? either : np.logaddexp(either, tie.ref)).sub(half.mul(signs));
      if (tie === undefined) tied.dispose();
      else errors = errors.sub(tied.mul(tie));
      return { loss: np.sum(errors.mul(shares)), measures: {} };
    },
    [[2 * batch, sizes.inputs], [batch], [batch], [batch], [batch, Math.max(1, parts.annotators)], [batch]],
    [],
    `pairs ${JSON.stringify({ sizes, parts })}`,
  );
}

function writePairs(
  [x, signs, tied, strengths, by]: readonly Float32Array[],
  { features, width, first, second, results, margins, annotators }: ComparedAnswers,
  { scale }: ScaledNetwork,
  rows: Int32Array,
  parts: Parts,
  batch: number,
): void {
  by.fill(0);
  for (const [k, row] of rows.entries()) {
    writeScaled(scale, features, first[row], x, k * width);
    writeScaled(scale, features, second[row], x, (batch + k) * width);
    signs[k] = 2 * results[row] - 1;
    tied[k] = results[row] === 0.5 ? 1 : 0;
    strengths[k] = margins?.[row] ?? 0;
    const annotator = annotators?.[row] ?? -1;
    if (annotator >= 0 && annotator < parts.annotators) by[k * parts.annotators + annotator] = 1;
  }
}

/** Log-odds that the first answer of each pair is preferred, where one is, [rows]. */
export function rewardMargins(
  { scores, lean }: FeatureReward,
  { features, first, second, isShown }: ComparedAnswers,
  rows: Int32Array,
): Float64Array {
  const rewards = scores(features);
  return Float64Array.from(rows, (row) => rewards[first[row]] - rewards[second[row]] + (isShown === true ? lean : 0));
}

// Counter-current learning (Kao & Hariharan, NeurIPS 2024, arXiv 2409.19841): a forward network carries the input up, a
// feedback network of mirrored widths carries the target down, and each pair of matching layers is pulled together by a loss
// of its own. No gradient passes from one layer to another, and no weight is used in both directions.

import type { Random } from "../../core/random.ts";
import {
  type DenseLearner,
  type DenseNetwork,
  type DenseOptions,
  denseNetwork,
  forwardPass,
  layerGradients,
  type Pass,
  type Samples,
  type StepOptions,
  stepper,
} from "./dense.ts";
import {
  batchIdentity,
  normalisedIdentityLoss,
  outputLoss,
  type PairLoss,
  productLoss,
  squaredDifference,
} from "./losses.ts";

/**
 * How layers are compared. "class products": as the released code for classifiers does, feedback running once for every
 * class. "normalised identity": as the paper writes it, feedback running for every sample. "batch identity": the products
 * of the first with the target of the second, which is neither. "squared difference": for networks that reproduce numbers.
 */
export type LayerComparison = "class products" | "normalised identity" | "batch identity" | "squared difference";

interface LocalLossOptions {
  /** Default "class products". */
  readonly comparison?: LayerComparison;
  /** Targets of the local losses where they differ from the batch's, [rows × outputs]; the loss at the top keeps the batch's. */
  readonly localTargets?: Float64Array;
  /** Cuts gradients between layers, default true. False gives the ordinary gradient of the summed losses. */
  readonly stop?: boolean;
}

/** The forward network and its mirror. */
export interface DualNetwork {
  readonly forward: DenseNetwork;
  readonly feedback: DenseNetwork;
}

/** Two networks from streams of their own: widths `sizes` up, the same widths down. */
export function dualNetwork(sizes: readonly number[], random: Random, options?: DenseOptions): DualNetwork {
  return {
    forward: denseNetwork(sizes, random.stream("forward"), options),
    feedback: denseNetwork(sizes.toReversed(), random.stream("feedback"), options),
  };
}

/** What one pass of each network gives: all losses, and gradients flat as the weights. */
interface LocalGradients {
  /** The local losses of levels 0 … L − 1, then the loss at the top. */
  readonly values: readonly number[];
  readonly forward: Float64Array;
  readonly feedback: Float64Array;
}

/**
 * Σ_{l<L} local(a_l, b_l) + top(a_L). The local loss of level l reaches a_l through U_l alone and b_l through V_{l+1} alone; that
 * of level 0, where a_0 is the input, trains the last feedback layer. The top is cross-entropy, or the squared difference
 * where that is the comparison.
 */
export function localGradients(dual: DualNetwork, batch: Samples, options: LocalLossOptions = {}): LocalGradients {
  const { comparison = "class products", stop = true } = options;
  const { sizes } = dual.forward;
  const layers = sizes.length - 1;
  const local = options.localTargets ?? batch.targets;
  const up = forwardPass(dual.forward, batch.inputs, batch.rows);
  const down = feedbackPass(dual.feedback, comparison, local, batch.rows);
  const compare = pairLossOf(comparison, local, batch.rows, sizes[layers]);
  const forwardGiven: (Float64Array | undefined)[] = [undefined];
  const feedbackGiven: (Float64Array | undefined)[] = new Array(layers + 1).fill(undefined);
  const values: number[] = [];
  for (let l = 0; l < layers; l++) {
    const pair = compare(up.outputs[l], down.outputs[layers - l], sizes[l]);
    values.push(pair.value);
    forwardGiven[l] = pair.a;
    feedbackGiven[layers - l] = pair.b;
  }
  // It trains the uppermost forward layer, and no other.
  const loss = comparison === "squared difference" ? comparison : "cross-entropy";
  const top = outputLoss(loss, up.outputs[layers], batch.targets, sizes[layers]);
  forwardGiven[layers] = top.gradient;
  const carriers = stop ? "nothing" : "weights";
  return {
    values: [...values, top.value],
    forward: layerGradients(dual.forward, up, forwardGiven, carriers),
    feedback: layerGradients(dual.feedback, down, feedbackGiven, carriers),
  };
}

/** The feedback network's pass: over the classes where samples of a class share a row, over the samples elsewhere. */
function feedbackPass(feedback: DenseNetwork, comparison: LayerComparison, targets: Float64Array, rows: number): Pass {
  if (comparison === "normalised identity" || comparison === "squared difference") {
    return forwardPass(feedback, targets, rows);
  }
  return classFeedback(feedback);
}

/** b_l of every class, [classes × width]; outputs[0] is the one-hot classes, the last output b_0. */
export function classFeedback(feedback: DenseNetwork): Pass {
  const classes = feedback.sizes[0];
  const identity = new Float64Array(classes * classes);
  for (let c = 0; c < classes; c++) identity[c * classes + c] = 1;
  return forwardPass(feedback, identity, classes);
}

function pairLossOf(
  comparison: LayerComparison,
  targets: Float64Array,
  rows: number,
  outputs: number,
): (a: Float64Array, b: Float64Array, width: number) => PairLoss {
  switch (comparison) {
    case "class products":
      return (a, b, width) => productLoss(a, b, width, { target: targets });
    case "batch identity": {
      const identity = batchIdentity(targets, rows, outputs);
      return (a, b, width) => productLoss(a, b, width, identity);
    }
    case "normalised identity":
      return normalisedIdentityLoss;
    case "squared difference":
      return squaredDifference;
    default:
      return comparison satisfies never;
  }
}

export interface CounterCurrentOptions extends Omit<LocalLossOptions, "localTargets" | "stop">, StepOptions {
  /** Widths from input to output. */
  readonly sizes: readonly number[];
  /** False leaves the feedback network as it was drawn. Default true. */
  readonly feedbackLearns?: boolean;
  /** What both networks are; gains are those of the layers in the order in which each network is run. */
  readonly networks?: DenseOptions;
  /** Makes the targets of the local losses from those of a batch; default as they are. */
  readonly assign?: (targets: Float64Array) => Float64Array;
}

/** A learner whose two networks take one step each per batch, each gradient clipped on its own. */
export function counterCurrent(options: CounterCurrentOptions, random: Random): DenseLearner & DualNetwork {
  const dual = dualNetwork(options.sizes, random, options.networks);
  const stepForward = stepper(dual.forward, options);
  const stepFeedback = stepper(dual.feedback, options);
  return {
    ...dual,
    network: dual.forward,
    update(batch) {
      const localTargets = options.assign?.(batch.targets) ?? batch.targets;
      const { values, forward, feedback } = localGradients(dual, batch, { ...options, localTargets });
      stepForward(forward);
      if (options.feedbackLearns !== false) stepFeedback(feedback);
      return values.reduce((sum, value) => sum + value, 0);
    },
  };
}

// Where the hidden layers of a network get their credit from. Each rule is one loss whose gradient, stopped or exchanged in places, is the
// rule's update: back-propagation, rules that exchange its backward weights for fixed random ones, and counter-current learning.

import type { Random } from "../../core/random.ts";
import { fanIn } from "../../nn/initialisers.ts";
import { lax, nn, np } from "../../nn/jax.ts";
import type { LossValue } from "../../nn/loss-gradient.ts";
import type { Activation } from "../../nn/models/mlp.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import { feedbackInput, type LayerComparison, localLoss } from "./counter-current.ts";
import { cut, type Join, joined, type LayeredNetwork, layeredNetwork } from "./layered-network.ts";

/** Of choices, or of numbers. */
type OutputLoss = "cross-entropy" | "squared difference";

/**
 * −mean_i Σ_c y_ic·log softmax(a_i)_c, or mean (a − y)², of outputs and targets [rows × width]; a row of choices adds up to 1. Consumes
 * both.
 */
export function outputLoss(kind: OutputLoss, output: np.Array, targets: np.Array): np.Array {
  if (kind === "squared difference") return np.mean(np.square(output.sub(targets)));
  const [rows] = output.shape;
  return np.sum(nn.logSoftmax(output, -1).mul(targets)).mul(-1 / rows);
}

/** Its gradient at the output, through which no gradient passes. Consumes both. */
export function outputError(kind: OutputLoss, output: np.Array, targets: np.Array): np.Array {
  const [rows, width] = output.shape;
  const error =
    kind === "cross-entropy"
      ? nn
          .softmax(output, -1)
          .sub(targets)
          .mul(1 / rows)
      : output.sub(targets).mul(2 / (rows * width));
  return lax.stopGradient(error);
}

/**
 * "feedback alignment": fixed random matrices in place of the weights on the way back (Lillicrap et al., Nature Communications 2016).
 * "direct feedback alignment": the error at the output, through one fixed matrix for each hidden layer (Nøkland, 2016, arXiv 1609.01596).
 * "target projection": the target itself, in the same way (Frenkel, Lefebvre & Bol, 2021, arXiv 1909.01311). "frozen": hidden layers do not
 * learn.
 */
export const RULES = [
  "counter-current",
  "back-propagation",
  "feedback alignment",
  "direct feedback alignment",
  "target projection",
  "frozen",
] as const;

export interface CreditOptions {
  readonly rule: (typeof RULES)[number];
  /** Of counter-current learning. */
  readonly comparison: LayerComparison;
  readonly sizes: readonly number[];
  readonly activation: Activation;
  readonly loss: OutputLoss;
}

export interface RuledNetwork {
  readonly network: LayeredNetwork;
  /** The mirrored network of counter-current learning. */
  readonly feedback: LayeredNetwork | undefined;
  /** Those of the network, then those of the feedback network. */
  readonly parameters: Parameters;
  /** Matrices that never change. */
  readonly fixed: Parameters;
  /**
   * The loss of a batch: `x` [rows × inputs], targets [rows × outputs], and targets that local losses are given. Consumes all. Its gradient
   * in the parameters is the rule's.
   */
  loss(weights: Weights, data: readonly np.Array[], fixed: Weights): LossValue;
}

/** Every rule begins with the same weights of the network. */
export function creditRule(options: CreditOptions, random: Random): RuledNetwork {
  const { rule, sizes, activation } = options;
  const network = layeredNetwork("forward", sizes, activation);
  const isDual = rule === "counter-current";
  const feedback = isDual ? layeredNetwork("feedback", sizes.toReversed(), activation) : undefined;
  const parameters = new Parameters([...network.shapes, ...(feedback?.shapes ?? [])]);
  network.initialise(parameters, 0, random.stream("forward"));
  feedback?.initialise(parameters, network.shapes.length, random.stream("feedback"));
  const fixed = fixedMatrices(options, random.stream("fixed"));
  const loss: RuledNetwork["loss"] =
    feedback === undefined
      ? (weights, [x, targets, local], held) => {
          local.dispose();
          return { loss: singleLoss(options, network, weights, x, targets, held), measures: {} };
        }
      : (weights, [x, targets, local]) => {
          const all = dualLosses(options, network, feedback, weights, x, targets, local, cut);
          return { loss: all.reduce((sum, value) => sum.add(value)), measures: {} };
        };
  return { network, feedback, parameters, fixed, loss };
}

/**
 * Σ_{l<L} local(a_l, b_l) + top(a_L), as L + 1 losses from the input up. With `cut` layers, the local loss of level l reaches a_l through W_l
 * alone and b_l through its feedback layer alone; that of level 0, where a_0 is the input, trains the last feedback layer.
 */
export function dualLosses(
  { comparison, loss }: Pick<CreditOptions, "comparison" | "loss">,
  network: LayeredNetwork,
  feedback: LayeredNetwork,
  weights: Weights,
  x: np.Array,
  targets: np.Array,
  local: np.Array,
  join: Join,
): np.Array[] {
  const { layers, shapes } = network;
  const up = network.outputs(weights.slice(0, shapes.length), x, join);
  const down = feedback.outputs(weights.slice(shapes.length), feedbackInput(comparison, local.ref), join);
  const losses = Array.from({ length: layers }, (_, l) => localLoss(comparison, up[l], down[layers - l], local.ref));
  local.dispose();
  down[0].dispose();
  return [...losses, outputLoss(loss, up[layers], targets)];
}

/** The loss of rules with one network. */
function singleLoss(
  { rule, loss }: CreditOptions,
  network: LayeredNetwork,
  weights: Weights,
  x: np.Array,
  targets: np.Array,
  fixed: Weights,
): np.Array {
  const { layers } = network;
  const outputs = network.outputs(weights, x, joinOf(rule, fixed));
  const top = outputLoss(loss, outputs[layers].ref, targets.ref);
  if (rule !== "direct feedback alignment" && rule !== "target projection") {
    for (const output of outputs) output.dispose();
    targets.dispose();
    return top;
  }
  const [rows] = targets.shape;
  const signal = rule === "target projection" ? targets.mul(1 / rows) : outputError(loss, outputs[layers].ref, targets);
  // Σ (signal·B_l) ⊙ a_l has the gradient signal·B_l at a_l.
  const sent = fixed.map((matrix, l) => np.sum(np.dot(signal.ref, matrix).mul(outputs[l + 1].ref)));
  for (const output of [...outputs, signal]) output.dispose();
  return sent.reduce((sum, value) => sum.add(value), top);
}

function joinOf(rule: CreditOptions["rule"], fixed: Weights): Join {
  switch (rule) {
    case "back-propagation":
      return joined;
    case "feedback alignment":
      return (x, weight, l) => (l === 0 ? cut(x, weight, l) : aligned(x, weight, fixed[l - 1]));
    default:
      // Hidden layers learn from signals of their own, or not at all.
      return cut;
  }
}

/** x·W, whose gradient at x is that of x·B, and at W its own. */
function aligned(x: np.Array, weight: np.Array, matrix: np.Array): np.Array {
  const back = np.dot(x.ref, matrix);
  return cut(x, weight, 0).add(back.ref.sub(lax.stopGradient(back)));
}

/** Of feedback alignment [inputs × outputs] for each layer but the first; of direct rules [outputs × width] for each hidden layer. */
function fixedMatrices({ rule, sizes }: CreditOptions, random: Random): Parameters {
  const hidden = sizes.slice(1, -1);
  const outputs = sizes[sizes.length - 1];
  const shapes = (): readonly (readonly [number, number])[] => {
    switch (rule) {
      case "feedback alignment":
        return hidden.map((width, l) => [width, sizes[l + 2]]);
      case "direct feedback alignment":
      case "target projection":
        return hidden.map((width) => [outputs, width]);
      default:
        return [];
    }
  };
  const all = new Parameters(shapes().map((shape, l) => ({ name: `fixed.${l}`, shape })));
  for (const [l, [inputs, width]] of shapes().entries()) fanIn(all.view(l), inputs, width, random.stream(l));
  return all;
}

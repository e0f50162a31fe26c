// Whether a journey ends with a purchase, by a network that goes through its touches with a memory, looks back at them with an
// attention that fades with time, and is told beside it who the customer is (arXiv 1809.02230).

import type { Random } from "../../core/random.ts";
import { glorot } from "../../nn/initialisers.ts";
import { nn, np } from "../../nn/jax.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { type CellKind, recurrent } from "../../nn/models/recurrent.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";
import type { ArrayShapes } from "../../nn/tensor-shape.ts";

export interface AttentionSizes {
  /** Of a touch: a number for each channel, perhaps one more. */
  readonly inputs: number;
  readonly features: number;
  /** Touches of the longest journey that is seen whole; of longer ones the last so many are. */
  readonly longest: number;
  /** H, of the cell. */
  readonly units: number;
  /** Of the layer between a customer's features and what they add to the logit. */
  readonly control: number;
  readonly cell: CellKind;
}

/**
 * The network as a function over weights held elsewhere. With h_t what the cell shows after touch t, v_t = tanh(W·h_t + b) and T_t
 * the time from the touch to the end,
 *
 *   a_t = exp(v_t·u − λ·T_t)/Σ_s exp(v_s·u − λ·T_s) over the touches of the mask, λ = ln(1 + e^ρ) ≥ 0,
 *   logit = w·Σ a_t·h_t + c + g(features),  g with one hidden layer.
 *
 * Without a touch in the mask the attention is 0 everywhere, so that the logit is c + g.
 */
export interface AttentionNetwork {
  readonly parameters: Parameters;
  /** Numbers of the tensors u, w and ρ among the parameters. */
  readonly tensors: { readonly query: number; readonly context: number; readonly decay: number };
  /** Width of the cell's input and of the customer's: inputs and features, filled up to multiples of four. */
  readonly widths: { readonly touch: number; readonly user: number };
  /** Of the inputs for `batch` journeys: touches one-hot [longest·batch × touch], row t·batch + k; mask and T [longest × batch]; user [batch × user]. */
  shapes(batch: number): ArrayShapes;
  /** Logits [batch] and attention [longest × batch]; consumes all. */
  apply(weights: Weights, inputs: readonly np.Array[], batch: number): { logits: np.Array; attention: np.Array };
}

/** First value of λ, as in the published code. */
const FIRST_DECAY = 1;

/** What is taken from the score of a touch outside the mask. */
const OUTSIDE = 1e9;

/** A network with first values from `random`. */
export function attentionNetwork(sizes: AttentionSizes, random: Random): AttentionNetwork {
  const { longest, units } = sizes;
  const widths = { touch: fours(sizes.inputs), user: fours(sizes.features) };
  // The layer W·h + b of the attention is the recurrent network's output.
  const path = recurrent({
    name: "path",
    inputs: widths.touch,
    hidden: [],
    cell: sizes.cell,
    units,
    outputs: units,
  });
  const control = mlp({
    name: "control",
    inputs: widths.user,
    hidden: [sizes.control],
    outputs: 1,
    activation: "relu",
  });
  const first = { path: 0, query: path.shapes.length, control: path.shapes.length + 3 };
  const tensors = { query: first.query, context: first.query + 1, decay: first.query + 2 };
  const parameters = new Parameters([
    ...path.shapes,
    { name: "query", shape: [units, 1] },
    { name: "context", shape: [units, 1] },
    { name: "decay", shape: [1] },
    // c is the control side's last bias.
    ...control.shapes,
  ]);
  path.initialise(parameters, first.path, random);
  control.initialise(parameters, first.control, random);
  for (const [k, name] of ["query", "context"].entries()) {
    glorot()(parameters.view(first.query + k), units, 1, random.stream(name));
  }
  parameters.view(tensors.decay)[0] = Math.log(Math.expm1(FIRST_DECAY));
  return {
    parameters,
    tensors,
    widths,
    shapes: (batch) => [
      [longest * batch, widths.touch],
      [longest, batch],
      [longest, batch],
      [batch, widths.user],
    ],
    apply(weights, [touches, mask, times, user], batch) {
      const [query, context, decay] = weights.slice(first.query, first.control);
      const memory = np.zeros([batch, path.memorySize]);
      const keep = np.ones([longest * batch]);
      const { output, shown } = path.unrollShown(weights.slice(0, first.query), touches, memory, keep, longest);
      const rows = (x: np.Array) => x.reshape([longest, batch]);
      const scores = rows(np.dot(np.tanh(output), query)).sub(times.mul(np.logaddexp(decay, 0)));
      const masked = scores.add(mask.ref.sub(1).mul(OUTSIDE));
      const attention = nn.softmax(masked, 0).mul(mask);
      const worth = rows(np.dot(shown, context));
      const side = control.apply(weights.slice(first.control), user).reshape([batch]);
      return { logits: np.sum(worth.mul(attention.ref), 0).add(side), attention };
    },
  };
}

/** The next multiple of four, in which arrays are computed fastest. */
function fours(size: number): number {
  return Math.max(4, 4 * Math.ceil(size / 4));
}

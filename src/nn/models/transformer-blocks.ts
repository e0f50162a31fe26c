// Building blocks of the transformer that are shared by whole-text evaluation and incremental reading.

import { nn, np } from "../jax.ts";
import { inverseRootOnce } from "../kernels/materialise.ts";
import type { Weights } from "../parameters.ts";

export interface TransformerOptions {
  readonly vocabulary: number;
  /** Context length: tokens of the longest text. */
  readonly context: number;
  /** Model width; a multiple of `heads`. */
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
}

/** Identifier of a transformer with these sizes, among all compiled functions. */
export function formOf({ vocabulary, context, width, layers, heads }: TransformerOptions): string {
  return `transformer ${JSON.stringify({ vocabulary, context, width, layers, heads })}`;
}

/** Added to the attention score of a masked position. */
export const HIDDEN = -1e9;

/** Inputs of attention, [rows × width] each. */
export interface Attended {
  readonly queries: np.Array;
  readonly keys: np.Array;
  readonly values: np.Array;
}

/** One block on [rows × width]; `attend` returns [rows × width]. Consumes all. */
export function block(weights: Weights, x: np.Array, attend: (parts: Attended) => np.Array): np.Array {
  const [attention, output, up, down] = weights;
  const width = x.shape[1];
  const seen = normalised(x.ref);
  // The weight matrix is split instead of its product, because the gradient of a split assembles a full-size array.
  const [queries, keys, values] = [0, 1, 2].map((which) =>
    np.dot(seen.ref, attention.ref.slice([], [which * width, (which + 1) * width])),
  );
  for (const used of [seen, attention]) used.dispose();
  const attended = x.add(np.dot(attend({ queries, keys, values }), output));
  return attended.ref.add(np.dot(nn.relu(np.dot(normalised(attended), up)), down));
}

/** Logits of a residual stream [rows × width]; consumes all. */
export function readOut(x: np.Array, gain: np.Array, head: np.Array): np.Array {
  const width = x.shape[1];
  return np.dot(normalised(x).mul(gain), head).mul(4 / Math.sqrt(width));
}

/** Root-mean-square normalisation of each row; consumes `x`. */
function normalised(x: np.Array): np.Array {
  const scale = inverseRootOnce(np.mean(np.square(x.ref), 1).add(1e-5));
  return x.mul(scale.reshape([x.shape[0], 1]));
}

// The pieces of a transformer that are the same whether whole texts are differentiated or one token is read.

import { nn, np } from "../jax.ts";
import { inverseRootOnce } from "../kernels/materialise.ts";
import type { Weights } from "../parameters.ts";

export interface TransformerOptions {
  readonly vocabulary: number;
  /** Tokens in the longest text. */
  readonly context: number;
  /** Numbers that stand for a token on the way; a multiple of `heads`. */
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
}

/** What a transformer of these sizes is called, among all that computes. */
export function formOf({ vocabulary, context, width, layers, heads }: TransformerOptions): string {
  return `transformer ${JSON.stringify({ vocabulary, context, width, layers, heads })}`;
}

/** What is added to the score of a place that must not be seen. */
export const HIDDEN = -1e9;

/** What attention is made of, [rows × width] each. */
export interface Attended {
  readonly queries: np.Array;
  readonly keys: np.Array;
  readonly values: np.Array;
}

/** One block on [rows × width]; `attend` gives [rows × width]. Consumes all. */
export function block(weights: Weights, x: np.Array, attend: (parts: Attended) => np.Array): np.Array {
  const [attention, output, up, down] = weights;
  const width = x.shape[1];
  const seen = normalised(x.ref);
  // The matrix is cut rather than its product: the gradient of a cut is put together by a kernel as large as what was cut.
  const [queries, keys, values] = [0, 1, 2].map((which) =>
    np.dot(seen.ref, attention.ref.slice([], [which * width, (which + 1) * width])),
  );
  for (const used of [seen, attention]) used.dispose();
  const attended = x.add(np.dot(attend({ queries, keys, values }), output));
  return attended.ref.add(np.dot(nn.relu(np.dot(normalised(attended), up)), down));
}

/** Logits of a stream [rows × width]; consumes all. */
export function readOut(x: np.Array, gain: np.Array, head: np.Array): np.Array {
  const width = x.shape[1];
  return np.dot(normalised(x).mul(gain), head).mul(4 / Math.sqrt(width));
}

/** Each row brought to a root mean square of 1; consumes `x`. */
function normalised(x: np.Array): np.Array {
  const scale = inverseRootOnce(np.mean(np.square(x.ref), 1).add(1e-5));
  return x.mul(scale.reshape([x.shape[0], 1]));
}

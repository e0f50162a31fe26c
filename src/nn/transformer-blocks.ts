// The pieces of a transformer that are the same whether whole texts are differentiated or one token is read.

import { nn, np } from "./jax.ts";
import type { Weights } from "./parameters.ts";

export interface TransformerOptions {
  readonly vocabulary: number;
  /** Tokens in the longest text. */
  readonly context: number;
  /** Numbers that stand for a token on the way; a multiple of `heads`. */
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
}

/** What is added to the score of a place that must not be seen. */
export const HIDDEN = -1e9;

/** One block on [rows × width]; `attend` turns [rows × 3·width] into [rows × width]. Consumes all. */
export function block(weights: Weights, x: np.Array, attend: (qkv: np.Array) => np.Array): np.Array {
  const [attentionWeight, output, up, down] = weights;
  const attended = x.ref.add(np.dot(attend(np.dot(normalised(x), attentionWeight)), output));
  return attended.ref.add(np.dot(nn.relu(np.dot(normalised(attended), up)), down));
}

/** Logits of a stream [rows × width]; consumes all. */
export function readOut(x: np.Array, gain: np.Array, head: np.Array): np.Array {
  const width = x.shape[1];
  return np.dot(normalised(x).mul(gain), head).mul(4 / Math.sqrt(width));
}

/** Each row brought to a root mean square of 1; consumes `x`. One reciprocal a row, since division is slow. */
function normalised(x: np.Array): np.Array {
  const scale = np.reciprocal(np.sqrt(np.mean(np.square(x.ref), 1).add(1e-5)));
  return x.mul(scale.reshape([x.shape[0], 1]));
}

// Layer normalisation (Ba, Kiros & Hinton, arXiv 1607.06450): each row brought to mean 0 and variance 1, then scaled and moved.

import { np } from "../jax.ts";

/** `x` [batch × n], gain and bias [n] → [batch × n]; consumes all. `epsilon` is added to the variance. */
export function layerNorm(x: np.Array, gain: np.Array, bias: np.Array, epsilon = 1e-5): np.Array {
  const rows = x.shape[0];
  const centred = x.ref.sub(np.mean(x, 1).reshape([rows, 1]));
  const variance = np.mean(np.square(centred.ref), 1).reshape([rows, 1]);
  return centred
    .div(np.sqrt(variance.add(epsilon)))
    .mul(gain)
    .add(bias);
}

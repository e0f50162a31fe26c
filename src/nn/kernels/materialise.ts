// Functions that are computed once and kept. jax-js writes elementwise functions into every kernel that reads them, and runs a
// kernel with a division, a root or an exponential in it a number at a time; so that these cost least, they are computed in a
// kernel of their own, and their derivatives are written with additions and products of what was kept.

import { lax, np } from "../jax.ts";

/** `x`, kept in memory where it would be computed again by each of its readers. */
export function materialise(x: np.Array): np.Array {
  // A sum of one number each: jax-js always writes sums down.
  return np.sum(x.reshape([...x.shape, 1]), x.shape.length);
}

/**
 * Largest number along the last axis, [… × 1]; consumes `x`. Every fourth number is compared first: four such rows are compared at
 * once, where numbers that lie side by side are taken one by one.
 */
export function largest(x: np.Array): np.Array {
  const FOUR = 4;
  const size = x.shape[x.shape.length - 1];
  const rest = x.shape.slice(0, -1);
  if (size % FOUR !== 0) return np.max(x, -1, { keepdims: true });
  const four = np.max(x.reshape([...rest, size / FOUR, FOUR]), rest.length);
  return np.max(four, -1, { keepdims: true });
}

/** The value of `f` at `x`, kept and not differentiated. */
function held(f: (x: np.Array) => np.Array, x: np.Array): np.Array {
  return lax.stopGradient(materialise(f(lax.stopGradient(x))));
}

/** e^x, which is its own derivative. */
export function expOnce(x: np.Array): np.Array {
  const value = held(np.exp, x.ref);
  const nothing = x.ref.sub(lax.stopGradient(x));
  return value.mul(nothing.add(1));
}

/** 1/x as r·(2 − x·r) with r = 1/x kept: a step of Newton's, exact at once, and with the derivative −r². */
export function reciprocalOnce(x: np.Array): np.Array {
  const value = held(np.reciprocal, x.ref);
  return value.ref.mul(x.mul(value).neg().add(2));
}

/** x^(−1/2) as s·(3/2 − x·s²/2) with s kept: likewise, with the derivative −s³/2. */
export function inverseRootOnce(x: np.Array): np.Array {
  const value = held((y) => np.reciprocal(np.sqrt(y)), x.ref);
  return value.ref.mul(x.mul(np.square(value)).mul(-0.5).add(1.5));
}

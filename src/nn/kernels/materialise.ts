// Functions whose results are computed once and stored. jax-js inlines elementwise functions into every kernel that uses them, and does not
// vectorise kernels with divisions, roots or exponentials. These functions get kernels of their own, and their derivatives are sums and
// products of stored results.

import { lax, np } from "../jax.ts";

/** Stores `x` in memory where each consumer would recompute it. */
export function materialise(x: np.Array): np.Array {
  // A sum over one element, because jax-js always stores the results of sums.
  return np.sum(x.reshape([...x.shape, 1]), x.shape.length);
}

/**
 * Maximum along the last axis, [… × 1]; consumes `x`. It first compares every fourth number, because jax-js vectorises across four such
 * rows, but not along a row.
 */
export function largest(x: np.Array): np.Array {
  const FOUR = 4;
  const size = x.shape[x.shape.length - 1];
  const rest = x.shape.slice(0, -1);
  if (size % FOUR !== 0) return np.max(x, -1, { keepdims: true });
  const four = np.max(x.reshape([...rest, size / FOUR, FOUR]), rest.length);
  return np.max(four, -1, { keepdims: true });
}

/** The value of `f` at `x`, stored and without a gradient. */
function held(f: (x: np.Array) => np.Array, x: np.Array): np.Array {
  return lax.stopGradient(materialise(f(lax.stopGradient(x))));
}

/** e^x, stored; its derivative reuses the value. */
export function expOnce(x: np.Array): np.Array {
  const value = held(np.exp, x.ref);
  const nothing = x.ref.sub(lax.stopGradient(x));
  return value.mul(nothing.add(1));
}

/** 1/x as r·(2 − x·r) with r = 1/x stored: one Newton step, which does not change the value and has the derivative −r². */
export function reciprocalOnce(x: np.Array): np.Array {
  const value = held(np.reciprocal, x.ref);
  return value.ref.mul(x.mul(value).neg().add(2));
}

/** x^(−1/2) as s·(3/2 − x·s²/2) with s stored: one Newton step, with the derivative −s³/2. */
export function inverseRootOnce(x: np.Array): np.Array {
  const value = held((y) => np.reciprocal(np.sqrt(y)), x.ref);
  return value.ref.mul(x.mul(np.square(value)).mul(-0.5).add(1.5));
}

// Shares in proportion to exponentials, of numbers that stand side by side in an array. The largest is taken off first, so that no
// exponential overflows.

import { largest } from "./largest.ts";

/** Numbers that can be read and written by place. */
interface Places {
  readonly length: number;
  [at: number]: number;
}

/**
 * Writes exp(x/temperature)/Σ exp(x/temperature) of `count` ≥ 1 numbers from `from` on to the same places of `into`, which may be `x`
 * itself; `temperature` > 0. A number may be −∞, as long as one is not.
 */
export function softmaxRow(x: ArrayLike<number>, into: Places, from: number, count: number, temperature = 1): void {
  const most = largest(x, from, count);
  let total = 0;
  for (let k = from; k < from + count; k++) {
    const weight = Math.exp((x[k] - most) / temperature);
    into[k] = weight;
    total += weight;
  }
  for (let k = from; k < from + count; k++) into[k] /= total;
}

/** The same of a whole array, written over it. */
export function softmax<X extends Places>(x: X): X {
  softmaxRow(x, x, 0, x.length);
  return x;
}

/** ln Σ exp of `count` ≥ 1 numbers from `from` on, by default of all; −∞ where all are. */
export function logSumExp(x: ArrayLike<number>, from = 0, count = x.length): number {
  const most = largest(x, from, count);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let k = from; k < from + count; k++) sum += Math.exp(x[k] - most);
  return most + Math.log(sum);
}

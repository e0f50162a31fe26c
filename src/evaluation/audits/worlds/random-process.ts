// Random tabled worlds, on which statements about pay and want are tried.

import type { Random } from "../../../core/random.ts";
import type { PaidProcess } from "./paid-process.ts";

/**
 * A process whose moves, pays and wants are drawn: each choice leads to one of two states, pay and another measure are uniform on [−1, 1],
 * and the want lies anywhere between the two. */
export function randomProcess(
  random: Random,
  { states: S, actions: A, horizon }: { readonly states: number; readonly actions: number; readonly horizon: number },
): PaidProcess {
  const size = 2 * S * A;
  const chances = Float64Array.from({ length: S * A }, () => random.uniform());
  const measure = () => {
    const drawn = Float64Array.from({ length: S * A }, () => random.uniform(-1, 1));
    return Float64Array.from({ length: size }, (_, k) => drawn[k >> 1]);
  };
  const [pay, other, kin] = [measure(), measure(), random.uniform()];
  const want = pay.map((value, k) => kin * value + (1 - kin) * other[k]);
  const all = Int32Array.from({ length: S }, (_, s) => s);
  return {
    ...{ states: S, actions: A, pay, lastPay: pay, want, lastWant: want },
    offset: Int32Array.from({ length: S * A + 1 }, (_, k) => 2 * k),
    next: Int32Array.from({ length: size }, () => random.integer(S)),
    probability: Float64Array.from({ length: size }, (_, k) => (k % 2 === 0 ? chances[k >> 1] : 1 - chances[k >> 1])),
    start: new Float64Array(S).fill(1 / S),
    terminal: new Uint8Array(S),
    layers: Array.from({ length: horizon }, () => all),
  };
}

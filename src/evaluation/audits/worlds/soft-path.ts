// The way of a policy that is optimised for pay ever harder, from choices at random to the best paid play: pay, want, and how far apart its steps are.

import type { PaidProcess } from "./paid-process.ts";

/** A policy on the way. */
export interface PathPoint {
  readonly pay: number;
  readonly want: number;
  /** Euclidean distance of its occupancies of (t, s, a) from those of the point before; 0 at the first. */
  readonly distance: number;
}

/** Hardest pressure, as pay in units of its scale over the temperature. */
const HARDEST = 200;
const SOFTEST = 0.02;

/**
 * Policies that are best with an entropy bonus, at `points` temperatures from high to low: π(a|t, s) ∝ exp(Q(t, s, a)/T) by soft backward induction.
 * The first is choices at random. Allocates two numbers for each state and action of each layer.
 */
export function softPath(process: PaidProcess, points: number): PathPoint[] {
  let scale = 0;
  for (const value of process.pay) scale = Math.max(scale, Math.abs(value));
  let before: Float64Array | undefined;
  return Array.from({ length: points }, (_, k) => {
    const pressure = k === 0 ? 0 : SOFTEST * (HARDEST / SOFTEST) ** ((k - 1) / Math.max(1, points - 2));
    const policy = softPolicy(process, scale === 0 ? 0 : pressure / scale);
    const { occupancy, pay, want } = followed(process, policy);
    let square = 0;
    for (let j = 0; before !== undefined && j < occupancy.length; j++) square += (occupancy[j] - before[j]) ** 2;
    before = occupancy;
    return { pay, want, distance: Math.sqrt(square) };
  });
}

/** Chances of each action in the states of each layer, in the order of layers. */
function softPolicy(
  { states: S, actions: A, offset, next, probability, terminal, layers, ...process }: PaidProcess,
  pressure: number,
): Float64Array {
  const rows = layers.reduce((sum, layer) => sum + layer.length, 0);
  const policy = new Float64Array(rows * A);
  let [later, now] = [new Float64Array(S), new Float64Array(S)];
  let at = rows * A;
  for (let t = layers.length - 1; t >= 0; t--) {
    const last = t === layers.length - 1;
    const paid = last ? process.lastPay : process.pay;
    at -= layers[t].length * A;
    for (const [i, s] of layers[t].entries()) {
      const row = at + i * A;
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++) {
        let q = 0;
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++)
          q += probability[k] * (paid[k] + (last || terminal[next[k]] === 1 ? 0 : later[next[k]]));
        policy[row + a] = q;
        most = Math.max(most, q);
      }
      let sum = 0;
      for (let a = 0; a < A; a++) sum += Math.exp(pressure * (policy[row + a] - most));
      now[s] = pressure === 0 ? 0 : most + Math.log(sum / A) / pressure;
      for (let a = 0; a < A; a++) policy[row + a] = Math.exp(pressure * (policy[row + a] - most)) / sum;
    }
    [later, now] = [now, later];
  }
  return policy;
}

/** Occupancies of (t, s, a) of a policy, and what it is paid and worth. */
function followed(
  { states: S, actions: A, offset, next, probability, terminal, layers, start, ...process }: PaidProcess,
  policy: Float64Array,
) {
  const occupancy = new Float64Array(policy.length);
  let chance = Float64Array.from(start);
  let [pay, want, at] = [0, 0, 0];
  for (let t = 0; t < layers.length; t++) {
    const last = t === layers.length - 1;
    const [paid, wanted] = last ? [process.lastPay, process.lastWant] : [process.pay, process.want];
    const after = new Float64Array(S);
    for (const s of layers[t]) {
      for (let a = 0; a < A; a++, at++) {
        const mass = chance[s] * policy[at];
        occupancy[at] = mass;
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
          pay += mass * probability[k] * paid[k];
          want += mass * probability[k] * wanted[k];
          if (terminal[next[k]] === 0) after[next[k]] += mass * probability[k];
        }
      }
    }
    chance = after;
  }
  return { occupancy, pay, want };
}

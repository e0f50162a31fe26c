// The angle between pay and want as directions in which policies can differ (Skalse et al., arXiv 2209.13085; Karwowski et al., arXiv 2310.09144):
// what both have of potentials, by which no two policies differ, is taken away first.

import type { PaidProcess } from "./paid-process.ts";

/** Columns (t, s, a) above which no angle is computed, and sweeps of its least-squares problem. */
const MOST_WORK = 200_000;
const MOST_SWEEPS = 1000;

/** Pay and want as directions between occupancies. */
export interface PayAndWantDirections {
  /** Between them, in radians. */
  readonly angle: number;
  /** Lengths of their projections. */
  readonly payLength: number;
  readonly wantLength: number;
}

/**
 * M·pay and M·want, where M projects onto the directions of the polytope of occupancies of steps (t, s, a): the part of a reward that no
 * potential Φ(t, s) explains. An angle of 0 means that pay is want up to a factor and a potential, π the reverse. Undefined where one of the two makes no
 * difference between policies, or where the world is too large.
 */
export function directionsOf(process: PaidProcess): PayAndWantDirections | undefined {
  const columns = process.layers.reduce((sum, layer) => sum + layer.length, 0) * process.actions;
  if (columns > MOST_WORK) return undefined;
  const flow = flowOf(process);
  const one = flow.withoutPotential(flow.rewards("pay"));
  const other = flow.withoutPotential(flow.rewards("want"));
  if (one === undefined || other === undefined) return undefined;
  const [payLength, wantLength] = [lengthOf(one), lengthOf(other)];
  // The angle by its tangent: a cosine near 1 says little of a small angle.
  let [less, more] = [0, 0];
  for (let k = 0; k < one.length; k++) {
    less += (one[k] / payLength - other[k] / wantLength) ** 2;
    more += (one[k] / payLength + other[k] / wantLength) ** 2;
  }
  return { angle: 2 * Math.atan2(Math.sqrt(less), Math.sqrt(more)), payLength, wantLength };
}

const lengthOf = (x: Float64Array): number => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));

/** Steps (t, i, a) of the layers in order, and the constraints of flow between them. */
function flowOf({ actions: A, layers, offset, next, probability, terminal, start, ...process }: PaidProcess) {
  const H = layers.length;
  const first: number[] = [];
  let rows = 0;
  for (const layer of layers) {
    first.push(rows);
    rows += layer.length;
  }
  const columns = rows * A;
  // Where each state stands in the layer after t.
  const places: Int32Array[] = layers.map(() => new Int32Array(0));
  const at = new Int32Array(start.length);
  for (let t = 0; t + 1 < H; t++) {
    for (const [i, s] of layers[t + 1].entries()) at[s] = first[t + 1] + i;
    const list: number[] = [];
    for (const s of layers[t])
      for (let k = offset[s * A]; k < offset[(s + 1) * A]; k++) list.push(terminal[next[k]] === 1 ? -1 : at[next[k]]);
    places[t] = Int32Array.from(list);
  }
  /** Calls `visit` with each column, its row, and the transitions that follow it: their places in `places[t]` and in the table. */
  const walk = (visit: (column: number, row: number, t: number, place: number, from: number, to: number) => void) => {
    for (let t = 0; t < H; t++) {
      let place = 0;
      for (const [i, s] of layers[t].entries()) {
        const row = first[t] + i;
        for (let a = 0; a < A; a++) {
          const [from, to] = [offset[s * A + a], offset[s * A + a + 1]];
          visit(row * A + a, row, t, place, from, to);
          place += to - from;
        }
      }
    }
  };
  /** Φ(t, s) − E Φ(t + 1, s′) of every column. */
  const differences = (phi: Float64Array): Float64Array => {
    const out = new Float64Array(columns);
    walk((column, row, t, place, from, to) => {
      let value = phi[row];
      if (t + 1 < H)
        for (let k = from; k < to; k++) {
          const after = places[t][place + k - from];
          if (after >= 0) value -= probability[k] * phi[after];
        }
      out[column] = value;
    });
    return out;
  };
  /** The transposed map. */
  const gathered = (x: Float64Array): Float64Array => {
    const out = new Float64Array(rows);
    walk((column, row, t, place, from, to) => {
      out[row] += x[column];
      if (t + 1 < H)
        for (let k = from; k < to; k++) {
          const after = places[t][place + k - from];
          if (after >= 0) out[after] -= probability[k] * x[column];
        }
    });
    return out;
  };
  const dot = (x: Float64Array, y: Float64Array): number => {
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
    return sum;
  };
  return {
    rewards(of: "pay" | "want"): Float64Array {
      const out = new Float64Array(columns);
      walk((column, _row, t, _place, from, to) => {
        const last = t === H - 1;
        const table = of === "pay" ? (last ? process.lastPay : process.pay) : last ? process.lastWant : process.want;
        for (let k = from; k < to; k++) out[column] += probability[k] * table[k];
      });
      return out;
    },
    /** The reward less its best potential, by conjugate gradients on the normal equations; undefined where nothing is left. */
    withoutPotential(reward: Float64Array): Float64Array | undefined {
      const size = Math.sqrt(dot(reward, reward));
      const rest = Float64Array.from(reward);
      let slope = gathered(rest);
      const direction = Float64Array.from(slope);
      let square = dot(slope, slope);
      const enough = 1e-20 * square;
      for (let sweep = 0; sweep < MOST_SWEEPS && square > enough; sweep++) {
        const image = differences(direction);
        const step = square / dot(image, image);
        for (let k = 0; k < rest.length; k++) rest[k] -= step * image[k];
        slope = gathered(rest);
        const now = dot(slope, slope);
        for (let k = 0; k < direction.length; k++) direction[k] = slope[k] + (now / square) * direction[k];
        square = now;
      }
      return Math.sqrt(dot(rest, rest)) > 1e-7 * Math.max(size, 1e-300) ? rest : undefined;
    },
  };
}

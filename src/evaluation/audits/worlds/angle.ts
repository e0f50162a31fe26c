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
  // Of each column, where its transitions lead in the next layer and how likely, as sparse rows; ends lead nowhere.
  const from = new Int32Array(columns + 1);
  const place: number[] = [];
  const chance: number[] = [];
  const rewards = { pay: new Float64Array(columns), want: new Float64Array(columns) };
  const at = new Int32Array(start.length);
  let column = 0;
  for (let t = 0; t < H; t++) {
    const last = t === H - 1;
    if (!last) for (const [i, s] of layers[t + 1].entries()) at[s] = first[t + 1] + i;
    const [pay, want] = last ? [process.lastPay, process.lastWant] : [process.pay, process.want];
    for (const s of layers[t]) {
      for (let a = 0; a < A; a++, column++) {
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
          rewards.pay[column] += probability[k] * pay[k];
          rewards.want[column] += probability[k] * want[k];
          if (last || terminal[next[k]] === 1) continue;
          place.push(at[next[k]]);
          chance.push(probability[k]);
        }
        from[column + 1] = place.length;
      }
    }
  }
  const [to, likely] = [Int32Array.from(place), Float64Array.from(chance)];
  /** Φ(t, s) − E Φ(t + 1, s′) of every column. */
  const differences = (phi: Float64Array, out: Float64Array): void => {
    for (let row = 0, c = 0; row < rows; row++)
      for (let a = 0; a < A; a++, c++) {
        let value = phi[row];
        for (let k = from[c]; k < from[c + 1]; k++) value -= likely[k] * phi[to[k]];
        out[c] = value;
      }
  };
  /** The transposed map. */
  const gathered = (x: Float64Array, out: Float64Array): void => {
    out.fill(0);
    for (let row = 0, c = 0; row < rows; row++)
      for (let a = 0; a < A; a++, c++) {
        out[row] += x[c];
        for (let k = from[c]; k < from[c + 1]; k++) out[to[k]] -= likely[k] * x[c];
      }
  };
  const dot = (x: Float64Array, y: Float64Array): number => {
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += x[k] * y[k];
    return sum;
  };
  return {
    rewards: (of: "pay" | "want"): Float64Array => rewards[of],
    /** The reward less its best potential, by conjugate gradients on the normal equations; undefined where nothing is left. */
    withoutPotential(reward: Float64Array): Float64Array | undefined {
      const size = Math.sqrt(dot(reward, reward));
      const rest = Float64Array.from(reward);
      const [slope, image] = [new Float64Array(rows), new Float64Array(columns)];
      gathered(rest, slope);
      const direction = Float64Array.from(slope);
      let square = dot(slope, slope);
      const enough = 1e-20 * square;
      for (let sweep = 0; sweep < MOST_SWEEPS && square > enough; sweep++) {
        differences(direction, image);
        const step = square / dot(image, image);
        for (let k = 0; k < columns; k++) rest[k] -= step * image[k];
        gathered(rest, slope);
        const now = dot(slope, slope);
        for (let k = 0; k < rows; k++) direction[k] = slope[k] + (now / square) * direction[k];
        square = now;
      }
      return Math.sqrt(dot(rest, rest)) > 1e-7 * Math.max(size, 1e-300) ? rest : undefined;
    },
  };
}

// A gated recurrent unit that reads rollouts from their end, in plain arrays: small enough for evolution, where nothing is
// differentiated and everything is run very often.

/** Size of a unit. */
export interface GruShape {
  readonly inputs: number;
  readonly units: number;
}

/** Numbers in its parameters: weights of inputs and of the state for three gates, a bias for each gate, one for the candidate's state. */
export const gruSize = ({ inputs, units }: GruShape): number => 3 * units * (inputs + units + 1) + units;

/** Cuts an array from its start: each call gives the next `size` numbers, as a view. */
export function partsOf(parameters: Float32Array): (size: number) => Float32Array {
  let from = 0;
  return (size) => {
    from += size;
    return parameters.subarray(from - size, from);
  };
}

/** Parts of its parameters, in order, row-major. */
export function gruParts(parameters: Float32Array, { inputs, units }: GruShape) {
  const part = partsOf(parameters);
  return {
    /** [inputs × 3·units], columns reset, update, candidate. */
    input: part(inputs * 3 * units),
    /** [units × 3·units]. */
    state: part(units * 3 * units),
    /** [3·units]. */
    bias: part(3 * units),
    /** Of the candidate's state, [units]. */
    stateBias: part(units),
  };
}

/**
 * A unit that reads from the last step to the first: h ← 0 where done; r, z = σ(Wx + Uh + b); n = tanh(Wx + b + r·(Uh + c));
 * h ← (1 − z)·n + z·h (Cho et al., arXiv 1406.1078, in the form that libraries use). It reads `x`, [T × inputs], and writes `hidden`,
 * [T × units]. `done`, [T], is not 0 where a step ended its episode; what comes after is another episode, so that the state begins anew.
 */
export function reverseGru(shape: GruShape) {
  const { inputs: I, units: U } = shape;
  // By gate and unit, in double precision. The three sums of a unit run side by side and stay in registers.
  const ofInput = new Float64Array(I * 3 * U);
  const ofState = new Float64Array(U * 3 * U);
  const bias = new Float64Array(3 * U);
  const stateBias = new Float64Array(U);
  const h = new Float64Array(U);
  const next = new Float64Array(U);
  return {
    /** Copies parameters, [gruSize]. */
    load(parameters: Float32Array): void {
      const parts = gruParts(parameters, shape);
      transpose(parts.input, I, 3 * U, ofInput);
      transpose(parts.state, U, 3 * U, ofState);
      bias.set(parts.bias);
      stateBias.set(parts.stateBias);
    },
    /** Allocates nothing. */
    read(x: Float64Array, done: ArrayLike<number>, T: number, hidden: Float64Array): void {
      h.fill(0);
      for (let t = T - 1; t >= 0; t--) {
        if (done[t] !== 0) h.fill(0);
        for (let u = 0; u < U; u++) {
          let reset = bias[u];
          let update = bias[U + u];
          let candidate = bias[2 * U + u];
          for (let i = 0, w = u * I; i < I; i++, w++) {
            const value = x[t * I + i];
            reset += value * ofInput[w];
            update += value * ofInput[w + U * I];
            candidate += value * ofInput[w + 2 * U * I];
          }
          let recalled = stateBias[u];
          for (let j = 0, w = u * U; j < U; j++, w++) {
            const value = h[j];
            reset += value * ofState[w];
            update += value * ofState[w + U * U];
            recalled += value * ofState[w + 2 * U * U];
          }
          candidate = 2 * sigmoid(2 * (candidate + sigmoid(reset) * recalled)) - 1;
          const kept = sigmoid(update);
          next[u] = (1 - kept) * candidate + kept * h[u];
        }
        h.set(next);
        hidden.set(next, t * U);
      }
    },
  };
}

/** Writes [rows × columns] to `into` as [columns × rows]. */
function transpose(matrix: Float32Array, rows: number, columns: number, into: Float64Array): void {
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) into[c * rows + r] = matrix[r * columns + c];
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

// Weight initialisers, which draw from a named random stream.

import { Matrix, QrDecomposition } from "ml-matrix";
import type { Random } from "../core/random.ts";

/** Fills a [inputs × outputs] weight matrix. */
export type Initialiser = (weights: Float32Array, inputs: number, outputs: number, random: Random) => void;

/** Orthogonal initialisation scaled by `gain` (Saxe, McClelland & Ganguli, 2014), with signs made unique as in PyTorch. */
export function orthogonal(gain: number): Initialiser {
  return (weights, inputs, outputs, random) => {
    const [rows, columns] = inputs >= outputs ? [inputs, outputs] : [outputs, inputs];
    const gaussian = Matrix.from1DArray(
      rows,
      columns,
      Array.from({ length: rows * columns }, () => random.normal()),
    );
    const { orthogonalMatrix: q, upperTriangularMatrix: r } = new QrDecomposition(gaussian);
    for (let i = 0; i < inputs; i++) {
      for (let j = 0; j < outputs; j++) {
        const [row, column] = inputs >= outputs ? [i, j] : [j, i];
        weights[i * outputs + j] = gain * q.get(row, column) * (r.get(column, column) < 0 ? -1 : 1);
      }
    }
  };
}

/** Uniform within ±gain·√(6/(inputs + outputs)) (Glorot & Bengio, 2010). */
export function glorot(gain = 1): Initialiser {
  return uniform((inputs, outputs) => gain * Math.sqrt(6 / (inputs + outputs)));
}

/** Uniform within ±1/√inputs: PyTorch's default for linear layers. */
export const fanIn: Initialiser = uniform((inputs) => 1 / Math.sqrt(inputs));

function uniform(limit: (inputs: number, outputs: number) => number): Initialiser {
  return (weights, inputs, outputs, random) => {
    const most = limit(inputs, outputs);
    for (let k = 0; k < weights.length; k++) weights[k] = random.uniform(-most, most);
  };
}

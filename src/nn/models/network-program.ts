// A function of networks' parameters and of data, ready to be computed again and again as both change.

import type { np } from "../jax.ts";
import { program } from "../kernels/program.ts";
import type { Parameters, Weights } from "../parameters.ts";
import type { ArrayShapes } from "../tensor-shape.ts";

/** A compiled function: run it on data, read the outputs. */
type NetworkProgram = ReturnType<typeof networkProgram>;

/**
 * `f` consumes the weights, one list for each of `networks` in the order of its shapes, and data of the given shapes. A `name`
 * says all that it depends on beside shapes.
 */
export function networkProgram(
  networks: readonly Parameters[],
  f: (weights: readonly Weights[], data: readonly np.Array[]) => np.Array[],
  shapes: ArrayShapes,
  name?: string,
) {
  const tensors = networks.flatMap((network) => network.shapes.map(({ shape }) => shape));
  const { inputs, run, close } = program(
    (...arrays) => {
      const rest = [...arrays];
      const weights = networks.map((network) => rest.splice(0, network.shapes.length));
      return f(weights, rest);
    },
    [...tensors, ...shapes],
    name,
  );
  const views = networks.flatMap((network) => network.views());
  const data = inputs.slice(tensors.length);
  return {
    /** What the function is given beside the weights, one array for each shape, row-major. */
    data,
    /** Computes at the parameters as they are now; `tables` go into the first data. The next run overwrites the outputs. */
    run(...tables: ArrayLike<number>[]): readonly Float32Array[] {
      for (let k = 0; k < tables.length; k++) data[k].set(tables[k]);
      for (let k = 0; k < views.length; k++) inputs[k].set(views[k]);
      return run();
    },
    close,
  };
}

/** As `networkProgram`, with shapes that depend on the number of rows. */
export function batchProgram(
  networks: readonly Parameters[],
  f: (weights: readonly Weights[], data: readonly np.Array[]) => np.Array[],
  shapes: (rows: number) => ArrayShapes,
) {
  const compiled = new Map<number, NetworkProgram>();
  return {
    /** That for so many rows, compiled when it is first asked for. */
    of(rows: number): NetworkProgram {
      const known = compiled.get(rows) ?? networkProgram(networks, f, shapes(rows));
      compiled.set(rows, known);
      return known;
    },
    close() {
      for (const one of compiled.values()) one.close();
      compiled.clear();
    },
  };
}

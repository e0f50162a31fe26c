// A compiled function of network parameters and data, for repeated evaluation as both change.

import type { np } from "../jax.ts";
import { program } from "../kernels/program.ts";
import type { Parameters, Weights } from "../parameters.ts";
import type { ArrayShapes } from "../tensor-shape.ts";

/** A compiled function: run it on data, read the outputs. */
type NetworkProgram = ReturnType<typeof networkProgram>;

/**
 * Compiles `f`, which consumes the weights, one list for each of `networks` in the order of its shapes, and data of the given shapes. A
 * `name` must identify everything that it depends on besides shapes.
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
    /** Data arrays of the function, one per shape, row-major. */
    data,
    /** Evaluates at the current parameters, with `tables` copied to the first data arrays. The next run overwrites the outputs. */
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
    /** The program for this number of rows, compiled at first use. */
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

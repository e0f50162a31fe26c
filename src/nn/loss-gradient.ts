// A compiled loss with its gradient in the parameters: fixed data arrays, and the gradient in one flat array.

import { type np, valueAndGrad } from "./jax.ts";
import { networkProgram } from "./models/network-program.ts";
import { Parameters, type Weights } from "./parameters.ts";
import type { ArrayShapes } from "./tensor-shape.ts";

/** A loss and further measures, all of shape []. */
export interface LossValue {
  readonly loss: np.Array;
  readonly measures: Readonly<Record<string, np.Array>>;
  /** An array that is returned as a whole, such as the error of every row. */
  readonly each?: np.Array;
}

/** A loss as a function of parameters and data; data keep their contents between runs. */
export interface LossGradient {
  /** Data arrays of the loss, one per shape, row-major. */
  readonly data: readonly Float32Array[];
  /** Gradient of the last run, with the length of the parameters. */
  readonly gradient: Float32Array;
  /**
   * Computes loss and gradient at the current parameters, with `tables` copied to the first data arrays. Returns the loss as `loss`, and
   * the measures.
   */
  run(...tables: ArrayLike<number>[]): Record<string, number>;
  /** The loss's `each` of the last run; empty where it has none. */
  each(): Float32Array;
  close(): void;
}

/**
 * Compiles `loss`, which consumes the weights in the order of the parameters' shapes, the data, and the weights of frozen networks. A
 * `name` must identify everything that it depends on besides shapes.
 */
export function lossGradient(
  parameters: Parameters,
  loss: (weights: Weights, data: readonly np.Array[], held: readonly Weights[]) => LossValue,
  shapes: ArrayShapes,
  heldNetworks: readonly Parameters[] = [],
  name?: string,
): LossGradient {
  const names = measureNames(name);
  const differentiate = valueAndGrad(
    (weights: Weights, data: np.Array[], held: Weights[]): [np.Array, np.Array[]] => {
      const { loss: total, measures, each } = loss(weights, data, held);
      names.splice(0, names.length, ...Object.keys(measures));
      return [total, [...Object.values(measures), ...(each === undefined ? [] : [each])]];
    },
    { hasAux: true },
  );
  const { data, run, close } = networkProgram(
    [parameters, ...heldNetworks],
    ([weights, ...held], arrays) => {
      const [[total, measures], gradients] = differentiate(weights, [...arrays], held);
      return [total, ...gradients, ...measures];
    },
    shapes,
    name,
  );
  const gradient = new Float32Array(parameters.flat.length);
  const parts = new Parameters(parameters.shapes, gradient).views();
  let each: Float32Array = new Float32Array(0);
  return {
    data,
    gradient,
    run(...tables) {
      const [total, ...outputs] = run(...tables);
      const values: Record<string, number> = { loss: total[0] };
      for (let k = 0; k < parts.length; k++) parts[k].set(outputs[k]);
      for (const [k, name] of names.entries()) values[name] = outputs[parts.length + k][0];
      each = outputs[parts.length + names.length] ?? each;
      return values;
    },
    each: () => each,
    close,
  };
}

/** Names of the measures by loss name, recorded when the loss is traced, which happens once. */
const traced = new Map<string, string[]>();

function measureNames(name: string | undefined): string[] {
  const names = (name === undefined ? undefined : traced.get(name)) ?? [];
  if (name !== undefined) traced.set(name, names);
  return names;
}

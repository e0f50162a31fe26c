// A loss with its gradient in the parameters, ready to be descended: data in place, gradient in one flat array.

import { type np, valueAndGrad } from "./jax.ts";
import { Parameters, type Weights } from "./parameters.ts";
import { program, type Shapes } from "./program.ts";

/** A loss and what is reported beside it, all of shape []. */
export interface LossValue {
  readonly loss: np.Array;
  readonly measures: Readonly<Record<string, np.Array>>;
}

/** A loss of the parameters, at data that are filled in before each run. */
export interface LossGradient {
  /** What the loss is given beside the weights, one array for each shape, row-major. */
  readonly data: readonly Float32Array[];
  /** Of the last run, as long as the parameters. */
  readonly gradient: Float32Array;
  /** Differentiates at the parameters as they are now; the loss as `loss`, and the measures. */
  run(): Record<string, number>;
  close(): void;
}

/** `loss` consumes the weights, in the order of the parameters' shapes, and data of the given shapes. */
export function lossGradient(
  parameters: Parameters,
  loss: (weights: Weights, ...data: np.Array[]) => LossValue,
  shapes: Shapes,
): LossGradient {
  const count = parameters.shapes.length;
  const names: string[] = [];
  const differentiate = valueAndGrad(
    (weights: Weights, data: np.Array[]): [np.Array, np.Array[]] => {
      const { loss: total, measures } = loss(weights, ...data);
      names.splice(0, names.length, ...Object.keys(measures));
      return [total, Object.values(measures)];
    },
    { hasAux: true },
  );
  const { inputs, run, close } = program(
    (...arrays) => {
      const [[total, measures], gradients] = differentiate(arrays.slice(0, count), arrays.slice(count));
      return [total, ...measures, ...gradients];
    },
    [...parameters.shapes.map(({ shape }) => shape), ...shapes],
  );
  const weights = inputs.slice(0, count);
  const views = parameters.views();
  const gradient = new Float32Array(parameters.flat.length);
  const parts = new Parameters(parameters.shapes, gradient).views();
  return {
    data: inputs.slice(count),
    gradient,
    run() {
      for (let k = 0; k < count; k++) weights[k].set(views[k]);
      const outputs = run();
      const values: Record<string, number> = { loss: outputs[0][0] };
      for (const [k, name] of names.entries()) values[name] = outputs[k + 1][0];
      for (let k = 0; k < count; k++) parts[k].set(outputs[1 + names.length + k]);
      return values;
    },
    close,
  };
}

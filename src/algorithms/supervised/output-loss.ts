// Losses at the output of a network that is shown what is right, with their gradients there.

import { lax, nn, np } from "../../nn/jax.ts";

/** Of choices, or of numbers. */
export type OutputLoss = "cross-entropy" | "squared difference";

/**
 * −mean_i Σ_c y_ic·log softmax(a_i)_c, or mean (a − y)², of outputs and targets [rows × width]; a row of choices adds up to 1. Consumes
 * both.
 */
export function outputLoss(kind: OutputLoss, output: np.Array, targets: np.Array): np.Array {
  if (kind === "squared difference") return np.mean(np.square(output.sub(targets)));
  const [rows] = output.shape;
  return np.sum(nn.logSoftmax(output, -1).mul(targets)).mul(-1 / rows);
}

/** Its gradient at the output, through which no gradient passes. Consumes both. */
export function outputError(kind: OutputLoss, output: np.Array, targets: np.Array): np.Array {
  const [rows, width] = output.shape;
  const error =
    kind === "cross-entropy"
      ? nn
          .softmax(output, -1)
          .sub(targets)
          .mul(1 / rows)
      : output.sub(targets).mul(2 / (rows * width));
  return lax.stopGradient(error);
}

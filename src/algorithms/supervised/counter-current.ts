// Counter-current learning (Kao & Hariharan, NeurIPS 2024, arXiv 2409.19841): a forward network carries the input up, a feedback network of
// mirrored widths carries the target down, and a loss of its own pulls each pair of matching layers together. No gradient passes from one
// layer to another, and no weight serves both directions.

import { np } from "../../nn/jax.ts";

/**
 * How matching layers are compared. "class products": as the released code for classifiers does, with one row of feedback for each class.
 * "normalised identity": as the paper writes it, with a row of feedback for each example. "squared difference": as the released autoencoder
 * does.
 */
export const COMPARISONS = ["class products", "normalised identity", "squared difference"] as const;
export type LayerComparison = (typeof COMPARISONS)[number];

/** The released factor c of class products. */
const SCALE = 0.5;
/** Keeps a row of zeros from dividing by zero. */
const SMALL = 1e-8;

/** What the feedback network is given: each class once, or the targets of all examples. Consumes the targets. */
export function feedbackInput(comparison: LayerComparison, targets: np.Array): np.Array {
  if (comparison !== "class products") return targets;
  const [, classes] = targets.shape;
  targets.dispose();
  return np.eye(classes);
}

/** The local loss of one level: a [rows × width], b [rows or classes × width], targets [rows × outputs]. Consumes all. */
export function localLoss(comparison: LayerComparison, a: np.Array, b: np.Array, targets: np.Array): np.Array {
  const [rows, width] = a.shape;
  switch (comparison) {
    case "class products": {
      const error = np.dot(a, np.transpose(b)).sub(targets);
      return np.mean(np.square(error)).mul((256 * SCALE) / width);
    }
    case "normalised identity": {
      targets.dispose();
      const error = np.dot(unitRows(a), np.transpose(unitRows(b))).sub(np.eye(rows));
      return np.sqrt(np.sum(np.square(error)).add(SMALL));
    }
    case "squared difference":
      targets.dispose();
      return np.mean(np.square(a.sub(b)));
    default:
      return comparison satisfies never;
  }
}

/** Rows brought to length 1. */
function unitRows(x: np.Array): np.Array {
  const [rows] = x.shape;
  const lengths = np.sqrt(np.sum(np.square(x.ref), 1).add(SMALL)).reshape([rows, 1]);
  return x.div(lengths);
}

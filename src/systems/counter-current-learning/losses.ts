// Losses on the outputs of layers, each with its gradients. The pair losses pull a layer of the forward network and its
// mirror in the feedback network together; the others sit at the output.

import { product, transposed } from "./products.ts";

/** A loss with its gradients at the two matrices that it compares. */
export interface PairLoss {
  readonly value: number;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** What the products of forward and feedback rows should be, [rows of a × rows of b], and how columns are weighed. */
interface PairTarget {
  readonly target: ArrayLike<number>;
  /** A weight for each row of b; default 1. */
  readonly weights?: ArrayLike<number>;
}

/** The released factor c of the class products. */
const SCALE = 0.5;

/**
 * s·mean((a·bᵀ − Y)²), s = 256·c/width: the local loss of the released code for perceptrons of Kao & Hariharan (2024). `a` is
 * [m × width], one row for each sample; `b` is [n × width], one row for each class; Y is 1 where the sample has that class.
 */
export function productLoss(
  a: Float64Array,
  b: Float64Array,
  width: number,
  { target, weights }: PairTarget,
): PairLoss {
  const [m, n] = [a.length / width, b.length / width];
  const error = product(a, transposed(b, n, width), m, width, n);
  const scale = (256 * SCALE) / (width * m * n);
  let value = 0;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      const at = i * n + j;
      const weight = scale * (weights?.[j] ?? 1);
      const difference = error[at] - target[at];
      value += weight * difference * difference;
      error[at] = 2 * weight * difference;
    }
  }
  return {
    value,
    a: product(error, b, m, n, width),
    b: product(transposed(error, m, n), a, n, m, width),
  };
}

/**
 * The target "identity over the batch" said over classes. With b_j the same for all samples of a class, Σ_j (g_ij − δ_ij)²
 * is Σ_c n_c·(g_ic − y_ic/n_c)² and a constant, n_c the members of the class in the batch. `targets` is one-hot, [m × n].
 */
export function batchIdentity(targets: Float64Array, m: number, n: number): PairTarget {
  const members = new Float64Array(n);
  for (let k = 0; k < targets.length; k++) members[k % n] += targets[k];
  return {
    target: targets.map((y, k) => (y === 0 ? 0 : y / members[k % n])),
    weights: members.map((count) => (count * n) / m),
  };
}

/**
 * ‖â·b̂ᵀ − I‖ with rows of length one and the Frobenius norm: the local loss as the paper writes it. `a` and `b` are
 * [m × width], a row for each sample in both.
 */
export function normalisedIdentityLoss(a: Float64Array, b: Float64Array, width: number): PairLoss {
  const m = a.length / width;
  const [aUnit, bUnit] = [unitRows(a, width), unitRows(b, width)];
  const error = product(aUnit.rows, transposed(bUnit.rows, m, width), m, width, m);
  let square = 0;
  for (let i = 0; i < m; i++) {
    error[i * m + i] -= 1;
    for (let j = 0; j < m; j++) square += error[i * m + j] ** 2;
  }
  const value = Math.sqrt(square);
  if (value > 0) for (let k = 0; k < error.length; k++) error[k] /= value;
  return {
    value,
    a: throughUnit(product(error, bUnit.rows, m, m, width), aUnit, width),
    b: throughUnit(product(transposed(error, m, m), aUnit.rows, m, m, width), bUnit, width),
  };
}

interface UnitRows {
  readonly rows: Float64Array;
  readonly lengths: Float64Array;
}

/** Keeps a row of zeros from dividing by zero. */
const SMALL = 1e-8;

function unitRows(a: Float64Array, width: number): UnitRows {
  const lengths = new Float64Array(a.length / width);
  for (let k = 0; k < a.length; k++) lengths[Math.floor(k / width)] += a[k] * a[k];
  for (let i = 0; i < lengths.length; i++) lengths[i] = Math.max(SMALL, Math.sqrt(lengths[i]));
  return { rows: a.map((x, k) => x / lengths[Math.floor(k / width)]), lengths };
}

/** ∂/∂a = (g − (g·â)â)/|a| from the gradient g at â = a/|a|. */
function throughUnit(gradient: Float64Array, { rows, lengths }: UnitRows, width: number): Float64Array {
  const along = new Float64Array(lengths.length);
  for (let k = 0; k < rows.length; k++) along[Math.floor(k / width)] += gradient[k] * rows[k];
  return gradient.map((g, k) => {
    const i = Math.floor(k / width);
    return (g - along[i] * rows[k]) / lengths[i];
  });
}

/** mean((a − b)²), the local loss of autoencoders, and with targets for b the loss at their output. */
export function squaredDifference(a: Float64Array, b: Float64Array): PairLoss {
  let value = 0;
  const gradient = new Float64Array(a.length);
  for (let k = 0; k < a.length; k++) {
    const difference = a[k] - b[k];
    value += (difference * difference) / a.length;
    gradient[k] = (2 * difference) / a.length;
  }
  return { value, a: gradient, b: gradient.map((g) => -g) };
}

/** −mean_i Σ_c y_ic·log softmax(a_i)_c and its gradient (softmax − y)/m; `targets` is [m × classes], rows adding up to 1. */
export function crossEntropy(
  logits: Float64Array,
  targets: Float64Array,
  classes: number,
): { readonly value: number; readonly gradient: Float64Array } {
  const m = logits.length / classes;
  const gradient = new Float64Array(logits.length);
  let value = 0;
  for (let row = 0; row < logits.length; row += classes) {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = row; k < row + classes; k++) most = Math.max(most, logits[k]);
    let total = 0;
    for (let k = row; k < row + classes; k++) total += Math.exp(logits[k] - most);
    for (let k = row; k < row + classes; k++) {
      const log = logits[k] - most - Math.log(total);
      if (targets[k] !== 0) value -= (targets[k] * log) / m;
      gradient[k] = (Math.exp(log) - targets[k]) / m;
    }
  }
  return { value, gradient };
}

export type OutputLoss = "cross-entropy" | "squared difference";

/** A loss at the output, with its gradient there. */
export function outputLoss(loss: OutputLoss, output: Float64Array, targets: Float64Array, classes: number) {
  if (loss === "cross-entropy") return crossEntropy(output, targets, classes);
  const { value, a } = squaredDifference(output, targets);
  return { value, gradient: a };
}

// Logistic regression without an intercept on dense features, of a million rows as of ten: the Bradley-Terry model of differences.

import { choleskyInPlace, solveLower, solveUpper } from "./cholesky.ts";
import { addFilled, addFilledOuter, type FilledRows, filledProduct, quickestRows } from "./filled-rows.ts";
import { outerSum } from "./outer-sum.ts";

/** Rows of features, and what each row's outcome was. */
export interface DenseSamples {
  /** [rows × features], or those that are not 0. */
  readonly features: Float64Array | FilledRows;
  /** [rows], 0 … 1: a tie is ½. */
  readonly labels: ArrayLike<number>;
  /** Weight of each row, [rows]; default 1. */
  readonly weights?: ArrayLike<number>;
  /** Factor of each row's margin, [rows]; default 1. */
  readonly slopes?: ArrayLike<number>;
  /** Added to each row's margin, [rows]; default 0. */
  readonly offsets?: ArrayLike<number>;
}

export interface DenseLogisticOptions {
  /** λ > 0 of (λ/2)·|θ|², which makes the optimum unique. */
  readonly ridge: number;
  /** A θ that is close, where one is known. */
  readonly start?: Float64Array;
  /** Ends where no entry of Newton's step is longer. Default 1e-9. */
  readonly tolerance?: number;
  /** Called before each pass over the rows; it may throw to stop. */
  readonly onPass?: () => void;
}

export interface DenseLogistic {
  /** θ, [features]. */
  readonly weights: Float64Array;
  /** −Σ ln P(label) + (λ/2)·|θ|². */
  readonly loss: number;
  readonly passes: number;
}

/** Rows that the curvature is taken from, as many as give it to some per cent. */
const CURVED = 20_000;
/** Rows of a first fit, from which that of all begins. */
const FIRST = 20_000;
const MOST_PASSES = 200;
/** Share of the slope's predicted gain that a step must reach. */
const ENOUGH = 1e-4;
/** The curvature is taken anew where a step is not shorter than this part of the one before. */
const SHORTER = 0.2;
/** After a shorter step the curvature is kept: it has hardly changed, and the steps that correct it are worth more. */
const FAR = 0.01;
/** Steps that correct the curvature at most. */
const REMEMBERED = 8;

/**
 * The θ that minimises −Σ w·[y·ln σ(m) + (1 − y)·ln σ(−m)] + (λ/2)·|θ|² with the margin m = s·θᵀx + offset. Steps are Newton's with the whole gradient and, of many
 * rows, the curvature of some of them that stand evenly apart, which the steps themselves correct (L-BFGS: Liu & Nocedal, 1989). A pass
 * costs one product with the rows, and the optimum is that of all. Throws where it does not settle.
 */
export function fitDenseLogistic(given: DenseSamples, features: number, options: DenseLogisticOptions): DenseLogistic {
  const { ridge, start, tolerance = 1e-9, onPass } = options;
  const rows = given.labels.length;
  const samples = { ...given, features: quickestRows(given.features, features) };
  const every = (some: number) => Math.max(1, Math.round(rows / some));
  const weights = start?.slice() ?? new Float64Array(features);
  const tried = new Float64Array(features);
  const gradient = new Float64Array(features);
  const step = new Float64Array(features);
  const factor = new Float64Array(features * features);
  const before = new Float64Array(features);
  const moves: Move[] = [];
  let passes = 0;

  /** Goes on to where Newton's step on every `stride`-th row is no longer than `near`; the loss there. */
  function settle(stride: number, near: number): number {
    const lossOf = (theta: Float64Array): number => {
      onPass?.();
      passes += 1;
      return lossAt(samples, theta, { ridge, gradient, stride });
    };
    let loss = lossOf(weights);
    for (let last = 0; ; ) {
      if (last === 0 || longest(step) > Math.max(FAR, SHORTER * last)) {
        curvatureAt(samples, weights, ridge, factor, Math.max(stride, every(CURVED)));
        choleskyInPlace(factor, features);
        moves.length = 0;
      }
      last = last === 0 ? Number.POSITIVE_INFINITY : longest(step);
      step.set(gradient);
      corrected(step, moves, (vector) => {
        solveLower(factor, features, vector);
        solveUpper(factor, features, vector);
      });
      if (longest(step) <= near) return loss;
      before.set(gradient);
      const slope = dot(gradient, step);
      for (let size = 1; ; size /= 2) {
        if (passes > MOST_PASSES) throw new Error(`a logistic regression did not settle in ${MOST_PASSES} passes`);
        for (let k = 0; k < features; k++) tried[k] = weights[k] - size * step[k];
        const triedLoss = lossOf(tried);
        // Close to the optimum, rounding hides what a step gains.
        const isSame = Math.abs(triedLoss - loss) <= 1e-12 * Math.abs(loss);
        if (triedLoss > loss - ENOUGH * size * slope && !isSame) continue;
        loss = triedLoss;
        remember(moves, step, size, before, gradient);
        weights.set(tried);
        break;
      }
    }
  }

  if (start === undefined && every(FIRST) > 2) settle(every(FIRST), 1e-3);
  const loss = settle(1, tolerance);
  return { weights, loss, passes };
}

/** A step that was taken, and how the gradient changed by it. */
interface Move {
  readonly step: Float64Array;
  readonly change: Float64Array;
  /** stepᵀchange, above 0. */
  readonly product: number;
}

/** Keeps a step back along `step`, and forgets the oldest beyond those that are remembered. */
function remember(moves: Move[], step: Float64Array, size: number, before: Float64Array, gradient: Float64Array): void {
  const own = step.map((value) => -size * value);
  const change = gradient.map((value, k) => value - before[k]);
  const inner = dot(own, change);
  // Close to the optimum rounding may turn it round.
  if (!(inner > 1e-12 * Math.sqrt(dot(own, own) * dot(change, change)))) return;
  if (moves.length === REMEMBERED) moves.shift();
  moves.push({ step: own, change, product: inner });
}

/** Multiplies a vector by the inverse curvature that `solve` gives, as the moves correct it. */
function corrected(vector: Float64Array, moves: readonly Move[], solve: (vector: Float64Array) => void): void {
  const shares = moves.map(() => 0);
  for (let m = moves.length - 1; m >= 0; m--) {
    const { step, change, product: inner } = moves[m];
    shares[m] = dot(step, vector) / inner;
    for (let k = 0; k < vector.length; k++) vector[k] -= shares[m] * change[k];
  }
  solve(vector);
  for (const [m, { step, change, product: inner }] of moves.entries()) {
    const back = shares[m] - dot(change, vector) / inner;
    for (let k = 0; k < vector.length; k++) vector[k] += back * step[k];
  }
}

/** The loss of every `stride`-th row, as if there were `stride` of each; writes its gradient. */
function lossAt(
  { features, labels, weights, slopes, offsets }: DenseSamples,
  theta: Float64Array,
  { ridge, gradient, stride }: { readonly ridge: number; readonly gradient: Float64Array; readonly stride: number },
): number {
  const n = theta.length;
  const rows = labels.length;
  let loss = (ridge / 2) * dot(theta, theta);
  for (let k = 0; k < n; k++) gradient[k] = ridge * theta[k];
  const pulls = isDense(features) ? rowSum(gradient, features, n) : undefined;
  for (let row = 0; row < rows; row += stride) {
    const slope = slopes === undefined ? 1 : slopes[row];
    const weight = (weights === undefined ? 1 : weights[row]) * stride;
    const margin = slope * product(features, row, theta) + (offsets === undefined ? 0 : offsets[row]);
    const gap = Math.exp(-Math.abs(margin));
    const p = margin >= 0 ? 1 / (1 + gap) : gap / (1 + gap);
    const label = labels[row];
    // −y·ln p − (1 − y)·ln(1 − p)
    loss += weight * (Math.log1p(gap) + (margin >= 0 ? (1 - label) * margin : -label * margin));
    const pull = weight * slope * (p - label);
    if (isDense(features)) pulls?.add(row * n, pull);
    else addFilled(features, row, pull, gradient);
  }
  pulls?.end();
  return loss;
}

/**
 * Adds by·x of rows to `sum` [n], x being the row that begins at a place of `features`. Four are added at a time, one after the other to each
 * entry, so that it is read and written once for them and rounded as if they came alone.
 */
function rowSum(sum: Float64Array, features: Float64Array, n: number) {
  const places = new Int32Array(4);
  const by = new Float64Array(4);
  let held = 0;
  function flush(): void {
    const i = places[0];
    const j = places[1];
    const k = places[2];
    const l = places[3];
    const a = by[0];
    const b = by[1];
    const c = by[2];
    const d = by[3];
    for (let q = 0; q < n; q++)
      sum[q] = sum[q] + a * features[i + q] + b * features[j + q] + c * features[k + q] + d * features[l + q];
    held = 0;
  }
  return {
    add(at: number, weight: number): void {
      places[held] = at;
      by[held] = weight;
      held += 1;
      if (held === 4) flush();
    },
    end(): void {
      for (let row = 0; row < held; row++) for (let q = 0; q < n; q++) sum[q] += by[row] * features[places[row] + q];
      held = 0;
    },
  };
}

const isDense = (features: DenseSamples["features"]): features is Float64Array => features instanceof Float64Array;

/** xᵀθ of a row. */
const product = (features: DenseSamples["features"], row: number, theta: Float64Array): number =>
  isDense(features) ? denseProduct(features, row * theta.length, theta) : filledProduct(features, row, theta);

/** xᵀθ of the row that begins at `at`, in four sums side by side. */
function denseProduct(features: Float64Array, at: number, theta: Float64Array): number {
  const n = theta.length;
  let [a, b, c, d] = [0, 0, 0, 0];
  let k = 0;
  for (; k + 3 < n; k += 4) {
    a += features[at + k] * theta[k];
    b += features[at + k + 1] * theta[k + 1];
    c += features[at + k + 2] * theta[k + 2];
    d += features[at + k + 3] * theta[k + 3];
  }
  for (; k < n; k++) a += features[at + k] * theta[k];
  return a + b + (c + d);
}

/**
 * Writes the lower triangle of λI + Σ w·s²·p(1 − p)·xxᵀ at θ to `curvature` [features × features]: of every `stride`-th row, as if there
 * were `stride` of each.
 */
export function curvatureAt(
  { features, labels, weights, slopes, offsets }: DenseSamples,
  theta: Float64Array,
  ridge: number,
  curvature: Float64Array,
  stride = 1,
): void {
  const n = theta.length;
  const rows = labels.length;
  const outer = outerSum(curvature, n);
  for (let row = 0; row < rows; row += stride) {
    const slope = slopes === undefined ? 1 : slopes[row];
    const weight = (weights === undefined ? 1 : weights[row]) * stride;
    const offset = offsets === undefined ? 0 : offsets[row];
    const gap = Math.exp(-Math.abs(slope * product(features, row, theta) + offset));
    const by = (weight * slope * slope * gap) / (1 + gap) ** 2;
    if (isDense(features)) outer.add(features, row * n, by);
    else addFilledOuter(features, row, by, curvature);
  }
  outer.end();
  for (let k = 0; k < n; k++) curvature[k * n + k] += ridge;
}

/**
 * Covariance of θ̂ where rows of one cluster are not independent: H⁻¹·(Σ_c g_c·g_cᵀ)·H⁻¹ with the gradients g_c of the clusters and the
 * small-sample factor C/(C − 1) (Liang & Zeger, 1986). `clusters` names each row's, 0 … `count` − 1. Returns [features × features].
 */
export function clusteredCovariance(
  samples: DenseSamples,
  theta: Float64Array,
  ridge: number,
  clusters: ArrayLike<number>,
  count: number,
): Float64Array {
  const { features, labels, weights, slopes, offsets } = samples;
  const n = theta.length;
  const factor = new Float64Array(n * n);
  curvatureAt(samples, theta, ridge, factor);
  choleskyInPlace(factor, n);
  const gradients = new Float64Array(count * n);
  for (let row = 0; row < labels.length; row++) {
    const slope = slopes === undefined ? 1 : slopes[row];
    const offset = offsets === undefined ? 0 : offsets[row];
    const p = 1 / (1 + Math.exp(-slope * product(features, row, theta) - offset));
    const pull = (weights === undefined ? 1 : weights[row]) * slope * (labels[row] - p);
    const own = clusters[row] * n;
    if (isDense(features)) for (let k = 0; k < n; k++) gradients[own + k] += pull * features[row * n + k];
    else addFilled(features, row, pull, gradients, own);
  }
  const spread = new Float64Array(n * n);
  const outer = outerSum(spread, n);
  for (let c = 0; c < count; c++) outer.add(gradients, c * n, count / Math.max(1, count - 1));
  outer.end();
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) spread[j * n + i] = spread[i * n + j];
  // H⁻¹ from the left, and, as the result is symmetric, from the left of its transpose.
  for (let side = 0; side < 2; side++) {
    for (let column = 0; column < n; column++) {
      const own = Float64Array.from({ length: n }, (_, k) => spread[k * n + column]);
      solveLower(factor, n, own);
      solveUpper(factor, n, own);
      for (let k = 0; k < n; k++) spread[k * n + column] = own[k];
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) {
        const above = spread[j * n + i];
        spread[j * n + i] = spread[i * n + j];
        spread[i * n + j] = above;
      }
    }
  }
  return spread;
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
};

const longest = (a: Float64Array): number => {
  let most = 0;
  for (let k = 0; k < a.length; k++) most = Math.max(most, Math.abs(a[k]));
  return most;
};

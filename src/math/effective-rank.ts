// How many directions a run of states spans, and how that number grows along the run: effective rank (Roy & Vetterli, 2007),
// its velocity and its acceleration (arXiv 2509.23808).

import { EigenvalueDecomposition, Matrix, SingularValueDecomposition } from "ml-matrix";

/** A run of states in three numbers. */
export interface RankDynamics {
  /** Effective rank of the whole run; 0 below two states. */
  readonly rank: number;
  /** Mean step of the curve of prefixes above the mean of what came before; 0 where there is no curve. */
  readonly velocity: number;
  /** Mean change of that step; 0 where the curve has fewer than three points. */
  readonly acceleration: number;
  /** Points of the curve: one for every `stride` states. Two are the least that are a curve. */
  readonly points: number;
}

/** exp(−Σ p_j ln p_j) with p_j = σ_j/Σσ of singular values (not of their squares); 0 where all are 0. */
export function spectrumRank(singularValues: ArrayLike<number>): number {
  let total = 0;
  for (let j = 0; j < singularValues.length; j++) total += singularValues[j];
  if (!(total > 0)) return 0;
  let entropy = 0;
  for (let j = 0; j < singularValues.length; j++) {
    const share = singularValues[j] / total;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return Math.exp(entropy);
}

/** Effective rank of the rows of `states` [rows × width] less their mean, by their singular values; 0 below two rows. */
export function effectiveRank(states: ArrayLike<number>, width: number): number {
  const rows = states.length / width;
  if (rows < 2) return 0;
  const centred = Matrix.from1DArray(rows, width, centre(states, width));
  const { diagonal } = new SingularValueDecomposition(centred, {
    computeLeftSingularVectors: false,
    computeRightSingularVectors: false,
    autoTranspose: true,
  });
  return spectrumRank(diagonal);
}

/**
 * Effective rank of the first `ends[j]` rows for each j, every prefix less its own mean. The rows' products are computed once:
 * a prefix's singular values are the roots of the eigenvalues of its products, centred.
 */
export function prefixRanks(states: ArrayLike<number>, width: number, ends: readonly number[]): Float64Array {
  const rows = states.length / width;
  // Without the common mean, little is lost when a prefix's own is taken away.
  const products = gram(centre(states, width), width);
  return Float64Array.from(ends, (end) => (end < 2 ? 0 : spectrumRank(centredRoots(products, rows, end))));
}

/** Rank, velocity and acceleration of the rows of `states` [rows × width], with a point of the curve every `stride` rows. */
export function rankDynamics(states: ArrayLike<number>, width: number, stride: number): RankDynamics {
  const rows = states.length / width;
  const points = Math.floor(rows / stride);
  const ends = Array.from({ length: points }, (_, j) => (j + 1) * stride);
  const ranks = prefixRanks(states, width, [...ends, rows]);
  return { rank: ranks[points], ...curveDynamics(ranks.subarray(0, points)), points };
}

/**
 * With δ_j = m_j − mean(m_1 … m_{j−1}) for j ≥ 2: velocity mean_j δ_j and acceleration mean_{j≥3}(δ_j − δ_{j−1}), 0 where there are
 * none. For m_j = c + a·j with K points they are a(K + 2)/4, which grows with the run, and a/2, which does not.
 */
export function curveDynamics(curve: ArrayLike<number>): { readonly velocity: number; readonly acceleration: number } {
  let [past, sum, first, last] = [0, 0, 0, 0];
  for (let j = 0; j < curve.length; j++) {
    if (j > 0) {
      last = curve[j] - past / j;
      if (j === 1) first = last;
      sum += last;
    }
    past += curve[j];
  }
  const steps = curve.length - 1;
  return {
    velocity: steps > 0 ? sum / steps : 0,
    // Changes of the step add up to the last less the first.
    acceleration: steps > 1 ? (last - first) / (steps - 1) : 0,
  };
}

/** The rows less their mean. */
function centre(states: ArrayLike<number>, width: number): Float64Array {
  const rows = states.length / width;
  const centred = Float64Array.from(states);
  for (let d = 0; d < width; d++) {
    let mean = 0;
    for (let k = d; k < centred.length; k += width) mean += centred[k];
    mean /= rows;
    for (let k = d; k < centred.length; k += width) centred[k] -= mean;
  }
  return centred;
}

/** Inner products of all pairs of rows, [rows × rows]. */
function gram(states: Float64Array, width: number): Float64Array {
  const rows = states.length / width;
  const products = new Float64Array(rows * rows);
  for (let a = 0; a < rows; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let d = 0; d < width; d++) sum += states[a * width + d] * states[b * width + d];
      products[a * rows + b] = sum;
      products[b * rows + a] = sum;
    }
  }
  return products;
}

/** Singular values of the first `end` rows less their mean, from the products of all `rows`. */
function centredRoots(products: Float64Array, rows: number, end: number): Float64Array {
  const means = new Float64Array(end);
  for (let a = 0; a < end; a++) {
    for (let b = 0; b < end; b++) means[a] += products[a * rows + b] / end;
  }
  const mean = means.reduce((x, y) => x + y, 0) / end;
  const centred = new Matrix(end, end);
  for (let a = 0; a < end; a++) {
    for (let b = 0; b < end; b++) centred.set(a, b, products[a * rows + b] - means[a] - means[b] + mean);
  }
  const { realEigenvalues } = new EigenvalueDecomposition(centred, { assumeSymmetric: true });
  // Rounding leaves traces where an eigenvalue is 0; their roots would be singular values.
  const least = end * Number.EPSILON * Math.max(0, ...realEigenvalues);
  return Float64Array.from(realEigenvalues, (value) => (value > least ? Math.sqrt(value) : 0));
}

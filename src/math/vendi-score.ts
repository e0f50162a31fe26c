// How many different vectors a set has in effect: the Vendi score (Friedman & Dieng, arXiv 2210.02410).

import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { spectrumRank } from "./effective-rank.ts";

/**
 * exp(−Σ λ ln λ) of the eigenvalues λ of K/n, with K_ij = ⟨x_i, x_j⟩ of n unit vectors; from 1, where all are the same, to n, where all are
 * orthogonal. `products` is Σ x·xᵀ [d × d], whose eigenvalues are those of K; 0 of an empty set.
 */
export function vendiOfProducts(products: ArrayLike<number>, size: number): number {
  const matrix = new Matrix(size, size);
  for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) matrix.set(a, b, products[a * size + b]);
  const { realEigenvalues } = new EigenvalueDecomposition(matrix, { assumeSymmetric: true });
  return spectrumRank(realEigenvalues.map((value) => Math.max(0, value)));
}

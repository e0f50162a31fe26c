// Cholesky factors of small dense matrices in typed arrays that are written again and again: ml-matrix has the decomposition,
// but makes new matrices for each, and no update by one vector.

/** Replaces the lower triangle of `a` [n × n], symmetric and positive definite, by L with A = L·Lᵀ. Throws where it is not. */
export function choleskyInPlace(a: Float64Array, n: number): void {
  if (!factorInPlace(a, n)) throw new Error("the matrix is not positive definite");
}

/** The same; false where it is not positive definite, and then what is left in `a` is none of both. */
export function factorInPlace(a: Float64Array, n: number): boolean {
  for (let j = 0; j < n; j++) {
    const row = j * n;
    let left = a[row + j];
    for (let k = 0; k < j; k++) left -= a[row + k] * a[row + k];
    if (!(left > 0)) return false;
    const root = Math.sqrt(left);
    a[row + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[row + k];
      a[i * n + j] = sum / root;
    }
  }
  return true;
}

/** The factor of A + x·xᵀ from that of A, in n² steps (Gill, Golub, Murray & Saunders, 1974, method C1). Overwrites `x`. */
export function choleskyUpdate(factor: Float64Array, n: number, x: Float64Array): void {
  for (let k = 0; k < n; k++) {
    if (x[k] === 0) continue;
    const before = factor[k * n + k];
    const after = Math.sqrt(before * before + x[k] * x[k]);
    const cosine = after / before;
    const sine = x[k] / before;
    factor[k * n + k] = after;
    for (let i = k + 1; i < n; i++) {
      const at = i * n + k;
      factor[at] = (factor[at] + sine * x[i]) / cosine;
      x[i] = cosine * x[i] - sine * factor[at];
    }
  }
}

/** Replaces b by L⁻¹b. */
export function solveLower(factor: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= factor[i * n + k] * b[k];
    b[i] = sum / factor[i * n + i];
  }
}

/** Replaces b by L⁻ᵀb. */
export function solveUpper(factor: Float64Array, n: number, b: Float64Array): void {
  for (let i = n - 1; i >= 0; i--) {
    const value = b[i] / factor[i * n + i];
    b[i] = value;
    for (let k = 0; k < i; k++) b[k] -= factor[i * n + k] * value;
  }
}

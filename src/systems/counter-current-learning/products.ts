// Products of dense row-major matrices in double precision, blocked so that small networks train fast without a tensor
// library. Nothing is broadcast; sizes are told, not stored.

/** a·b: [m × k]·[k × n] → [m × n]. */
export function product(a: Float64Array, b: Float64Array, m: number, k: number, n: number): Float64Array {
  const c = new Float64Array(m * n);
  const blockRows = m - (m % 4);
  const blockColumns = n - (n % 2);
  for (let i = 0; i < blockRows; i += 4) {
    for (let j = 0; j < blockColumns; j += 2) block(a, b, c, i, j, k, n);
  }
  for (let i = 0; i < m; i++) {
    for (let j = i < blockRows ? blockColumns : 0; j < n; j++) {
      let sum = 0;
      for (let p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
  }
  return c;
}

/** Four rows by two columns, whose eight sums stay in registers. */
function block(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  row: number,
  column: number,
  k: number,
  n: number,
): void {
  const r0 = row * k;
  const r1 = r0 + k;
  const r2 = r1 + k;
  const r3 = r2 + k;
  let c00 = 0;
  let c01 = 0;
  let c10 = 0;
  let c11 = 0;
  let c20 = 0;
  let c21 = 0;
  let c30 = 0;
  let c31 = 0;
  for (let p = 0, q = column; p < k; p++, q += n) {
    const b0 = b[q];
    const b1 = b[q + 1];
    const a0 = a[r0 + p];
    const a1 = a[r1 + p];
    const a2 = a[r2 + p];
    const a3 = a[r3 + p];
    c00 += a0 * b0;
    c01 += a0 * b1;
    c10 += a1 * b0;
    c11 += a1 * b1;
    c20 += a2 * b0;
    c21 += a2 * b1;
    c30 += a3 * b0;
    c31 += a3 * b1;
  }
  const at = row * n + column;
  c[at] = c00;
  c[at + 1] = c01;
  c[at + n] = c10;
  c[at + n + 1] = c11;
  c[at + 2 * n] = c20;
  c[at + 2 * n + 1] = c21;
  c[at + 3 * n] = c30;
  c[at + 3 * n + 1] = c31;
}

/** [rows × columns] → [columns × rows]. */
export function transposed(a: ArrayLike<number>, rows: number, columns: number): Float64Array {
  const t = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) t[j * rows + i] = a[i * columns + j];
  return t;
}

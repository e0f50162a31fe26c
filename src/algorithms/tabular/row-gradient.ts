// A gradient of a table of which a batch touches few rows: it is summed, clipped, followed and cleared without a look at
// the rest.

/** A gradient [rows × width] that is zero but in the rows that were touched. */
export interface RowGradient {
  readonly values: Float64Array;
  /** Rows touched since the last `descend`, the first `count()` of them. */
  readonly rows: Int32Array;
  count(): number;
  /** Marks a row as touched; returns where it begins in `values`. */
  touch(row: number): number;
  /** table −= step·gradient, the gradient's Euclidean norm clipped to `clip`; then everything is zero again. Returns the norm. */
  descend(table: Float64Array, step: number, clip: number): number;
}

/** A gradient of zeros. */
export function rowGradient(rows: number, width: number): RowGradient {
  const values = new Float64Array(rows * width);
  const touched = new Int32Array(rows);
  const marked = new Uint8Array(rows);
  let count = 0;
  return {
    values,
    rows: touched,
    count: () => count,
    touch(row) {
      if (marked[row] === 0) {
        marked[row] = 1;
        touched[count++] = row;
      }
      return row * width;
    },
    descend(table, step, clip) {
      let squares = 0;
      for (let k = 0; k < count; k++) {
        const row = touched[k] * width;
        for (let b = row; b < row + width; b++) squares += values[b] * values[b];
      }
      const norm = Math.sqrt(squares);
      const scale = norm > clip ? (step * clip) / norm : step;
      for (let k = 0; k < count; k++) {
        const row = touched[k] * width;
        for (let b = row; b < row + width; b++) {
          table[b] -= scale * values[b];
          values[b] = 0;
        }
        marked[touched[k]] = 0;
      }
      count = 0;
      return norm;
    },
  };
}

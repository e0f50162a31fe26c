// Minibatches out of tables: rows that were drawn, and orders to go through.

/** Columns from which a row is copied as a whole. */
const WIDE = 32;

/** Rows `chosen` of a table of `width` columns, into `into` or a fresh array. */
export function picked(
  table: Float32Array | Float64Array,
  chosen: Int32Array,
  width: number,
  into: Float32Array = new Float32Array(chosen.length * width),
): Float32Array {
  for (let k = 0; k < chosen.length; k++) {
    const from = chosen[k] * width;
    if (width >= WIDE) into.set(table.subarray(from, from + width), k * width);
    else for (let j = 0; j < width; j++) into[k * width + j] = table[from + j];
  }
  return into;
}

/**
 * Entries of sequences of `length` steps in tables of `rows` rows, step-major: entry t·sequences + s of the result is step t
 * of sequence s. Sequence number q is part ⌊q / rows⌋ of row q mod rows.
 */
export function entriesOf(sequences: Int32Array, length: number, rows: number, into: Int32Array): void {
  const n = sequences.length;
  for (let s = 0; s < n; s++) {
    const row = sequences[s] % rows;
    const start = Math.floor(sequences[s] / rows) * length;
    for (let t = 0; t < length; t++) into[t * n + s] = (start + t) * rows + row;
  }
}

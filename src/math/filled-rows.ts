// Rows of features of which most are 0, as those that are not: columns and values of one row after the other.

/** Entries of rows that are not 0. */
export interface FilledRows {
  /** Features of a row. */
  readonly width: number;
  /** Where each row's entries begin, and where the last one's end, [rows + 1]. */
  readonly begin: Uint32Array;
  /** Ascending within a row, [entries]. */
  readonly columns: Uint32Array;
  /** [entries] */
  readonly values: Float64Array;
}

/** Of rows that are filled to a greater part, whole ones are quicker. */
const MOST_FILLED = 1 / 3;

/** The same rows in the form that products with them are quicker in. */
export function quickestRows(rows: FilledRows | Float64Array, width: number): FilledRows | Float64Array {
  const isWhole = rows instanceof Float64Array;
  const [entries, all] = isWhole
    ? [filledCount(rows), rows.length]
    : [rows.values.length, (rows.begin.length - 1) * width];
  if (entries > MOST_FILLED * all) return isWhole ? rows : wholeRows(rows);
  return isWhole ? filledRows(rows, width) : rows;
}

/** The entries of `rows` [rows × width] that are not 0. */
export function filledRows(rows: Float64Array, width: number): FilledRows {
  const growing = new GrowingRows(width, filledCount(rows));
  for (let at = 0; at < rows.length; at += width) growing.add(rows.subarray(at, at + width));
  return growing.end();
}

function filledCount(values: Float64Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) count += 1;
  return count;
}

/** The rows with all of their entries, [rows × width]. */
function wholeRows({ width, begin, columns, values }: FilledRows): Float64Array {
  const rows = begin.length - 1;
  const whole = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) {
    for (let at = begin[row]; at < begin[row + 1]; at++) whole[row * width + columns[at]] = values[at];
  }
  return whole;
}

/** Rows that are added one after the other. */
export class GrowingRows {
  readonly #width: number;
  readonly #begin: number[] = [0];
  #columns: Uint32Array;
  #values: Float64Array;

  /** `expected` is about how many entries there will be. */
  constructor(width: number, expected: number) {
    this.#width = width;
    this.#columns = new Uint32Array(expected);
    this.#values = new Float64Array(expected);
  }

  /** Adds the entries of a whole row that are not 0. */
  add(row: Float64Array): void {
    let to = this.#begin[this.#begin.length - 1];
    if (to + row.length > this.#values.length) this.#hold(to + filledCount(row));
    for (let k = 0; k < row.length; k++) {
      if (row[k] === 0) continue;
      this.#columns[to] = k;
      this.#values[to] = row[k];
      to += 1;
    }
    this.#begin.push(to);
  }

  end(): FilledRows {
    const size = this.#begin[this.#begin.length - 1];
    return {
      width: this.#width,
      begin: Uint32Array.from(this.#begin),
      columns: this.#columns.subarray(0, size),
      values: this.#values.subarray(0, size),
    };
  }

  #hold(entries: number): void {
    if (entries <= this.#values.length) return;
    const length = Math.max(entries, Math.ceil(1.3 * this.#values.length));
    const [columns, values] = [new Uint32Array(length), new Float64Array(length)];
    columns.set(this.#columns);
    values.set(this.#values);
    this.#columns = columns;
    this.#values = values;
  }
}

/** Some columns of some rows, in a copy; the columns ascend. */
export function chosenRows(
  { width, begin, columns, values }: FilledRows,
  rows: ArrayLike<number>,
  chosen: readonly number[],
): FilledRows {
  // From 1; 0 of a column that is left out.
  const places = new Uint32Array(width);
  for (const [k, column] of chosen.entries()) places[column] = k + 1;
  let most = 0;
  for (let k = 0; k < rows.length; k++) most += begin[rows[k] + 1] - begin[rows[k]];
  const copy = {
    begin: new Uint32Array(rows.length + 1),
    columns: new Uint32Array(most),
    values: new Float64Array(most),
  };
  let to = 0;
  for (let k = 0; k < rows.length; k++) {
    for (let at = begin[rows[k]]; at < begin[rows[k] + 1]; at++) {
      const place = places[columns[at]];
      if (place === 0) continue;
      copy.columns[to] = place - 1;
      copy.values[to] = values[at];
      to += 1;
    }
    copy.begin[k + 1] = to;
  }
  return {
    width: chosen.length,
    begin: copy.begin,
    columns: copy.columns.subarray(0, to),
    values: copy.values.subarray(0, to),
  };
}

/** xᵀθ of a row. */
export function filledProduct({ begin, columns, values }: FilledRows, row: number, theta: Float64Array): number {
  let sum = 0;
  for (let at = begin[row]; at < begin[row + 1]; at++) sum += values[at] * theta[columns[at]];
  return sum;
}

/** Adds by·x of a row to `sum` from `to` on. */
export function addFilled(
  { begin, columns, values }: FilledRows,
  row: number,
  by: number,
  sum: Float64Array,
  to = 0,
): void {
  for (let at = begin[row]; at < begin[row + 1]; at++) sum[to + columns[at]] += by * values[at];
}

/** Adds by·xxᵀ of a row to the lower triangle of `sum` [width × width]. */
export function addFilledOuter(
  { width, begin, columns, values }: FilledRows,
  row: number,
  by: number,
  sum: Float64Array,
): void {
  const [from, end] = [begin[row], begin[row + 1]];
  for (let p = from; p < end; p++) {
    const line = columns[p] * width;
    const scaled = by * values[p];
    for (let q = from; q <= p; q++) sum[line + columns[q]] += scaled * values[q];
  }
}

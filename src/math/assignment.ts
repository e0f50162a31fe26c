// Assignments of rows to columns, one to one: the one with the best total, and the one that takes the best pair
// that is left until none is, which is often worse. The best one is found by the Hungarian algorithm (Kuhn, 1955; Munkres,
// 1957) of the library `munkres`.

import { munkres } from "munkres";

/** A row and the column that it is given. */
export type AssignedPair = readonly [row: number, column: number];

/** Pairs in the order of their rows, in which no row or column stands twice, and the sum of their values. */
export interface PairAssignment {
  readonly pairs: readonly AssignedPair[];
  readonly total: number;
}

export interface AssignmentOptions {
  /** Whether values are gains or costs. Default "largest". */
  readonly total?: "largest" | "smallest";
  /** Pairs that may stand together; default all. */
  readonly allowed?: (row: number, column: number) => boolean;
}

/**
 * The assignment with the best total among those with most pairs: min(rows, columns) of them, or fewer where not so many are
 * allowed. Of equal ones it gives any. `values` is [rows][columns] of finite numbers; throws an Error where it isn't. O(m²n) for
 * m ≤ n.
 */
export function optimalAssignment(
  values: readonly ArrayLike<number>[],
  { total = "largest", allowed = () => true }: AssignmentOptions = {},
): PairAssignment {
  const columns = columnsOf(values);
  if (columns === 0) return { pairs: [], total: 0 };
  const sign = total === "largest" ? -1 : 1;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of values) {
    for (let column = 0; column < columns; column++) {
      low = Math.min(low, sign * row[column]);
      high = Math.max(high, sign * row[column]);
    }
  }
  // One forbidden pair costs more than all that others could save.
  const forbidden = (high - low + 1) * (Math.min(values.length, columns) + 1);
  const costs = values.map((row, r) => {
    const own = new Array<number>(columns);
    for (let c = 0; c < columns; c++) own[c] = allowed(r, c) ? sign * row[c] - low : forbidden;
    return own;
  });
  return assignmentOf(
    values,
    munkres(costs).filter(([row, column]) => allowed(row, column)),
  );
}

/**
 * The matching of at most `limit` pairs with the largest total; pairs that add nothing are left out. `values` as above. Rows that
 * match nothing fill the columns that must stay empty.
 */
export function optimalMatching(values: readonly ArrayLike<number>[], limit: number): PairAssignment {
  const columns = columnsOf(values);
  const spare = Math.max(0, columns - Math.max(0, limit));
  if (columns === 0 || spare === columns) return { pairs: [], total: 0 };
  let most = 0;
  for (const row of values) for (let c = 0; c < columns; c++) most = Math.max(most, row[c]);
  if (most === 0) return { pairs: [], total: 0 };
  // More than any gain, so that all filling rows are placed, at no cost; and no more than that, as small gains are to be told apart.
  const filling = spare > 0 ? 2 * most : most;
  const costs = values.map((row) => {
    const own = new Array<number>(columns);
    for (let c = 0; c < columns; c++) own[c] = filling - Math.max(0, row[c]);
    return own;
  });
  for (let k = 0; k < spare; k++) costs.push(new Array<number>(columns).fill(0));
  const pairs = munkres(costs).filter(([row, column]) => row < values.length && values[row][column] > 0);
  return assignmentOf(values, pairs.sort(byRow));
}

/**
 * Takes the best pair, then the best of the rows and columns that are left, and so on; of equal pairs the one with the earlier
 * row, then column. No better than `optimalAssignment`, and half as good at worst where values are gains of at least 0.
 */
export function greedyAssignment(
  values: readonly ArrayLike<number>[],
  { total = "largest", allowed = () => true }: AssignmentOptions = {},
): PairAssignment {
  const columns = columnsOf(values);
  const sign = total === "largest" ? -1 : 1;
  const all = values.flatMap((_, row) => Array.from({ length: columns }, (_, column): AssignedPair => [row, column]));
  const ordered = all
    .filter(([row, column]) => allowed(row, column))
    .sort(([r, c], [s, d]) => sign * (values[r][c] - values[s][d]));
  const [rowsTaken, columnsTaken] = [new Set<number>(), new Set<number>()];
  const pairs = ordered.filter(([row, column]) => {
    if (rowsTaken.has(row) || columnsTaken.has(column)) return false;
    rowsTaken.add(row);
    columnsTaken.add(column);
    return true;
  });
  return assignmentOf(values, pairs);
}

const byRow = ([a]: AssignedPair, [b]: AssignedPair): number => a - b;

function assignmentOf(values: readonly ArrayLike<number>[], pairs: readonly AssignedPair[]): PairAssignment {
  return {
    pairs: [...pairs].sort(byRow),
    total: pairs.reduce((sum, [row, column]) => sum + values[row][column], 0),
  };
}

/** Columns of a matrix of finite numbers. */
function columnsOf(values: readonly ArrayLike<number>[]): number {
  const columns = values.length === 0 ? 0 : values[0].length;
  for (let r = 0; r < values.length; r++) {
    const row = values[r];
    if (row.length !== columns) throw new Error(`row ${r} has ${row.length} values, and row 0 has ${columns}`);
    for (let c = 0; c < columns; c++) {
      if (!Number.isFinite(row[c])) throw new Error(`the value of row ${r}, column ${c} is ${row[c]}`);
    }
  }
  return columns;
}

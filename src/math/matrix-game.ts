// Matrix games of two in which one wins what the other loses: mixtures that no answer beats, by a linear program.

import type { LinearPrograms } from "./linear-program.ts";

export interface MatrixEquilibrium {
  /** Expected payoff of the row player. */
  readonly value: number;
  /** Chances of rows, [rows]. */
  readonly row: Float64Array;
  /** Chances of columns, [columns]. */
  readonly column: Float64Array;
}

/**
 * Maximises v subject to Σ_i p_i·A_ij ≥ v for every column j, Σp = 1, p ≥ 0 (von Neumann, 1928). `gains` [rows × columns] is what the player of
 * rows wins. The column's mixture is the dual. Where several mixtures are optimal, it gives one of them.
 */
export function matrixEquilibrium(gains: ArrayLike<number>, rows: number, programs: LinearPrograms): MatrixEquilibrium {
  const columns = gains.length / rows;
  const places = Array.from({ length: rows + 1 }, (_, i) => i);
  const { x, rowDuals, objective } = programs.optimum({
    sense: "maximise",
    objective: places.map((i) => (i === rows ? 1 : 0)),
    rows: [
      ...Array.from({ length: columns }, (_, j) => ({
        columns: places,
        values: places.map((i) => (i === rows ? -1 : gains[i * columns + j])),
        lower: 0,
      })),
      { columns: places.slice(0, rows), values: new Array<number>(rows).fill(1), lower: 1, upper: 1 },
    ],
    lower: places.map((i) => (i === rows ? Number.NEGATIVE_INFINITY : 0)),
  });
  return { value: objective, row: chances(x, rows), column: chances(rowDuals.map(Math.abs), columns) };
}

/** The first `count` numbers, brought to 0 or more and a sum of 1. */
function chances(numbers: ArrayLike<number>, count: number): Float64Array {
  const positive = Float64Array.from({ length: count }, (_, k) => Math.max(0, numbers[k]));
  const sum = positive.reduce((a, b) => a + b, 0);
  return positive.map((one) => one / sum);
}

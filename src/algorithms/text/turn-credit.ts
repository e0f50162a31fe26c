// What a turn is worth, where the world answers between the turns of a text: numbers of turns, compared with those of the same turn
// of other answers to the question, and summed towards the end. A table of turns is [rows × most]; row r has its first
// `counts[r]` turns, and the rest is not read.

import { areLevel } from "../../math/spread.ts";
import type { Completions } from "./completions.ts";

/** Numbers of turns. */
export interface Turns {
  /** [rows] turns in which the model wrote something. */
  readonly counts: Int32Array;
  /** Columns of a table. */
  readonly most: number;
}

/** More turns than this no text of `context` places can have: each takes a character of the model and one of the world. */
export function mostTurns(context: number): number {
  return Math.ceil(context / 2);
}

/** The turns of written texts; `most` columns, where no text can have more. */
export function turnsOf({ rows, context, written, turns }: Completions, most: number): Turns {
  const counts = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    for (let k = row * context; k < (row + 1) * context; k++) {
      if (written[k] === 1 && turns[k] >= counts[row]) counts[row] = turns[k] + 1;
    }
  }
  return { counts, most };
}

export interface TurnComparison {
  /** What a number is compared with: those of the same turn, or of any turn, of the answers to the question. */
  readonly with: "same turn" | "all turns";
  /** Added to a deviation before it divides. */
  readonly tiny: number;
  /** Divisor of the squares: n, or n − 1. */
  readonly deviation: "population" | "sample";
  /** Comparisons of fewer numbers are none. */
  readonly fewest: number;
  /** What becomes of a number that is not compared: 0, or the number itself. */
  readonly alone: "zero" | "itself";
}

/**
 * Compares the numbers of turns within each question's `group` rows: (v − mean)/(deviation + tiny). Only the first
 * `counts[row]` of each row count; give counts less one to leave out the last turns. → [rows × most], 0 elsewhere.
 */
export function compareTurns(
  values: Float64Array,
  { counts, most }: Turns,
  group: number,
  { with: others, tiny, deviation, fewest, alone }: TurnComparison,
): Float64Array {
  const compared = new Float64Array(values.length);
  const settle = (places: readonly number[]): void => {
    const n = places.length;
    if (n < fewest) {
      for (const place of places) compared[place] = alone === "zero" ? 0 : values[place];
      return;
    }
    const own = places.map((place) => values[place]);
    if (areLevel(own)) {
      for (const place of places) compared[place] = 0;
      return;
    }
    const mean = own.reduce((sum, value) => sum + value, 0) / n;
    const squares = own.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const scale = Math.sqrt(squares / (deviation === "sample" ? n - 1 : n)) + tiny;
    for (const place of places) compared[place] = (values[place] - mean) / scale;
  };
  for (let from = 0; from < counts.length; from += group) {
    const columns: number[][] = Array.from({ length: most }, () => []);
    for (let row = from; row < from + group; row++) {
      for (let turn = 0; turn < counts[row]; turn++) columns[turn].push(row * most + turn);
    }
    if (others === "all turns") settle(columns.flat());
    else for (const column of columns) settle(column);
  }
  return compared;
}

/**
 * D_t = Σ_{j ≥ t} discount^(j − t)·v_j over a row's turns; `rescaled`, divided by the root of the number of terms, so that the
 * sum of independent numbers spreads as much as one of them, however many follow. → [rows × most]
 */
export function accumulateTurns(
  values: Float64Array,
  { counts, most }: Turns,
  discount: number,
  rescaled: boolean,
): Float64Array {
  const sums = new Float64Array(values.length);
  for (const [row, count] of counts.entries()) {
    let sum = 0;
    for (let turn = count - 1; turn >= 0; turn--) {
      sum = values[row * most + turn] + discount * sum;
      sums[row * most + turn] = rescaled ? sum / Math.sqrt(count - turn) : sum;
    }
  }
  return sums;
}

/** Gives every written character its turn's number, [rows × context]; 0 elsewhere. */
export function spreadTurns(
  values: ArrayLike<number>,
  most: number,
  { rows, context, written, turns }: Completions,
  into: Float32Array,
): void {
  for (let row = 0; row < rows; row++) {
    for (let k = row * context; k < (row + 1) * context; k++) {
      into[k] = written[k] === 1 ? values[row * most + turns[k]] : 0;
    }
  }
}

/** What each turn was paid, [rows × most]. */
export function turnPay({ rows, context, pay, turns, written }: Completions, most: number): Float64Array {
  const sums = new Float64Array(rows * most);
  for (let row = 0; row < rows; row++) {
    for (let k = row * context; k < (row + 1) * context; k++) {
      if (written[k] === 1) sums[row * most + turns[k]] += pay[k];
    }
  }
  return sums;
}

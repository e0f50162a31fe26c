// A linear Bradley-Terry model of preferences: each feature of a text adds to its reward, and the text of higher reward is preferred the
// more often. Features are measured in standard deviations of their differences, so that weights compare.

import { clusteredCovariance, fitDenseLogistic } from "../../math/dense-logistic.ts";

/** Differences of two texts, feature by feature, and which was preferred. */
export interface PreferenceTable {
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** φ(first) − φ(second), [pairs × columns]. */
  readonly differences: Float64Array;
  /** 1 where the first was preferred, 0 where the second was, 0.5 a tie, [pairs]. */
  readonly results: Float64Array;
  /** Which prompt each pair is of, 0 … prompts − 1, [pairs]: pairs of one prompt are not independent. */
  readonly prompts: Int32Array;
}

/** A weight with its interval of 95 % over prompts. */
export interface Coefficient {
  readonly feature: string;
  /** Change of the log-odds of being preferred, for a difference of one standard deviation. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Standard error over prompts. */
  readonly error: number;
  /** Standard deviation of the differences, in the feature's own unit. */
  readonly spread: number;
}

/** A fitted model. */
export interface LinearPreference {
  readonly columns: readonly number[];
  /** Weights in the features' own units, [columns]. */
  readonly weights: Float64Array;
  readonly ridge: number;
}

const Z = 1.959963984540054;

/** Root mean squares of columns' differences over pairs: their standard deviation about 0, where no order of the texts is preferred. */
function spreadsOf(table: PreferenceTable, columns: readonly number[], rows: ArrayLike<number>): Float64Array {
  const { differences } = table;
  const wide = table.columns.length;
  const sums = new Float64Array(columns.length);
  for (let k = 0; k < rows.length; k++) {
    const from = rows[k] * wide;
    for (let j = 0; j < columns.length; j++) {
      const difference = differences[from + columns[j]];
      sums[j] += difference * difference;
    }
  }
  return sums.map((sum) => Math.sqrt(sum / Math.max(1, rows.length)));
}

/** The chosen rows and columns with columns in units of their spread; one that never differs stays as it is. */
function standardised(
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  spreads = spreadsOf(table, columns, rows).map((spread) => spread || 1),
) {
  const wide = table.columns.length;
  const n = columns.length;
  const features = new Float64Array(rows.length * n);
  const labels = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) {
    const from = rows[k] * wide;
    for (let j = 0; j < n; j++) {
      const difference = table.differences[from + columns[j]];
      // Most words stand in neither text of a pair, or in both.
      if (difference !== 0) features[k * n + j] = difference / spreads[j];
    }
    labels[k] = table.results[rows[k]];
  }
  return { spreads, samples: { features, labels } };
}

/** Fits the weights of some columns to some rows. `ridge` is in units of pairs. */
export function fitLinearPreference(
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  ridge: number,
): LinearPreference {
  const { spreads, samples } = standardised(table, columns, rows);
  const { weights } = fitDenseLogistic(samples, columns.length, { ridge, tolerance: 1e-7 });
  return { columns, weights: weights.map((weight, k) => weight / spreads[k]), ridge };
}

/** Log-odds that the first text of a row is preferred. */
export function marginOf({ columns, weights }: LinearPreference, table: PreferenceTable, row: number): number {
  const at = row * table.columns.length;
  let margin = 0;
  for (let k = 0; k < columns.length; k++) margin += weights[k] * table.differences[at + columns[k]];
  return margin;
}

/** The weights of some columns, fitted to some rows, with intervals over prompts. Columns that never differ are left out. */
export function coefficientsOf(
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  ridge: number,
): Coefficient[] {
  const every = spreadsOf(table, columns, rows);
  const varying = columns.filter((_, k) => every[k] > 0);
  const { spreads, samples } = standardised(
    table,
    varying,
    rows,
    every.filter((spread) => spread > 0),
  );
  const n = varying.length;
  const { weights } = fitDenseLogistic(samples, n, { ridge, tolerance: 1e-7 });
  const numbers = new Map<number, number>();
  const clusters = Int32Array.from(rows, (row) => {
    const prompt = table.prompts[row];
    const known = numbers.get(prompt);
    if (known !== undefined) return known;
    numbers.set(prompt, numbers.size);
    return numbers.size - 1;
  });
  const covariance = clusteredCovariance(samples, weights, ridge, clusters, numbers.size);
  return varying.map((column, k) => {
    const error = Math.sqrt(covariance[k * n + k]);
    const value = weights[k];
    const feature = table.columns[column];
    return { feature, value, low: value - Z * error, high: value + Z * error, error, spread: spreads[k] };
  });
}

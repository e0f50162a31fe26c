// A linear Bradley-Terry model of preferences: each feature of a text adds to its reward, and the text of higher reward is preferred the
// more often. Features are measured in standard deviations of their differences, so that weights compare.

import { clusteredCovariance, type DenseSamples, fitDenseLogistic } from "../../math/dense-logistic.ts";
import { chosenRows, type FilledRows, filledProduct, quickestRows } from "../../math/filled-rows.ts";

/** Differences of two texts, feature by feature, and which was preferred. */
export interface PreferenceTable {
  readonly columns: readonly string[];
  /** φ(first) − φ(second), [pairs × columns]. */
  readonly differences: FilledRows;
  /** 1 where the first was preferred, 0 where the second was, 0.5 a tie, [pairs]. */
  readonly results: Float64Array;
  /** Which prompt each pair is of, 0 … prompts − 1, [pairs]: pairs of one prompt are not independent. */
  readonly prompts: Int32Array;
  /** θ > 1 where a tie is an outcome of its own (Rao & Kupper, 1967); without it a tie is half a win of each. */
  readonly theta?: number | undefined;
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
function spreadsOf({ width, columns, values }: FilledRows, rows: number): Float64Array {
  const sums = new Float64Array(width);
  for (let at = 0; at < values.length; at++) sums[columns[at]] += values[at] * values[at];
  return sums.map((sum) => Math.sqrt(sum / Math.max(1, rows)));
}

/** Chosen rows and columns of a table, in units of the columns' spreads; those of a column that never differs are 1. */
interface StandardisedRows {
  readonly columns: readonly number[];
  /** [columns] */
  readonly spreads: Float64Array;
  readonly samples: DenseSamples;
}

function standardised(
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  isVarying = false,
): StandardisedRows {
  const features = chosenRows(table.differences, rows, columns);
  const spreads = spreadsOf(features, rows.length);
  if (isVarying && spreads.includes(0)) {
    const varying = columns.filter((_, k) => spreads[k] > 0);
    return standardised(table, varying, rows);
  }
  const units = spreads.map((spread) => spread || 1);
  const { values, columns: columnOf } = features;
  for (let at = 0; at < values.length; at++) values[at] /= units[columnOf[at]];
  const labels = Float64Array.from(rows, (row) => table.results[row]);
  return { columns, spreads: units, samples: { features: quickestRows(features, columns.length), labels } };
}

const TOLERANCE = 1e-7;

/** Fits the weights of some columns, which ascend, to some rows. `ridge` is in units of pairs. */
export const fitLinearPreference = (
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  ridge: number,
): LinearPreference => fitLinearPreferences(table, columns, rows, [ridge])[0];

/** Fits them with several ridges, one from the other. */
export function fitLinearPreferences(
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  ridges: readonly number[],
): LinearPreference[] {
  const own = standardised(table, columns, rows);
  let start: Float64Array | undefined;
  return ridges.map((ridge) => {
    const options = { ridge, tolerance: TOLERANCE, ...(start && { start }) };
    start = fitDenseLogistic(own.samples, columns.length, options).weights;
    return { columns, weights: start.map((weight, k) => weight / own.spreads[k]), ridge };
  });
}

/** Log-odds that the first texts of rows are preferred, [rows]. */
export function marginsOf(
  { columns, weights }: LinearPreference,
  { differences }: PreferenceTable,
  rows: ArrayLike<number>,
): Float64Array {
  const theta = new Float64Array(differences.width);
  for (const [k, column] of columns.entries()) theta[column] = weights[k];
  return Float64Array.from(rows, (row) => filledProduct(differences, row, theta));
}

/**
 * Rows of a logistic regression whose likelihood is that of Rao and Kupper: a win is σ(D − ln θ) and a loss σ(−D − ln θ), and a tie, with the
 * chance (θ² − 1)·σ(D − ln θ)·σ(−D − ln θ), is a row of either.
 */
export function outcomesOf({ results, theta }: Pick<PreferenceTable, "results" | "theta">, rows: ArrayLike<number>) {
  if (theta === undefined) return { rows, samples: {} };
  const kinds = Array.from(rows, (row) => {
    if (results[row] === 0.5) return [1, 0].map((label) => ({ row, label }));
    return [{ row, label: results[row] }];
  }).flat();
  const labels = Float64Array.from(kinds, ({ label }) => label);
  const offsets = labels.map((label) => (1 - 2 * label) * Math.log(theta));
  return { rows: Int32Array.from(kinds, ({ row }) => row), samples: { labels, offsets } };
}

/** The weights of some columns, fitted to some rows, with intervals over prompts. Columns that never differ are left out. */
export function coefficientsOf(
  table: PreferenceTable,
  columns: readonly number[],
  rows: ArrayLike<number>,
  ridge: number,
): Coefficient[] {
  const said = outcomesOf(table, rows);
  const { columns: varying, spreads, samples: plain } = standardised(table, columns, said.rows, true);
  const samples = { ...plain, ...said.samples };
  const n = varying.length;
  const { weights } = fitDenseLogistic(samples, n, { ridge, tolerance: TOLERANCE });
  const numbers = new Map<number, number>();
  const clusters = Int32Array.from(said.rows, (row) => {
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

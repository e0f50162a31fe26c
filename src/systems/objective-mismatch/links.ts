// Links of a chain of measures: does more of one go with more of the next? Runs under one pressure are compared with each other alone.

import type { Random } from "../../core/random.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import type { Figure } from "../../study/figure.ts";

/** Runs under one pressure: each measure of all of them, [runs]. */
export type RunTable<Measure extends string> = Readonly<Record<Measure, readonly number[]>>;

/** A link counts as broken below this correlation. */
export const BROKEN = 0.7;
const RESAMPLES = 1000;

/**
 * Spearman's ρ of two measures, its mean over tables of runs. Its interval is of 95 % of resamples, in which the runs of each table are
 * drawn with replacement: tables stay, such as worlds that were drawn. A table in which a measure is constant has the ρ 0.
 */
export function linkOf<Measure extends string>(
  tables: readonly RunTable<Measure>[],
  from: Measure,
  to: Measure,
  random: Random,
): Figure {
  const sizes = tables.map((table) => table[from].length);
  const mean = (rowsOf: (size: number) => readonly number[]) =>
    tables.reduce((sum, table, k) => {
      const rows = rowsOf(sizes[k]);
      const pick = (measure: Measure) => rows.map((row) => table[measure][row]);
      return sum + (spearman(pick(from), pick(to)) ?? 0) / tables.length;
    }, 0);
  const drawn = Float64Array.from({ length: RESAMPLES }, () =>
    mean((size) => Array.from({ length: size }, () => random.integer(size))),
  ).sort();
  const value = mean((size) => Array.from({ length: size }, (_, row) => row));
  // Few runs may be resampled to ties that all lie on one side of the whole.
  const [low, high] = [drawn[Math.floor(0.025 * RESAMPLES)], drawn[Math.ceil(0.975 * RESAMPLES) - 1]];
  return {
    ...{ value, low: Math.min(low, value), high: Math.max(high, value) },
    n: sizes.reduce((sum, size) => sum + size, 0),
  };
}

// What further comparisons would be worth, and which of those that a file asks about would tell most.

import { choiceLosses, clusteredMean } from "../../evaluation/preferences/held-out.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { choleskyInPlace, solveLower } from "../../math/cholesky.ts";
import { curvatureAt } from "../../math/dense-logistic.ts";
import { chosenRows } from "../../math/filled-rows.ts";
import type { PairTable } from "./pair-table.ts";
import { chosenFit, type Halves, predictions } from "./preference-models.ts";

export interface MoreComparisons {
  readonly model: string;
  /** Held-out log loss after a quarter, a half and all of the training prompts. */
  readonly curve: readonly { readonly pairs: number; readonly logLoss: number }[];
  /** By how much the second half of the training prompts has lowered the log loss, with its interval over prompts. */
  readonly lastDoubling: Estimate;
  /** By how much twice as many would lower it further, where what is left to learn falls as 1/n: half of the last doubling. */
  readonly nextDoubling: Estimate;
  /** Comparisons that the file asks about, the most telling first. */
  readonly next: readonly { readonly row: number; readonly chance: number; readonly information: number }[];
}

/** Comparisons that are told, at most. */
const MOST = 20;

/** Undefined where the training prompts or the test are too few to part. */
export function moreComparisons(table: PairTable, { train, test }: Halves, model: string): MoreComparisons | undefined {
  const order = new Map<number, number>();
  for (const row of train) if (!order.has(table.prompts[row])) order.set(table.prompts[row], order.size);
  if (order.size < 8 || test.length < 2) return undefined;
  const losses = [4, 2, 1].map((part) => {
    const rows = part === 1 ? train : train.filter((row) => (order.get(table.prompts[row]) ?? 0) % part === 0);
    const held = predictions(chosenFit(table, model, rows), table, test);
    return { pairs: rows.length, losses: choiceLosses(held), prompts: held.prompts };
  });
  const [, half, whole] = losses;
  const lastDoubling = clusteredMean(
    half.losses.map((loss, k) => loss - whole.losses[k]),
    whole.prompts,
  );
  const halved = (value: number | null) => (value === null ? null : value / 2);
  return {
    model,
    curve: losses.map(({ pairs, losses: all }) => ({
      pairs,
      logLoss: all.reduce((sum, loss) => sum + loss, 0) / all.length,
    })),
    lastDoubling,
    nextDoubling: {
      ...{ mean: halved(lastDoubling.mean), low: halved(lastDoubling.low), high: halved(lastDoubling.high) },
      n: lastDoubling.n,
    },
    next: telling(table, model),
  };
}

/**
 * Unjudged comparisons by the information that an answer is expected to bring about the weights: ½·ln(1 + p(1 − p)·xᵀH⁻¹x), with H the
 * curvature of what is judged (MacKay, 1992).
 */
function telling(table: PairTable, model: string): MoreComparisons["next"] {
  if (table.unjudged.length === 0) return [];
  const every = Int32Array.from(table.results.keys());
  const { columns, weights, ridge } = chosenFit(table, model, every);
  const n = columns.length;
  const features = chosenRows(table.differences, every, columns);
  const factor = new Float64Array(n * n);
  curvatureAt({ features, labels: table.results }, weights, Math.max(1e-6, ridge), factor);
  choleskyInPlace(factor, n);
  return table.unjudged
    .map(({ row, difference }) => {
      const x = Float64Array.from(columns, (column) => difference[column]);
      const chance = 1 / (1 + Math.exp(-x.reduce((sum, value, k) => sum + value * weights[k], 0)));
      solveLower(factor, n, x);
      const spread = x.reduce((sum, value) => sum + value * value, 0);
      return { row, chance, information: 0.5 * Math.log1p(chance * (1 - chance) * spread) };
    })
    .sort((a, b) => b.information - a.information || a.row - b.row)
    .slice(0, MOST);
}

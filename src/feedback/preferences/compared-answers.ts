// Comparisons of answers that are known by features: which of two was preferred, by whom, how surely, and on which prompt.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** Features of answers, side by side. */
export type FeatureRows = Float64Array | Float32Array;

/** Answers and comparisons of two of them each. */
export interface ComparedAnswers {
  /** Features of an answer. */
  readonly width: number;
  /** [answers × width] */
  readonly features: FeatureRows;
  /** Numbers of the two answers, [pairs]. */
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
  /** 1 where the first was preferred, 0 where the second was, 0.5 a tie, [pairs]. */
  readonly results: ArrayLike<number>;
  /** The prompt, or another thing that is drawn independently, [pairs]: pairs of one group are held back, and resampled, together. */
  readonly groups: ArrayLike<number>;
  /** By how much in log-odds the preferred answer is better at least, as a judge of strengths says, [pairs]; default 0. */
  readonly margins?: ArrayLike<number>;
  /** Number of the annotator, [pairs]; −1 where none is known. Default: nothing is known of annotators. */
  readonly annotators?: ArrayLike<number>;
  /** Whether the order of a pair is the one in which it was shown; default no. */
  readonly isShown?: boolean;
}

export const everyPair = ({ results }: ComparedAnswers): Int32Array =>
  Int32Array.from({ length: results.length }, (_, row) => row);

/** Pairs in two parts, no group in both; a share of the groups, drawn, is in the second. */
export function withheld(
  groups: ArrayLike<number>,
  rows: Int32Array,
  share: number,
  random: Random,
): { readonly kept: Int32Array; readonly held: Int32Array } {
  const names = Array.from(new Set(Array.from(rows, (row) => groups[row])));
  shuffle(names, random);
  const isHeld = new Set(names.slice(0, Math.floor(share * names.length)));
  return {
    kept: rows.filter((row) => !isHeld.has(groups[row])),
    held: rows.filter((row) => isHeld.has(groups[row])),
  };
}

/** As many groups as there are, drawn with replacement: the pairs of a group as often as it was drawn (Efron, 1979). */
export function resampledGroups(groups: ArrayLike<number>, rows: Int32Array, random: Random): Int32Array {
  const by = new Map<number, number[]>();
  for (const row of rows) {
    const own = by.get(groups[row]);
    if (own === undefined) by.set(groups[row], [row]);
    else own.push(row);
  }
  const all = [...by.values()];
  return Int32Array.from(all.flatMap(() => all[random.integer(all.length)]));
}

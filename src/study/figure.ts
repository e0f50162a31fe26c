// One measured number of a study, with its interval where it has one. Every number that a study shows is such a figure, so that
// its page, its record and its verdict read the same digits.

import { effectSizeInWords, number, withInterval } from "../evaluation/number-format.ts";
import type { Estimate } from "../evaluation/statistics/interval.ts";

/** A number, and how sure it is. */
export interface Figure {
  /** Null where the data cannot give one. */
  readonly value: number | null;
  /** Bounds of its interval, of 95 % unless the study says otherwise. Both are absent from an exact figure, and null where the data cannot give an interval. */
  readonly low?: number | null | undefined;
  readonly high?: number | null | undefined;
  /** Independent values behind it: seeds, draws, trials. */
  readonly n?: number | undefined;
  /** Cohen's d of the paired differences. */
  readonly effectSize?: number | null | undefined;
}

export function ofEstimate({ mean, low, high, n }: Estimate): Figure {
  return { value: mean, low, high, n };
}

/** Whether chance is in it. */
export function isSampled({ low, n }: Figure): boolean {
  return low !== undefined || n !== undefined;
}

/** `0.123 [0.101, 0.145], d = 2.1, 5 seeds`; the number alone where it is exact. */
export function inWords(figure: Figure): string {
  const { value, low = null, high = null, effectSize, n } = figure;
  if (!isSampled(figure)) return number(value);
  const size = effectSize === undefined || effectSize === null ? "" : `, ${effectSizeInWords(effectSize, 1)}`;
  const of = n === undefined ? "" : ` (n = ${number(n, 0)})`;
  return `${withInterval({ mean: value, low, high })}${size}${of}`;
}

/** Cells as text, a dash where there is none. */
export const cellText = (figure: Figure | null): string => (figure === null ? "–" : inWords(figure));

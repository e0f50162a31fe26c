// Thresholds as data: where a figure must lie, in words and as a verdict on its interval.

import { type Figure, isSampled } from "./figure.ts";
import type { Verdict } from "./verdict.ts";

/** A set of numbers with a name: an interval with its ends, of which either may be open or infinite. */
export interface Bound {
  /** What a reader sees: `≥ 0.03`. */
  readonly words: string;
  readonly low: number;
  readonly high: number;
  /** Ends that do not belong to it. */
  readonly open: boolean;
}

/** A threshold as its author wrote it: `0.03`, `1e-9`, `−0.5`. */
function threshold(x: number): string {
  return String(Number(x.toPrecision(10))).replaceAll("-", "−");
}

/** At least `x`. */
export function atLeast(x: number): Bound {
  return { words: `≥ ${threshold(x)}`, low: x, high: Number.POSITIVE_INFINITY, open: false };
}

/** At most `x`. */
export function atMost(x: number): Bound {
  return { words: `≤ ${threshold(x)}`, low: Number.NEGATIVE_INFINITY, high: x, open: false };
}

/** More than `x`. */
export function above(x: number): Bound {
  return { words: `> ${threshold(x)}`, low: x, high: Number.POSITIVE_INFINITY, open: true };
}

/** Less than `x`. */
export function below(x: number): Bound {
  return { words: `< ${threshold(x)}`, low: Number.NEGATIVE_INFINITY, high: x, open: true };
}

/** From `low` to `high`, both included. */
export function within(low: number, high: number): Bound {
  const words = low === -high ? `within ±${threshold(high)}` : `${threshold(low)} to ${threshold(high)}`;
  return { words, low, high, open: false };
}

/**
 * Where a figure lies. A sampled figure is judged by its whole interval and is undecided without one; an exact one by its value.
 * Without a value a sampled figure is undecided, and so a control of it has not failed; an exact one fails.
 */
export function verdictOf(figure: Figure, { low, high, open }: Bound): Verdict {
  const { value } = figure;
  if (value === null || Number.isNaN(value)) return isSampled(figure) ? "undecided" : "fails";
  const inside = (x: number) => (open ? x > low && x < high : x >= low && x <= high);
  if (!isSampled(figure)) return inside(value) ? "holds" : "fails";
  const [from, to] = [figure.low ?? null, figure.high ?? null];
  if (from === null || to === null) return "undecided";
  if (inside(from) && inside(to)) return "holds";
  const beyond = open ? to <= low || from >= high : to < low || from > high;
  return beyond ? "fails" : "undecided";
}

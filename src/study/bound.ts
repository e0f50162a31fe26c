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
  /** The figure's interval must contain the set, rather than lie in it: a known number that an estimate must agree with. */
  readonly contained?: true;
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

/** No further from `x` than `tolerance`. */
export function near(x: number, tolerance: number): Bound {
  if (tolerance === 0) return equalTo(x);
  return { words: `${threshold(x)} ± ${threshold(tolerance)}`, low: x - tolerance, high: x + tolerance, open: false };
}

/** No further from `x` than `share` of it. */
export function nearly(x: number, share: number): Bound {
  return { ...near(x, Math.abs(x) * share), words: `${threshold(x)} (± ${threshold(100 * share)} %)` };
}

/** Exactly `x`: for counts and for numbers that no rounding touches. */
export function equalTo(x: number): Bound {
  return { words: threshold(x), low: x, high: x, open: false };
}

/** A known number that the interval of an estimate must contain. */
export function agreeingWith(x: number): Bound {
  return { words: `${threshold(x)} in the interval`, low: x, high: x, open: false, contained: true };
}

/** The same set, told in other words: where the threshold is another figure, `at most half of the other arm's (0.31)`. */
export function worded(bound: Bound, words: string): Bound {
  return { ...bound, words };
}

/**
 * Where a figure lies. A sampled figure is judged by its whole interval and is undecided without one; an exact one by its value.
 * Without a value a sampled figure is undecided, and so a control of it has not failed; an exact one fails.
 */
export function verdictOf(figure: Figure, { low, high, open, contained }: Bound): Verdict {
  const { value } = figure;
  if (value === null || Number.isNaN(value)) return isSampled(figure) ? "undecided" : "fails";
  const inside = (x: number) => (open ? x > low && x < high : x >= low && x <= high);
  if (!isSampled(figure)) return inside(value) ? "holds" : "fails";
  const [from, to] = [figure.low ?? null, figure.high ?? null];
  if (from === null || to === null) return "undecided";
  if (contained === true) return from <= low && high <= to ? "holds" : "fails";
  if (inside(from) && inside(to)) return "holds";
  const beyond = open ? to <= low || from >= high : to < low || from > high;
  return beyond ? "fails" : "undecided";
}

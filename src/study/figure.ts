// One measured number of a study, with its interval where it has one. Every number that a study shows is such a figure, so that
// its page, its record and its verdict read the same digits.

import { effectSizeInWords, number, withInterval } from "../evaluation/number-format.ts";
import { meanPowerLaw, type PowerLaw } from "../evaluation/statistics/correlation.ts";
import { cut, type Estimate, estimate, type Range, ratio, wilson } from "../evaluation/statistics/interval.ts";
import { pairedEffect } from "../evaluation/statistics/paired.ts";

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
  /** How it is written: as it is, or in per cent. */
  readonly as?: "percent" | undefined;
}

/** A figure, or a number that no chance is in; null where the data cannot give one. */
export type Given = Figure | number | null;

/** A computed number that no chance is in. */
export function exact(value: number | null): Figure {
  return { value };
}

/** What was given, as a figure: a bare number is exact. */
export function figureOf(given: Given): Figure {
  return typeof given === "object" && given !== null ? given : exact(given);
}

/** The mean of values of which each belongs to a seed, a draw or a trial, with Student's t interval; within `range`, where all values are. */
export function sampled(values: ArrayLike<number>, confidence = 0.95, range: Range = UNBOUNDED): Figure {
  return ofEstimate(cut(estimate(values, confidence), range));
}

/** The mean of shares, of which each belongs to a seed, a draw or a trial; its interval stays between 0 and 1. */
export function meanShare(values: ArrayLike<number>, confidence = 0.95): Figure {
  return sampled(values, confidence, SHARE);
}

/** The paired difference `one` − `other`, with Student's t interval and Cohen's d; `range` is that of the numbers themselves. */
export function difference(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  confidence = 0.95,
  [least, largest]: Range = UNBOUNDED,
): Figure {
  const differences = Float64Array.from(one, (value, k) => value - other[k]);
  const widest = largest - least;
  return { ...sampled(differences, confidence, [-widest, widest]), effectSize: pairedEffect(other, one).effectSize };
}

/** Where a share of something lies, and a count or an amount. */
export const SHARE: Range = [0, 1];
export const AMOUNT: Range = [0, Number.POSITIVE_INFINITY];

const UNBOUNDED: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** Σ a/Σ b over seeds, by the delta method. */
export function ratioOf(a: ArrayLike<number>, b: ArrayLike<number>): Figure {
  return ofEstimate(ratio(a, b));
}

/** The geometric mean of a/b over seeds, with the interval of its logarithm: for numbers above 0 that spread by factors. */
export function geometricRatio(a: readonly number[], b: readonly number[]): Figure {
  return ofLogarithm(pairedEffect(b.map(Math.log), a.map(Math.log)));
}

function ofLogarithm({ mean, low, high, n }: Estimate): Figure {
  const factor = (x: number | null) => (x === null ? null : Math.exp(x));
  return { value: factor(mean), low: factor(low), high: factor(high), n };
}

/** A share of successes with Wilson's interval. */
export function share(successes: number, trials: number): Figure {
  return ofEstimate(wilson(successes, trials));
}

/** An interval that was computed otherwise. */
export function ofEstimate({ mean, low, high, n }: Estimate): Figure {
  return { value: mean, low, high, n };
}

/** The exponent of a power law. */
export function ofExponent({ exponent, low, high, n }: PowerLaw): Figure {
  return { value: exponent, low, high, n };
}

/** The exponent of means over seeds in `x`; `curves` has the numbers of each seed, [seeds][x]. The interval is the jackknife's. */
export function exponentOf(x: ArrayLike<number>, curves: readonly ArrayLike<number>[]): Figure {
  return ofExponent(meanPowerLaw(x, curves));
}

/** The same figure, written in per cent. */
export function percent(figure: Figure): Figure {
  return { ...figure, as: "percent" };
}

/** Whether chance is in it. */
export function isSampled({ low, n }: Figure): boolean {
  return low !== undefined || n !== undefined;
}

/** `0.123 [0.101, 0.145], d = 2.1, 5 seeds`; the number alone where it is exact. */
export function inWords(figure: Figure): string {
  const times = figure.as === "percent" ? 100 : 1;
  const scaled = (x: number | null | undefined) => (x === null || x === undefined ? null : times * x);
  const bounds = { mean: scaled(figure.value), low: scaled(figure.low), high: scaled(figure.high) };
  const unit = figure.as === "percent" ? " %" : "";
  if (!isSampled(figure)) return `${number(bounds.mean)}${unit}`;
  const { effectSize, n } = figure;
  const size = effectSize === undefined || effectSize === null ? "" : `, ${effectSizeInWords(effectSize, 1)}`;
  const of = n === undefined ? "" : ` (n = ${number(n, 0)})`;
  return `${withInterval(bounds)}${unit}${size}${of}`;
}

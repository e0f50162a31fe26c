// Formats numbers as text, with the digits that the interval justifies, the minus sign U+2212, and a dash for a missing value.

import type { Estimate } from "./statistics/interval.ts";

export const MISSING = "–";

/** A number that may be missing; JSON writes non-finite numbers as null. */
export type Maybe = number | null | undefined;

/** Mean and bounds of an estimate or an effect. */
export type Bounds = Pick<Estimate, "mean" | "low" | "high">;

export function isNumber(value: Maybe): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Share of a number below which six significant digits do not show a difference. */
const HIDDEN = 1e-6;

/** Share of the largest value of a row below which another value is a rounding error. */
const ROUNDING = 1e-9;

/**
 * Returns the estimates of a row or column with 0 in the place of values that are rounding errors beside the largest mean among those of
 * one measure: 0, not 2e-10.
 */
export function withoutRounding(estimates: readonly Bounds[], among: readonly Bounds[] = estimates): Bounds[] {
  const largest = Math.max(0, ...among.map(({ mean }) => Math.abs(mean ?? 0)));
  const cleared = (value: number | null) => (value !== null && Math.abs(value) < ROUNDING * largest ? 0 : value);
  return estimates.map(({ mean, low, high }) => ({ mean: cleared(mean), low: cleared(low), high: cleared(high) }));
}

/**
 * Number of decimals for numbers in one column: two significant digits of the median half-width of their intervals, or four of the largest
 * mean where there are no intervals; never more than six significant digits in all. An interval that six digits cannot show counts as
 * none.
 */
export function decimalsFor(estimates: readonly Bounds[]): number {
  const means = estimates.map(({ mean }) => mean).filter(isNumber);
  const largest = Math.max(0, ...means.map(Math.abs));
  const halves = estimates
    .map(({ low, high }) => (isNumber(low) && isNumber(high) ? (high - low) / 2 : 0))
    .filter((half) => half > HIDDEN * largest)
    .sort((a, b) => a - b);
  if (means.every(Number.isInteger) && halves.length === 0) return 0;
  const magnitude = largest > 0 ? Math.floor(Math.log10(largest)) : 0;
  const wanted = halves.length > 0 ? 1 - Math.floor(Math.log10(halves[Math.floor(halves.length / 2)])) : 3 - magnitude;
  return Math.min(Math.max(0, wanted), Math.max(0, 5 - magnitude), 8);
}

/** Formats a number; without `decimals` it has four significant digits. */
export function number(value: Maybe, decimals?: number): string {
  if (!isNumber(value)) return MISSING;
  const size = Math.abs(value);
  const places = decimals ?? decimalsFor([{ mean: value, low: null, high: null }]);
  const tooSmall = size > 0 && size < 0.5 * 10 ** -places && places >= 6;
  if (size >= 1e9 || tooSmall) return scientific(value);
  const text = grouped(size, places);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** By decimals, since to make a format takes many times as long as to use it. */
const FORMATS = new Map<number, Intl.NumberFormat>();

/** Groups digits by three with thin spaces; commas would be confused with the separators of intervals. */
function grouped(value: number, places: number): string {
  let format = FORMATS.get(places);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
    FORMATS.set(places, format);
  }
  return format.format(value).replaceAll(",", "\u202f");
}

/**
 * Label of an axis tick, with the decimals that its distance to neighbouring ticks requires, or its own decimals where it is the only tick.
 */
export function tick(value: number, all: readonly number[] = []): string {
  const apart = all.length > 1 ? Math.abs(all[1] - all[0]) : 0;
  return number(value, apart > 0 ? decimalsOf(apart, 8) : decimalsOf(value, 4));
}

/** Formats a number that stands alone with at most so many significant digits, and without zeros at its end: `0.16`, `1.572`, `12`. */
export function brief(value: Maybe, digits = 4): string {
  return isNumber(value) ? number(value, decimalsOf(value, 8, digits)) : MISSING;
}

/** Decimals of a number that is rounded to significant digits: 1 of 2.5, 2 of 0.25. */
function decimalsOf(value: number, most: number, digits = 4): number {
  const exact = /^\d(?:\.(\d+))?e([+-]\d+)$/.exec(Math.abs(Number(value.toPrecision(digits))).toExponential());
  return Math.min(most, Math.max(0, (exact?.[1]?.length ?? 0) - Number(exact?.[2] ?? 0)));
}

/** Formats a difference with its sign. */
export function signed(value: Maybe, decimals?: number): string {
  const text = number(value, decimals);
  return isNumber(value) && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Formats `120 [110, 130]`, or the mean alone where there is no interval. */
export function withInterval(estimate: Bounds, decimals = decimalsFor([estimate])): string {
  const { mean, low, high } = estimate;
  const text = number(mean, decimals);
  return isNumber(low) && isNumber(high)
    ? `${text}\u00a0[${number(low, decimals)},\u00a0${number(high, decimals)}]`
    : text;
}

/** Formats a probability: `< 0.001`, `0.012`, `0.34`. */
export function probability(p: Maybe): string {
  if (!isNumber(p)) return MISSING;
  if (p < 0.001) return "< 0.001";
  return p < 0.1 ? p.toFixed(3) : p.toFixed(2);
}

/** Formats Cohen's d with two decimals, or none where it is very large. */
export function effectSize(d: Maybe): string {
  return signed(d, isNumber(d) && Math.abs(d) >= 100 ? 0 : 2);
}

/** An effect size above it shows only that values hardly vary. */
const HUGE = 100;

/** Cohen's d in a sentence: `d = 1.23`, or `d > 100`. */
export function effectSizeInWords(d: number, decimals = 2): string {
  if (Math.abs(d) > HUGE) return d > 0 ? `d > ${HUGE}` : `d < −${HUGE}`;
  return `d = ${number(d, decimals)}`;
}

/** Splits identifiers such as `joint.value` and `reputationDamage` into words. */
export function words(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])[._-]+(?=[a-z])/gi, " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

/** Returns the unit of a measure beside its label; empty where the label contains it, or is a share as it is. */
export function unitBeside(label: string, unit: string): string {
  const share = "share of ";
  return ` ${label} `.includes(` ${unit} `) || (label.startsWith(share) && unit.startsWith(share)) ? "" : unit;
}

/** Puts the unit of a measure after its label, unless the label contains it: `revenue (money)`, `clicks`. */
export function withUnit(label: string, unit: string): string {
  const beside = unitBeside(label, unit);
  return beside === "" ? label : `${label} (${beside})`;
}

/** Formats a count with its noun: `1 seed`, `10 seeds`. */
export function count(n: number, noun: string): string {
  return `${number(n, 0)} ${noun}${n === 1 ? "" : "s"}`;
}

/** Shortens a text to at most `letters` characters by omitting its middle, because names of variants often differ only at their ends. */
export function shortened(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const kept = Math.max(2, letters - 1);
  return `${text.slice(0, Math.ceil(kept / 2)).trimEnd()}…${text.slice(-Math.floor(kept / 2)).trimStart()}`;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function scientific(value: number): string {
  const [digits, exponent] = value.toExponential(2).split("e");
  const power = [...exponent.replace("+", "")].map((c) => (c === "-" ? "⁻" : SUPERSCRIPTS[Number(c)])).join("");
  return `${digits.replace("-", "−")} × 10${power}`;
}

/** Formats a duration in seconds for people. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

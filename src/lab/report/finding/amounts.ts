// Formatting of a measure's values in sentences: shares in per cent and their differences in percentage points, other values relative to
// each other.

import { isShare } from "../../../core/channel.ts";
import { withoutEnd } from "../../../core/text-ends.ts";
import { isNumber, number, withInterval } from "../../../evaluation/number-format.ts";
import { measureNamed } from "../measures.ts";
import { type Compared, HEADLINE } from "../report-data.ts";

/** How values of a measure are written: in per cent of the maximum, or unchanged. */
export interface Scale {
  readonly factor: 1 | 100;
  /** Unit after a value, and after a difference of two values. */
  readonly unit: "" | "\u00a0%";
  readonly apart: "" | " points";
}

const PLAIN: Scale = { factor: 1, unit: "", apart: "" };
const SHARE: Scale = { factor: 100, unit: "\u00a0%", apart: " points" };

/** Returns the scale of the objective, a headline measure or a channel. */
export function scaleOf(data: Compared, measure: string): Scale {
  if (measure === "objective") return scale(data.objective);
  if (measure === "terminated") return SHARE;
  if (HEADLINE.some((name) => name === measure)) return PLAIN;
  const channel = data.variants.flatMap(({ channels }) => channels).find(({ name }) => name === measure);
  return scale(channel ?? measureNamed(data, measure));
}

const scale = (of: Parameters<typeof isShare>[0]): Scale => (isShare(of) ? SHARE : PLAIN);

/** Formats a number for a sentence, by default to two or three significant digits, without trailing zeros. */
export function brief(value: number, decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)))): string {
  const text = number(value, Math.min(8, decimals));
  return text.includes(".") ? withoutEnd(text, "0").replace(/\.$/, "") : text;
}

/** Formats a value: `38 %` or `14 214`. */
export function amount({ factor, unit }: Scale, value: number): string {
  return factor === 1 ? brief(value) : `${perHundred(factor * value)}${unit}`;
}

/** Formats a percentage without decimals, unless that gives 0 or 100 for a value that is neither, or the value is small. */
function perHundred(value: number): string {
  const size = Math.abs(value);
  const isWhole = size > 99 && size < 101;
  const isNeither = Number(value.toFixed(0)) !== value && (size < 10 || isWhole);
  return brief(value, isNeither ? (isWhole ? 1 : Math.max(1, -Math.floor(Math.log10(size)))) : 0);
}

/**
 * Formats several values of one measure, rounded to a hundredth of the largest; finer where the first values would otherwise look equal.
 */
export function amounts(of: Scale, values: readonly number[], first = values.length): string[] {
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(of.factor * largest)));
  const isApart = (texts: readonly string[]) =>
    values.slice(0, first).every((a, i) => values.slice(0, first).every((b, j) => a === b || texts[i] !== texts[j]));
  const finer = [0, 1, 2, 3].map((more) =>
    values.map((value) => `${brief(of.factor * value, decimals + more)}${of.unit}`),
  );
  const tries = of.factor === 1 ? finer : [values.map((value) => amount(of, value)), ...finer];
  return tries.find(isApart) ?? tries[0];
}

/** Formats a difference with its interval: `0.13 [−0.11, 0.36]`, or in points. */
export function withBounds(
  of: Scale,
  bounds: { readonly mean: number | null; low: number | null; high: number | null },
) {
  const times = (value: number | null) => (isNumber(value) ? of.factor * value : null);
  return `${withInterval({ mean: times(bounds.mean), low: times(bounds.low), high: times(bounds.high) })}${of.apart}`;
}

/** Formats a change relative to the original value: `18 %`. Undefined where that is 0, or the sign changed. */
export function perCent(change: number, from: number): string | undefined {
  if (from === 0 || Math.sign(from + change) === -Math.sign(from)) return undefined;
  const share = (100 * change) / Math.abs(from);
  return `${brief(Math.abs(share), Math.abs(share) < 9.95 ? 1 : 0)}\u00a0%`;
}

/** Factor from which on a change is given as a multiple. */
const IN_TIMES = 3;

/**
 * Compares two values: `18 % more`, `3.2 times as much`. Undefined where the ratio has no meaning, and for shares, which sentences print in
 * full.
 */
export function beside(
  of: Scale,
  to: number,
  from: number,
): { readonly text: string; readonly times: boolean } | undefined {
  if (of.factor !== 1 || from <= 0 || to < 0) return undefined;
  if (to >= IN_TIMES * from) return { text: `${brief(to / from, to / from < 10 ? 1 : 0)} times`, times: true };
  const share = perCent(to - from, from);
  return share === undefined ? undefined : { text: `${share} ${to < from ? "less" : "more"}`, times: false };
}

/** Like `beside`, in a list: `+18 %`, `−4 %`, `3.2 times`; otherwise the value itself. */
export function short(of: Scale, to: number, from: number): string {
  const change = beside(of, to, from);
  if (change === undefined) return amount(of, to);
  return change.times ? change.text : `${to < from ? "−" : "+"}${change.text.replace(/ (more|less)$/, "")}`;
}

// Common shapes of scenes, and formatting of numbers in scenes.

import type { LineShape, Point, PolygonShape, TextShape, Tone } from "../core/scene.ts";

/** Mean width of a letter relative to its height, in the wider of the usual fonts. */
const LETTER = 0.6;

const FORMAT = new Intl.NumberFormat("en-US", {
  ...{ notation: "compact", maximumSignificantDigits: 3, maximumFractionDigits: 3 },
  roundingPriority: "lessPrecision",
});
const TINY = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1 });
const SHARE = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });

/** Formats a number with at most three digits: `0.62`, `−1.5`, `12.3K`. */
export function short(value: number): string {
  const format = value !== 0 && Math.abs(value) < 0.001 ? TINY : FORMAT;
  return format.format(value === 0 ? 0 : value).replace("-", "−");
}

/** As `short`, with a sign: `+0.62`; zero is `0`. */
export const signed = (value: number): string => (value > 0 ? `+${short(value)}` : short(value));

/** Formats a count with its noun: `1 worker`, `3 workers`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** Formats a share as a percentage: `62%`. */
export const percent = (value: number): string => SHARE.format(value);

/** A text shortened to fit into `width`, at this letter size. */
export function fitted(text: string, width: number, size: number): string {
  const most = Math.max(1, Math.floor(width / (LETTER * size)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Width of a text at this letter size. */
export const widthOf = (text: string, size: number): number => LETTER * size * text.length;

/** Corners of a rectangle, from its lower left one. */
export const rectangle = (left: number, bottom: number, right: number, top: number): Point[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
];

export const block = (points: readonly Point[], fill: Tone, opacity = 1): PolygonShape => ({
  ...{ kind: "polygon", points, fill },
  ...(opacity < 1 ? { opacity } : {}),
});

/** A line between two points. */
export const between = (from: Point, to: Point, stroke: Tone, more: Partial<LineShape> = {}): LineShape => ({
  ...{ kind: "line", points: [from, to], stroke },
  ...more,
});

/** A text at a point, centred unless a side is given. */
export const label = (at: Point, text: string, size: number, more: Partial<TextShape> = {}): TextShape => ({
  ...{ kind: "text", at, text, size, fill: "ink" },
  ...more,
});

// Appearance of variants, the same in every figure: colour, mark and dash; any two of the three identify a variant. Colours are custom
// properties, so that a change of theme recolours SVG automatically; canvas drawings listen to `dark`.

import { signal } from "@preact/signals";

/** Number of colours `--series-0` … in styles/theme.css. */
const COLOURS = 7;
const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3]];

export interface Appearance {
  /** A CSS colour. */
  readonly colour: string;
  readonly mark: Mark;
  /** Line dash of a canvas, in pixels. */
  readonly dash: readonly number[];
}

/** A closed polygon around the origin with an area near 1, or the circle. */
export type Mark = "circle" | readonly (readonly [number, number])[];

const polygon = (corners: number, radius: number, turn: number): Mark =>
  Array.from({ length: corners }, (_, k) => {
    const angle = turn + (2 * Math.PI * k) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

const up = -Math.PI / 2;
const plus: Mark = [
  [-0.2, -0.65],
  [0.2, -0.65],
  [0.2, -0.2],
  [0.65, -0.2],
  [0.65, 0.2],
  [0.2, 0.2],
  [0.2, 0.65],
  [-0.2, 0.65],
  [-0.2, 0.2],
  [-0.65, 0.2],
  [-0.65, -0.2],
  [-0.2, -0.2],
];
const MARKS: readonly Mark[] = [
  "circle",
  polygon(4, 0.71, Math.PI / 4),
  polygon(3, 0.85, up),
  polygon(4, 0.75, 0),
  polygon(3, 0.85, -up),
  plus,
  polygon(6, 0.62, 0),
];

/** Returns the appearance of the variant at `index`. The first 21 differ in more than the mark; there are 147 in all. */
export function appearance(index: number): Appearance {
  const round = Math.floor(index / COLOURS);
  return {
    colour: `var(--series-${index % COLOURS})`,
    mark: MARKS[(index + round) % MARKS.length],
    dash: DASHES[round % DASHES.length],
  };
}

/** Returns the mark as an SVG path around the origin, with the given area in square pixels. */
export function markPath(mark: Mark, area: number): string {
  const size = Math.sqrt(area);
  if (mark === "circle") {
    const r = (0.56 * size).toFixed(2);
    return `M-${r},0A${r},${r} 0 1 1 ${r},0A${r},${r} 0 1 1 -${r},0Z`;
  }
  return `M${mark.map(([x, y]) => `${(x * size).toFixed(2)},${(y * size).toFixed(2)}`).join("L")}Z`;
}

const query = globalThis.matchMedia("(prefers-color-scheme: dark)");

/** True while the user's system requests a dark page. */
export const dark = signal(query.matches);
query.addEventListener("change", (event) => {
  dark.value = event.matches;
});

/** Returns the current value of a colour: `cssColour("var(--series-0)")`. A canvas cannot read custom properties. */
export function cssColour(colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name === undefined ? colour : getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

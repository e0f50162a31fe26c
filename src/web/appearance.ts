// How variants look, the same in every figure: colour, mark and dash, told apart by any two of the three. Colours are
// custom properties, so that a change of theme recolours SVG by itself; what is drawn on canvas listens to `dark`.

import { signal } from "@preact/signals";

/** Colours in styles/theme.css: `--series-0` … */
const COLOURS = 7;
const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3]];

export interface Appearance {
  /** CSS colour. */
  readonly colour: string;
  readonly mark: Mark;
  /** Canvas line dash in pixels. */
  readonly dash: readonly number[];
}

/** A closed polygon around the origin with area near 1, or the circle. */
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

/** Looks of the variant at `index`; 21 before any two agree in all but the mark, 147 in all. */
export function appearance(index: number): Appearance {
  const round = Math.floor(index / COLOURS);
  return {
    colour: `var(--series-${index % COLOURS})`,
    mark: MARKS[(index + round) % MARKS.length],
    dash: DASHES[round % DASHES.length],
  };
}

/** The mark as an SVG path of the given area in square pixels, around the origin. */
export function markPath(mark: Mark, area: number): string {
  const size = Math.sqrt(area);
  if (mark === "circle") {
    const r = (0.56 * size).toFixed(2);
    return `M-${r},0A${r},${r} 0 1 1 ${r},0A${r},${r} 0 1 1 -${r},0Z`;
  }
  return `M${mark.map(([x, y]) => `${(x * size).toFixed(2)},${(y * size).toFixed(2)}`).join("L")}Z`;
}

const query = globalThis.matchMedia("(prefers-color-scheme: dark)");

/** True while the reader's system asks for a dark page. */
export const dark = signal(query.matches);
query.addEventListener("change", (event) => {
  dark.value = event.matches;
});

/** The colour that a custom property stands for now: `cssColour("var(--series-0)")`; canvas cannot read properties. */
export function cssColour(colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name === undefined ? colour : getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

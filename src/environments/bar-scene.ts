// Scenes of bars in panels for environments whose state is amounts, such as bids, budgets, or values of arms. Few bars are rows with a name
// and a number each; many are thin columns.

import type { Point, Scene, Shape, Tone } from "../core/scene.ts";
import { between, block, fitted, label, rectangle, short, widthOf } from "./scene-shapes.ts";

/** A bar: an amount with its name. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Text beside the bar. Default the number. */
  readonly says?: string;
  /** Colour. Default muted. */
  readonly fill?: Tone;
  /** Whether a pointer marks the bar, for example as chosen or as the winner. */
  readonly marked?: boolean;
  /** A second amount of the same kind, shown as a tick on the row. */
  readonly tick?: number;
  /** Text at the right border of the row. */
  readonly note?: string;
}

/** Bars of one kind on a common scale. */
export interface BarPanel {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** The scale; bars are clipped to it. Default from 0. */
  readonly low?: number;
  readonly high: number;
  /** Reference lines for all bars; for one without a value only its name is shown. */
  readonly lines?: readonly { readonly name: string; readonly value: number | undefined; readonly tone: Tone }[];
  /** Meaning of the ticks. */
  readonly ticks?: string;
  /** Meaning of the notes; without it no space is reserved for them. */
  readonly notes?: string;
}

/** Width of every picture, so that letters have the same size in all of them. */
const WIDTH = 32;
const TITLE = { size: 1.05, room: 1.8 } as const;
const ROW = { size: 1, room: 1.55 } as const;
const LEGEND = { size: 0.95, room: 1.5 } as const;
const GAP = 0.8;
const MARGIN = 0.4;
/** Maximum number of characters of a caption, at size 1. */
const MOST_LETTERS = 280;
/** Maximum number of rows of a panel and of a picture; beyond them bars are columns. */
const MOST_ROWS = { panel: 16, picture: 20, always: 3 } as const;
/** Height of the columns, and their largest number before neighbours share one. */
const COLUMNS = { height: 7, most: 400 } as const;
/** Space on the right for numbers and for notes. */
const SAYS = 3.8;
const NOTE = 7.4;

/** Horizontal extent of the bars. */
interface Frame {
  readonly left: number;
  readonly right: number;
}

/** A picture of panels, one below the other. The number of bars and the scales must not change within an episode. */
export function barScene(panels: readonly BarPanel[], caption: string): Scene {
  const rows = panels.reduce((sum, { bars }) => sum + bars.length, 0);
  const inRows = (panel: BarPanel) =>
    panel.bars.length <= MOST_ROWS.always || (panel.bars.length <= MOST_ROWS.panel && rows <= MOST_ROWS.picture);
  const names = panels.filter(inRows).flatMap(({ bars }) => bars.map(({ name }) => widthOf(name, ROW.size)));
  const left = 1.2 + Math.min(10, Math.max(2, ...names)) + 0.5;
  const noted = panels.some(({ notes }) => notes !== undefined);
  const frame = { left, right: WIDTH - SAYS - (noted ? NOTE : 0) };
  const shapes: Shape[] = [];
  let top = 0;
  for (const panel of panels) {
    const named = inRows(panel);
    shapes.push(...heading(panel.title, named ? panel.notes : undefined, top));
    top -= TITLE.room;
    const drawn = named ? rowsOf(panel, frame, top) : columnsOf(panel, top);
    shapes.push(...drawn.shapes);
    top -= drawn.height + GAP;
  }
  return {
    view: { left: -MARGIN, right: WIDTH + MARGIN, bottom: top + GAP - MARGIN, top: MARGIN },
    shapes,
    // Names are the user's and may be long.
    caption: fitted(caption, MOST_LETTERS, 1),
  };
}

function heading(title: string, notes: string | undefined, top: number): Shape[] {
  const y = top - TITLE.room / 2;
  const [size, small] = [TITLE.size, LEGEND.size];
  const taken = notes === undefined ? 0 : Math.min(WIDTH / 2, 1 + widthOf(notes, small));
  return [
    label([0, y], fitted(title, WIDTH - taken, size), size, { align: "start" }),
    ...(notes === undefined
      ? []
      : [label([WIDTH - 0.2, y], fitted(notes, WIDTH / 2, small), small, { align: "end", fill: "muted" })]),
  ];
}

interface Drawn {
  readonly shapes: Shape[];
  readonly height: number;
}

function rowsOf(panel: BarPanel, { left, right }: Frame, top: number): Drawn {
  const { bars, low = 0, high, lines, ticks, notes } = panel;
  const across = scaleOf(low, high, left, right);
  const zero = across(Math.max(low, Math.min(0, high)));
  const shapes: Shape[] = [];
  for (const [k, bar] of bars.entries()) {
    const y = top - (k + 0.5) * ROW.room;
    const half = 0.32 * ROW.room;
    if (bar.marked === true) shapes.push(block(rectangle(0, y - ROW.room / 2, WIDTH, y + ROW.room / 2), "faint", 0.45));
    shapes.push(block(rectangle(left, y - half, right, y + half), "faint", 0.3));
    const end = across(bar.value);
    if (end !== zero) {
      const points = rectangle(Math.min(zero, end), y - half, Math.max(zero, end), y + half);
      shapes.push(block(points, bar.fill ?? "muted"));
    }
    if (bar.tick !== undefined) {
      const at = across(bar.tick);
      shapes.push(between([at, y - 1.4 * half], [at, y + 1.4 * half], "ink", { width: 2.5 }));
    }
    if (bar.marked === true) shapes.push(pointer([0.2, y]));
    const name = fitted(bar.name, left - 1.5, ROW.size);
    shapes.push(label([1.2, y], name, ROW.size, { align: "start" }));
    const says = fitted(bar.says ?? short(bar.value), SAYS, ROW.size);
    shapes.push(label([right + SAYS - 0.3, y], says, ROW.size, { align: "end" }));
    if (notes !== undefined && bar.note !== undefined)
      shapes.push(label([WIDTH - 0.2, y], fitted(bar.note, NOTE, ROW.size), ROW.size, { align: "end" }));
  }
  const bottom = top - bars.length * ROW.room;
  if (low < 0 && high > 0) shapes.push(between([zero, bottom], [zero, top], "muted", { width: 1 }));
  for (const { value, tone } of lines ?? [])
    if (value !== undefined) shapes.push(between([across(value), bottom], [across(value), top], tone, DASHED));
  const legend = legendOf(lines, ticks, left, bottom);
  return { shapes: [...shapes, ...legend], height: top - bottom + (legend.length > 0 ? LEGEND.room : 0) };
}

const DASHED = { dashed: true, width: 2 } as const;

/** A triangle that points to the right. */
const pointer = ([x, y]: Point): Shape => ({
  kind: "polygon",
  points: [
    [x, y - 0.4],
    [x, y + 0.4],
    [x + 0.7, y],
  ],
  fill: "ink",
});

/** Legend of lines and ticks below the bars. */
function legendOf(lines: BarPanel["lines"] = [], ticks: string | undefined, left: number, top: number): Shape[] {
  const y = top - LEGEND.room / 2;
  const shapes: Shape[] = [];
  let at = left;
  const entry = (name: string, stroke: Tone, more: object) => {
    shapes.push(
      between([at + 0.2, y - 0.5], [at + 0.2, y + 0.5], stroke, more),
      label([at + 0.7, y], fitted(name, WIDTH - at - 0.7, LEGEND.size), LEGEND.size, { align: "start", fill: "muted" }),
    );
    at += 1.8 + widthOf(name, LEGEND.size);
  };
  for (const { name, tone } of lines) entry(name, tone, DASHED);
  if (ticks !== undefined) entry(ticks, "ink", { width: 2.5 });
  return shapes;
}

/** Many bars as one figure without ticks; marked ones are drawn in front of it and named below. */
function columnsOf({ bars, low = 0, high, lines }: BarPanel, top: number): Drawn {
  const [bottom, left] = [top - COLUMNS.height, 3.4];
  const up = scaleOf(low, high, bottom, top - 0.3);
  const zero = up(Math.max(low, Math.min(0, high)));
  const each = Math.ceil(bars.length / COLUMNS.most);
  const count = Math.ceil(bars.length / each);
  const wide = (WIDTH - left) / count;
  const shapes: Shape[] = [
    label([left - 0.4, top - 0.6], short(high), LEGEND.size, { align: "end", fill: "muted" }),
    label([left - 0.4, bottom + 0.3], short(low), LEGEND.size, { align: "end", fill: "muted" }),
    between([left, zero], [WIDTH, zero], "muted", { width: 1 }),
  ];
  // Adjacent columns of one colour are one figure.
  const column = (k: number) => bars.slice(k * each, (k + 1) * each).reduce((a, b) => (b.value > a.value ? b : a));
  const tall = Array.from({ length: count }, (_, k) => column(k));
  for (let from = 0, to = 0; from < count; from = to) {
    const fill = tall[from].fill ?? "muted";
    const outline: Point[] = [[rounded(left + from * wide), zero]];
    for (to = from; to < count && (tall[to].fill ?? "muted") === fill; to++) {
      const y = up(tall[to].value);
      const x = left + to * wide;
      outline.push([rounded(x + 0.06 * wide), y], [rounded(x + 0.94 * wide), y]);
    }
    outline.push([rounded(left + to * wide), zero]);
    shapes.push({ ...block(outline, fill), opacity: 0.6 });
  }
  const marked = bars.flatMap((bar, k) => (bar.marked === true ? [{ bar, k: Math.floor(k / each) }] : []));
  for (const { bar, k } of marked) {
    const x = left + k * wide;
    const thick = Math.max(wide, 0.25);
    const middle = x + wide / 2;
    const ends = [zero, up(bar.value)].sort((a, b) => a - b);
    shapes.push(
      block(rectangle(middle - thick / 2, ends[0], middle + thick / 2, Math.max(ends[1], ends[0] + 0.15)), "ink"),
    );
  }
  for (const { value, tone } of lines ?? [])
    if (value !== undefined) shapes.push(between([left, up(value)], [WIDTH, up(value)], tone, DASHED));
  const names = marked.slice(0, 8).map(({ bar }) => {
    const more = bar.note === undefined ? "" : `, ${bar.note}`;
    return `${bar.name}: ${bar.says ?? short(bar.value)}${more}`;
  });
  const text = `${names.join(" · ")}${marked.length > 8 ? " …" : ""}`;
  const y = bottom - LEGEND.room / 2;
  shapes.push(label([left, y], fitted(text, WIDTH - left, LEGEND.size), LEGEND.size, { align: "start" }));
  const legend = legendOf(lines, undefined, left, bottom - LEGEND.room);
  return {
    shapes: [...shapes, ...legend],
    height: COLUMNS.height + LEGEND.room + (legend.length > 0 ? LEGEND.room : 0),
  };
}

/** Linear map from amounts to positions, clipped at the ends. */
function scaleOf(low: number, high: number, from: number, to: number): (value: number) => number {
  const range = high - low;
  return (value) => rounded(from + (range > 0 ? Math.min(1, Math.max(0, (value - low) / range)) : 0) * (to - from));
}

/** A position rounded to visible precision, because a long replay has many. */
const rounded = (place: number): number => Math.round(place * 1000) / 1000;

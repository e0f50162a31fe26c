// Draws a scene on a canvas: coordinates are scaled to the available width, and tones are mapped to the page's colours.

import type { GridShape, Paint, PictureShape, Point, Scene, Shape, TextShape, Tone } from "../core/scene.ts";
import { cssColour } from "./appearance.ts";

const TONES: Readonly<Record<Exclude<Tone, number>, string>> = {
  ink: "--ink",
  muted: "--muted",
  faint: "--line",
  accent: "--accent",
  good: "--series-2",
  warning: "--series-4",
  bad: "--series-1",
  surface: "--surface",
};
/** Number of seat colours, `--series-0` … */
const SEATS = 7;
const LINE_WIDTH = 1.5;
/** Length of an arrowhead in pixels; more for a thick line. */
const HEAD = 7;

/** Returns the current colours, read once per picture. */
function palette(): (tone: Tone) => string {
  const read = new Map<Tone, string>();
  return (tone) => {
    const known =
      read.get(tone) ?? cssColour(`var(${typeof tone === "number" ? `--series-${tone % SEATS}` : TONES[tone]})`);
    read.set(tone, known);
    return known;
  };
}

/** Returns the height in pixels of a picture of this width, at most `most`. */
export function heightOf({ view }: Pick<Scene, "view">, width: number, most: number): number {
  return Math.min(most, (width * (view.top - view.bottom)) / (view.right - view.left));
}

/** Draws a scene on the whole canvas, at `width` × `height` CSS pixels. */
export function drawScene(canvas: HTMLCanvasElement, { view, shapes }: Scene, width: number, height: number): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const sharp = globalThis.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * sharp) || canvas.height !== Math.round(height * sharp)) {
    canvas.width = Math.round(width * sharp);
    canvas.height = Math.round(height * sharp);
  }
  const scale = Math.min(width / (view.right - view.left), height / (view.top - view.bottom));
  const [middle, centre] = [(view.left + view.right) / 2, (view.bottom + view.top) / 2];
  const brush: Brush = {
    context,
    scale,
    at: ([x, y]) => [width / 2 + (x - middle) * scale, height / 2 - (y - centre) * scale],
    colour: palette(),
  };
  context.setTransform(sharp, 0, 0, sharp, 0, 0);
  context.clearRect(0, 0, width, height);
  for (const shape of shapes) draw(shape, brush);
}

interface Brush {
  readonly context: CanvasRenderingContext2D;
  /** Pixels per unit. */
  readonly scale: number;
  readonly at: (point: Point) => Point;
  readonly colour: (tone: Tone) => string;
}

function draw(shape: Shape, brush: Brush): void {
  const { context, scale, at } = brush;
  context.globalAlpha = "opacity" in shape ? (shape.opacity ?? 1) : 1;
  switch (shape.kind) {
    case "circle": {
      const [x, y] = at(shape.at);
      context.beginPath();
      context.arc(x, y, shape.radius * scale, 0, 2 * Math.PI);
      paint(shape, brush);
      return;
    }
    case "polygon":
      path(shape.points, brush);
      context.closePath();
      paint(shape, brush);
      return;
    case "line":
      context.setLineDash(shape.dashed === true ? [6, 5] : []);
      path(shape.points, brush);
      paint({ ...shape, stroke: shape.stroke ?? "ink" }, brush);
      context.setLineDash([]);
      if (shape.arrow === true) head(shape.points, shape.stroke ?? "ink", shape.width ?? LINE_WIDTH, brush);
      return;
    case "text":
      write(shape, shape.at, shape.size, brush, true);
      return;
    case "grid":
      tile(shape, brush);
      return;
    case "picture":
      show(shape, brush);
      return;
    default:
      shape satisfies never;
  }
}

/** Cache of decoded pictures; the least recently drawn are dropped. */
const decoded = new Map<string, HTMLImageElement>();
const MOST_DECODED = 100;

/** Draws a picture. It may have to be decoded first; then it is not drawn if the canvas shows another moment by that time. */
function show({ png, at, width, height }: PictureShape, { context, scale, at: placeOf }: Brush): void {
  const image = decoded.get(png) ?? new Image();
  const isNew = !decoded.has(png);
  decoded.delete(png);
  decoded.set(png, image);
  const [oldest] = decoded.keys();
  if (decoded.size > MOST_DECODED) decoded.delete(oldest);
  const [x, y] = placeOf([at[0], at[1] + height]);
  const paintNow = () => {
    // Enlarged pixels stay square.
    context.imageSmoothingEnabled = scale < 1;
    context.drawImage(image, x, y, width * scale, height * scale);
  };
  awaited.set(context, image);
  if (image.complete && !isNew) paintNow();
  else image.addEventListener("load", () => awaited.get(context) === image && paintNow(), { once: true });
  if (isNew) image.src = `data:image/png;base64,${png}`;
}

/** The picture that a canvas is waiting for. */
const awaited = new WeakMap<CanvasRenderingContext2D, HTMLImageElement>();

function path(points: readonly Point[], { context, at }: Brush): void {
  context.beginPath();
  for (const [k, point] of points.entries()) {
    const [x, y] = at(point);
    if (k === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

function paint({ fill, stroke, width = LINE_WIDTH }: Paint, { context, colour }: Brush): void {
  if (fill !== undefined) {
    context.fillStyle = colour(fill);
    context.fill();
  }
  if (stroke === undefined) return;
  context.strokeStyle = colour(stroke);
  context.lineWidth = width;
  context.stroke();
}

/** Draws an arrowhead at the last point. */
function head(points: readonly Point[], stroke: Tone, width: number, { context, at, colour }: Brush): void {
  const [[fromX, fromY], [x, y]] = [points[points.length - 2], points[points.length - 1]].map(at);
  const turn = Math.atan2(y - fromY, x - fromX);
  const size = HEAD + 1.5 * width;
  context.fillStyle = colour(stroke);
  context.beginPath();
  context.moveTo(x + (size / 2) * Math.cos(turn), y + (size / 2) * Math.sin(turn));
  for (const side of [-1, 1])
    context.lineTo(x - size * Math.cos(turn + side * 0.5), y - size * Math.sin(turn + side * 0.5));
  context.closePath();
  context.fill();
}

function write(
  { text, fill = "ink", align = "middle" }: Pick<TextShape, "text" | "fill" | "align">,
  point: Point,
  size: number,
  { context, scale, at, colour }: Brush,
  rim = false,
): void {
  const [x, y] = at(point);
  context.fillStyle = colour(fill);
  context.font = `${size * scale}px system-ui, sans-serif`;
  context.textAlign = align === "middle" ? "center" : align;
  context.textBaseline = "middle";
  if (rim) {
    // An outline in the background's colour, so that lines below do not run through the text.
    context.strokeStyle = colour("surface");
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeText(text, x, y);
  }
  context.fillText(text, x, y);
}

function tile({ at: [left, bottom], cell, columns, cells, legend }: GridShape, brush: Brush): void {
  const { context, scale, at, colour } = brush;
  const rows = Math.ceil(cells.length / columns);
  const side = cell * scale;
  for (const [k, kind] of cells.entries()) {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    const middle: Point = [left + (column + 0.5) * cell, bottom + (rows - row - 0.5) * cell];
    const [x, y] = at(middle);
    const { fill, text } = legend[kind] ?? legend[0];
    context.fillStyle = colour(fill);
    // A thin gap remains between cells.
    context.fillRect(x - side / 2, y - side / 2, side - Math.min(1, side / 8), side - Math.min(1, side / 8));
    if (text !== undefined) write({ text, fill: "ink" }, middle, cell * 0.6, brush);
  }
}

// Gains of pays over a pressure or over steps: a line, a band and dots for each pay, grey where the log cannot tell.

import * as Plot from "@observablehq/plot";
import { isNumber, type Maybe, number, tick } from "../../evaluation/number-format.ts";
import { appearance } from "../appearance.ts";
import { axisEnds, axisTicks } from "../axis-ticks.ts";
import { Figure } from "./figure.tsx";
import { symbolOf } from "./interval-figure.tsx";

export interface PressedLine {
  readonly name: string;
  /** Index of its appearance. */
  readonly index: number;
  readonly points: readonly { readonly x: number; readonly mean: Maybe; readonly low?: Maybe; readonly high?: Maybe }[];
}

interface PressedFigureProps {
  readonly label: string;
  readonly caption?: string;
  readonly lines: readonly PressedLine[];
  /** Titles of the axes. */
  readonly axis: string;
  readonly side: string;
  /** Scale of the x axis: KLs crowd near 0, and n doubles. */
  readonly scale?: "linear" | "sqrt" | "log";
  /** End of the x axis, and the value from which on the log cannot tell. */
  readonly to?: number;
  readonly greyFrom?: number;
  /** Values of x that a dashed line marks, in the appearance of a pay. */
  readonly marked?: readonly { readonly x: number; readonly index: number }[];
  readonly height?: number;
}

const LETTER = 7;

export function PressedFigure(props: PressedFigureProps) {
  const { label, caption, lines, axis, side, scale = "linear", to, greyFrom, marked = [], height = 250 } = props;
  const rows = lines.flatMap(({ name, index, points }) => points.map((point) => ({ ...point, name, index })));
  const xs = [...new Set(rows.map(({ x }) => x))].sort((a, b) => a - b);
  const [first, last] = [xs[0] ?? 0, to ?? xs.at(-1) ?? 1];
  const [low, high] = axisEnds([...rows.flatMap((row) => [row.mean, row.low, row.high]), 0]);
  const draw = (width: number): Element => {
    const ticks = ticksOf(scale, xs, [first, last], Math.max(3, Math.floor(width / 60)));
    const ticksY = axisTicks(low, high, Math.max(3, Math.floor(height / 42)));
    const format = (value: number, _k: number, all?: readonly number[]) => tick(value, all);
    return Plot.plot({
      width,
      height,
      marginLeft: Math.max(44, 14 + LETTER * Math.max(...ticksY.map((value) => tick(value, ticksY).length))),
      marginRight: 20,
      marginTop: 12,
      marginBottom: 26,
      style: { fontSize: "12px", overflow: "visible" },
      x: {
        ...{ label: null, domain: first < last ? [first, last] : [first - 1, first + 1], ticks },
        ...(scale === "log" ? { type: "log" as const, base: 2 } : scale === "sqrt" ? { type: "sqrt" as const } : {}),
        tickFormat: scale === "linear" ? format : (value: number) => tick(value),
      },
      y: { label: null, domain: [low, high], ticks: ticksY, tickFormat: format },
      marks: [
        isNumber(greyFrom) && greyFrom < last
          ? Plot.rect([0], { x1: greyFrom, x2: last, y1: low, y2: high, fill: "var(--line)", fillOpacity: 0.75 })
          : null,
        Plot.gridX({ stroke: "var(--line)", strokeOpacity: 1, ticks }),
        Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1, ticks: ticksY }),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
        marked.map(({ x, index }, k) =>
          Plot.ruleX([x], { stroke: appearance(index).colour, strokeWidth: 1.5, strokeDasharray: "4 4", dx: 2 * k }),
        ),
        lines.map(({ index, points }) => {
          const look = appearance(index);
          const known = points.filter(({ mean }) => isNumber(mean));
          return [
            Plot.areaY(
              known.filter((point) => isNumber(point.low) && isNumber(point.high)),
              { x: "x", y1: "low", y2: "high", fill: look.colour, fillOpacity: 0.15 },
            ),
            Plot.lineY(known, { x: "x", y: "mean", stroke: look.colour, strokeWidth: 2 }),
            Plot.dot(known, { x: "x", y: "mean", r: 3.5, symbol: symbolOf(look), fill: look.colour }),
          ];
        }),
        Plot.tip(
          rows,
          Plot.pointer({
            ...{ x: "x", y: "mean", fontSize: 12, lineHeight: 1.35 },
            title: ({ x, name, mean, low: from, high: upTo }: (typeof rows)[number]) =>
              `${name}, at ${tick(x)}\n${number(mean)}${isNumber(from) ? ` [${number(from)}, ${number(upTo)}]` : ""}`,
          }),
        ),
      ],
    });
  };
  return (
    <Figure
      label={label}
      draw={draw}
      side={`↑ ${side}`}
      axis={`${axis}\u00a0→`}
      {...(caption === undefined ? {} : { caption })}
    />
  );
}

/** Round values of a square-root axis. */
const ROUND = [0, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6];

function ticksOf(
  scale: "linear" | "sqrt" | "log",
  xs: readonly number[],
  ends: readonly [number, number],
  most: number,
): number[] {
  const [first, last] = ends;
  if (scale === "log") return xs.filter((_, k) => k % Math.ceil(xs.length / most) === 0);
  if (scale === "linear") {
    if (xs.length <= most) return [...xs];
    return axisTicks(first, last, most);
  }
  const apart = Math.sqrt(last) / most;
  const kept: number[] = [];
  for (const value of ROUND)
    if (value <= last && (kept.length === 0 || Math.sqrt(value) - Math.sqrt(kept[kept.length - 1]) >= apart))
      kept.push(value);
  return kept.length > 1 ? kept : [0, last];
}

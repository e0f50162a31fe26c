// Dots with intervals, one row each, on one scale: means of variants, or differences of pairs with a line at zero.

import * as Plot from "@observablehq/plot";
import { isNumber, type Maybe, number, shortened, tick } from "../../evaluation/number-format.ts";
import { type Appearance, appearance } from "../appearance.ts";
import { axisEnds, axisTicks } from "../axis-ticks.ts";
import { Figure } from "./figure.tsx";

export interface IntervalRow {
  readonly name: string;
  readonly mean: Maybe;
  readonly low: Maybe;
  readonly high: Maybe;
  /** Index of the variant whose appearance the row has; none for a comparison. */
  readonly variant?: number;
  /** Drawn at full opacity; false where the interval includes zero. */
  readonly strong?: boolean;
}

export interface IntervalFigureProps {
  readonly label: string;
  readonly caption?: string;
  readonly unit: string;
  readonly rows: readonly IntervalRow[];
  /** Draws a line at zero, for differences. */
  readonly zero?: boolean;
}

const ROW = 24;
const LETTER = 6.6;

const neutral: Appearance = { colour: "var(--ink)", mark: "circle", dash: [] };

export function IntervalFigure({ label, caption, unit, rows, zero = false }: IntervalFigureProps) {
  const draw = (width: number): Element => {
    const longest = Math.max(...rows.map((row) => row.name.length));
    const margin = Math.min(longest * LETTER + 16, width * 0.42);
    const letters = Math.max(4, Math.round((margin - 16) / LETTER));
    const rowHeight = rows.some(({ name }) => inLines(name, letters).includes("\n")) ? 1.4 * ROW : ROW;
    const known = rows.filter((row) => isNumber(row.mean));
    const bounded = known.filter((row) => isNumber(row.low) && isNumber(row.high));
    const look = (row: IntervalRow) => (row.variant === undefined ? neutral : appearance(row.variant));
    const title = (row: IntervalRow) =>
      `${row.name}\n${number(row.mean)}${isNumber(row.low) ? ` [${number(row.low)}, ${number(row.high)}]` : ""}`;
    const [low, high] = axisEnds(rows.flatMap((row) => [row.mean, row.low, row.high, zero ? 0 : null]));
    const ticks = axisTicks(low, high, Math.floor((width - margin) / 72));
    return Plot.plot({
      width,
      height: rows.length * rowHeight + 30,
      marginLeft: margin,
      marginRight: 14,
      marginTop: 6,
      marginBottom: 24,
      style: { fontSize: "12px", overflow: "visible" },
      x: {
        domain: [low, high],
        label: null,
        tickFormat: (value: number, _k: number, all?: readonly number[]) => tick(value, all),
        ticks,
        nice: false,
      },
      y: { domain: rows.map((row) => row.name), label: null, padding: 0.4 },
      marks: [
        Plot.gridX({ stroke: "var(--line)", strokeOpacity: 1, ticks }),
        Plot.axisY({ tickSize: 0, tickPadding: 8, tickFormat: (name: string) => inLines(name, letters) }),
        zero ? Plot.ruleX([0], { stroke: "var(--muted)" }) : null,
        Plot.link(bounded, {
          x1: "low",
          x2: "high",
          y: "name",
          stroke: (row: IntervalRow) => look(row).colour,
          strokeWidth: 2.5,
          strokeLinecap: "round",
          strokeOpacity: (row: IntervalRow) => (row.strong === false ? 0.45 : 0.85),
        }),
        known.map((row) =>
          Plot.dot([row], {
            x: "mean",
            y: "name",
            r: 5.5,
            symbol: symbolOf(look(row)),
            fill: row.strong === false ? "var(--surface)" : look(row).colour,
            stroke: look(row).colour,
            strokeWidth: 1.5,
          }),
        ),
        Plot.tip(known, Plot.pointerY({ x: "mean", y: "name", title, fontSize: 12, lineHeight: 1.35 })),
      ],
    });
  };
  return <Figure label={label} draw={draw} axis={unit} {...(caption === undefined ? {} : { caption })} />;
}

/** Shortens a name to so many letters, or to two lines of them: a pair of names breaks at the minus, another name between words. */
function inLines(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const minus = name.indexOf(" − ");
  const at = minus < 0 ? name.lastIndexOf(" ", letters) : minus + 2;
  const lines = at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
  return lines.map((line) => shortened(line, letters)).join("\n");
}

/** The part of a canvas context that a mark needs. */
interface PathContext {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

export function symbolOf({ mark }: Appearance): Plot.SymbolType {
  if (mark === "circle") return "circle";
  return {
    draw(context: PathContext, size: number) {
      const scale = Math.sqrt(size);
      mark.forEach(([x, y], k) => {
        if (k === 0) context.moveTo(x * scale, y * scale);
        else context.lineTo(x * scale, y * scale);
      });
      context.closePath();
    },
  };
}

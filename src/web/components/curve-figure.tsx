// A measure over steps, drawn by uPlot: a line and a band per variant, with values at the step under the pointer or the slider.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import {
  brief,
  count,
  decimalsFor,
  isNumber,
  type Maybe,
  number,
  tick,
  withUnit,
} from "../../evaluation/number-format.ts";
import { type Lengths, playedAt } from "../../lab/report/lengths.ts";
import { appearance, cssColour, dark } from "../appearance.ts";
import { aligned, type NamedCurve } from "../curve-table.ts";
import { smoothedCurve } from "../smoothing.ts";
import { EstimateValue } from "./estimate-value.tsx";
import { VariantMark } from "./variant-mark.tsx";

export interface CurveFigureProps {
  readonly label: string;
  readonly unit: string;
  readonly meaning: string;
  /** What a point is a value of. */
  readonly by: "step" | "update";
  /** Unit of the x axis. */
  readonly axis: "step" | "second";
  readonly curves: readonly NamedCurve[];
  /** Names of curves that are not drawn, and what a click on a name does. */
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (name: string) => void;
  readonly isLogarithmic: boolean;
  /** Weight of earlier values in the moving average that is drawn; 0 draws the values unchanged. */
  readonly smooth: number;
}

const HEIGHT = 320;

/** Distances of ticks between steps: whole numbers. */
const WHOLE = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

export function CurveFigure(props: CurveFigureProps) {
  const { label, unit, meaning, by, axis, curves: all, hidden, onHide, isLogarithmic, smooth } = props;
  const names = [...hidden].join("\n");
  const curves = useMemo(() => all.filter(({ name }) => !hidden.has(name)), [all, names]);
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const table = useMemo(() => aligned(curves), [curves]);
  const drawnTable = useMemo(
    () => (smooth === 0 ? table : smoothedTable(curves, table, smooth)),
    [curves, table, smooth],
  );
  const steps = table[0];
  const chosen = useSignal(steps.length - 1);
  const at = (step: number) => (axis === "step" ? number(step, 0) : brief(step, 3));
  const isDark = dark.value;
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawn = new uPlot(
      options(element.clientWidth, curves, { axis, isDark, isSmooth: smooth > 0, isLogarithmic }, (index) => {
        chosen.value = index;
      }),
      drawnTable,
      element,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [curves, drawnTable, smooth, isDark, isLogarithmic, axis, chosen]);
  const index = Math.min(chosen.value, steps.length - 1);
  const now = curves.map(({ name, lengths }, k) => {
    // A curve that ended before is shown with its last value.
    const known = lastKnown(table[3 * k + 1], index);
    const [mean, low, high] = [1, 2, 3].map((column) => table[3 * k + column][known] ?? null);
    const still = lengths === undefined ? "" : stillPlayed(lengths, steps[index]);
    return { name, still: known < index ? `at ${axis} ${at(steps[known])}` : still, value: { mean, low, high } };
  });
  const decimals = decimalsFor(now.map(({ value }) => value));
  return (
    <figure>
      <p class="axis-label">{withUnit(label, unit)}</p>
      <div
        class="drawing"
        ref={box}
        role="img"
        aria-label={`${label} at ${count(steps.length, "step")}, mean over seeds with 95 % intervals, ${curves.length} variants; the readout below gives the numbers`}
      />
      <div class="readout">
        <label>
          {axis} <output>{at(steps[index])}</output>
          <input
            type="range"
            aria-label={axis}
            min={0}
            max={steps.length - 1}
            value={index}
            onInput={(event) => {
              chosen.value = event.currentTarget.valueAsNumber;
              showCursor(plot.current, steps[chosen.value]);
            }}
          />
        </label>
        <ul>
          {all.map(({ name, variant }) => {
            const shown = now.find((one) => one.name === name);
            return (
              <li key={name}>
                <CurveName {...{ name, variant, isShown: shown !== undefined, onHide }} />
                {shown !== undefined && <EstimateValue estimate={shown.value} decimals={decimals} />}
                {shown !== undefined && shown.still !== "" && <span class="unit">{shown.still}</span>}
              </li>
            );
          })}
        </ul>
      </div>
      <figcaption>
        {meaning === "" ? "" : `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}. `}
        {valuesOf(by, curves)}, with the 95&nbsp;% interval over seeds.{" "}
        {by === "update" && "A seed that measured nothing in an update counts with its last value. "}
        {curves.some(({ lengths = [] }) => lengths.length > 1) &&
          "Some episodes end before others: a mean is of those that are still played, and the readout says how many. "}
        {smooth > 0 &&
          `Lines are moving averages with the weight ${smooth} of what was before. Faint lines, bands and the numbers above are not smoothed. `}
        {axis === "second" &&
          "Seconds are what a cell took where it was computed, beside other cells, spread evenly over its training. "}
        Drag to enlarge a stretch, double-click to see all.
      </figcaption>
    </figure>
  );
}

/** Returns the last row of a column, up to this one, that has a value; this one where none has. */
function lastKnown(column: readonly Maybe[], row: number): number {
  for (let k = row; k >= 0; k--) if (isNumber(column[k])) return k;
  return row;
}

/** Formats `12 of 20 episodes`, where some ended before others. */
function stillPlayed(lengths: Lengths, step: number): string {
  if (lengths.length < 2) return "";
  const { played, all } = playedAt(lengths, step);
  return `${number(played, 0)} of ${count(all, "episode")}`;
}

/** Describes what a point averages. */
function valuesOf(by: "step" | "update", curves: readonly NamedCurve[]): string {
  const widths = curves.flatMap(({ curve }) => (curve === undefined ? [] : [curve.width]));
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  if (most === 1) return `Values of single ${by}s`;
  const neighbours = least === most ? count(most, by) : `${least} to ${count(most, by)}`;
  return `Each point is the mean of ${neighbours}`;
}

/** Returns the table with smoothed means, followed by columns of unsmoothed means. */
function smoothedTable(
  curves: readonly NamedCurve[],
  table: ReturnType<typeof aligned>,
  weight: number,
): ReturnType<typeof aligned> {
  const smooth = curves.map(({ curve, ...named }) => ({
    ...named,
    curve: curve === undefined ? undefined : smoothedCurve(curve, weight),
  }));
  const [, ...raw] = table;
  return [...aligned(smooth), ...raw.filter((_, column) => column % 3 === 0)];
}

interface Shape extends Record<"isDark" | "isSmooth" | "isLogarithmic", boolean>, Pick<CurveFigureProps, "axis"> {}

function options(
  width: number,
  curves: readonly NamedCurve[],
  { axis: by, isDark, isSmooth, isLogarithmic }: Shape,
  moved: (index: number) => void,
): uPlot.Options {
  const ink = cssColour("var(--muted)");
  const line = cssColour("var(--line)");
  const axis: uPlot.Axis = {
    stroke: ink,
    font: "12px system-ui, sans-serif",
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 5 },
  };
  const opacity = Math.round((curves.length > 6 ? 0.1 : isDark ? 0.24 : 0.18) * 255)
    .toString(16)
    .padStart(2, "0");
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    scales: {
      x: { time: false },
      y: isLogarithmic
        ? { distr: 3, range: (_plot, low, high) => uPlot.rangeLog(low, high, 10, false) }
        : { range: (_plot, low, high) => valueRange(low, high) },
    },
    axes: [
      {
        ...axis,
        label: by,
        size: 30,
        space: Math.min(80, Math.max(50, width / 6)),
        ...(by === "step" && { incrs: WHOLE }),
        values: (_plot, splits) => splits.map((split) => tick(split, splits)),
        labelFont: "12px system-ui, sans-serif",
        labelSize: 20,
      },
      {
        ...axis,
        size: 62,
        // Of a logarithmic axis the chart leaves out ticks that are too close.
        values: (_plot, splits) =>
          splits.map((split) => (isNumber(split) ? tick(split, isLogarithmic ? [] : splits) : "")),
      },
    ],
    series: [
      {},
      ...curves.flatMap(({ variant }): uPlot.Series[] => {
        const { colour, dash } = appearance(variant);
        const bound: uPlot.Series = { stroke: "transparent", points: { show: false } };
        const mean = { stroke: cssColour(colour), width: 2, dash: [...dash], points: { show: false } };
        return [mean, bound, bound];
      }),
      ...(isSmooth ? curves : []).map(({ variant }): uPlot.Series => {
        return { stroke: `${cssColour(appearance(variant).colour)}66`, width: 1, points: { show: false } };
      }),
    ],
    bands: curves.map(({ variant }, k) => ({
      series: [3 * k + 3, 3 * k + 2],
      fill: `${cssColour(appearance(variant).colour)}${opacity}`,
    })),
    hooks: {
      // For readers who cannot see the canvas: the ends of the axis, and the minimum and maximum of the drawn values.
      setScale: [
        (plot, key) => {
          if (key === "y") plot.root.parentElement?.setAttribute("data-axis", axisAndData(plot));
        },
      ],
      setCursor: [
        (plot) => {
          if (isNumber(plot.cursor.idx)) moved(plot.cursor.idx);
        },
      ],
    },
  };
}

function axisAndData(plot: uPlot): string {
  const values = plot.data.slice(1).flatMap((column) => [...column].filter(isNumber));
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return [plot.scales.y.min, plot.scales.y.max, least, most].join(" ");
}

/** A name that hides and shows its curve. */
function CurveName(props: Pick<CurveFigureProps, "onHide"> & { name: string; variant: number; isShown: boolean }) {
  const { name, variant, isShown, onHide } = props;
  return (
    <button
      type="button"
      class="of-curve"
      aria-pressed={isShown}
      title={isShown ? "hide its curve" : "show its curve"}
      onClick={() => onHide(name)}
    >
      <VariantMark index={variant} />
      <span>{name}</span>
    </button>
  );
}

/** Returns the ends of an axis that fits its values. A constant line is in the middle; a line at zero is at the bottom. */
function valueRange(low: number, high: number): [number, number] {
  if (!isNumber(low) || !isNumber(high)) return [0, 1];
  if (low < high) {
    const [from, to] = uPlot.rangeNum(low, high, 0.1, true);
    return [from ?? low, to ?? high];
  }
  const around = Math.abs(low) / 10;
  return low === 0 ? [0, 1] : [low - around, low + around];
}

function showCursor(plot: uPlot | null, step: number): void {
  plot?.setCursor({ left: plot.valToPos(step, "x"), top: 0 }, false);
}

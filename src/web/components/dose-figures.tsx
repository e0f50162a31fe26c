// Dose and response: the objective and pay over each numeric setting that variants differ in, with 95 % bands.

import * as Plot from "@observablehq/plot";
import { isNumber, number, tick, withUnit } from "../../evaluation/number-format.ts";
import { type DoseAxis, doseAxes } from "../../lab/report/finding/doses.ts";
import { type HeadlineMeasure, headlineMeasures } from "../../lab/report/measures.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import { appearance } from "../appearance.ts";
import { axisEnds, axisTicks } from "../axis-ticks.ts";
import { Figure } from "./figure.tsx";
import { symbolOf } from "./interval-figure.tsx";
import { VariantKey } from "./variant-mark.tsx";

export const hasDoses = (data: ReportData): boolean => doseAxes(data.variants).length > 0;

export function DoseFigures({ data }: { readonly data: ReportData }) {
  const measures = headlineMeasures(data).filter(({ key }) => key === "objective" || key === "pay");
  return (
    <div class="figure-grid">
      {doseAxes(data.variants).flatMap((axis) =>
        measures.map((measure) => (
          <div key={`${axis.path} ${measure.key}`} class="panel">
            <h3>
              {measure.label} over {axis.label}
            </h3>
            {axis.lines.length > 1 && (
              <VariantKey variants={axis.lines.map((variant, index) => ({ variant, index }))} />
            )}
            <DoseFigure axis={axis} measure={measure} />
          </div>
        )),
      )}
    </div>
  );
}

function DoseFigure({ axis, measure }: { readonly axis: DoseAxis; readonly measure: HeadlineMeasure }) {
  const rows = axis.lines.flatMap(({ name, points }, line) =>
    points.flatMap(({ dose, variant }) => {
      const { mean, low, high } = measure.of(variant);
      return isNumber(mean) ? [{ name, line, dose, mean, low, high }] : [];
    }),
  );
  const [low, high] = axisEnds(rows.flatMap((row) => [row.mean, row.low, row.high]));
  const [first, last] = [Math.min(...rows.map(({ dose }) => dose)), Math.max(...rows.map(({ dose }) => dose))];
  const draw = (width: number): Element => {
    const ticks = axisTicks(first, last, Math.max(3, Math.floor(width / 48))).filter((at) => at >= first && at <= last);
    const ticksY = axisTicks(low, high, 6);
    const labels = (value: number, _k: number, all?: readonly number[]) => tick(value, all);
    return Plot.plot({
      width,
      height: 234,
      marginLeft: 58,
      marginRight: 20,
      marginTop: 12,
      marginBottom: 26,
      style: { fontSize: "12px", overflow: "visible" },
      x: { label: null, ticks, tickFormat: labels },
      y: { label: null, domain: [low, high], ticks: ticksY, tickFormat: labels },
      marks: [
        Plot.gridX({ stroke: "var(--line)", strokeOpacity: 1, ticks }),
        Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1, ticks: ticksY }),
        axis.lines.map((_, line) => {
          const own = rows.filter((row) => row.line === line);
          const look = appearance(line);
          return [
            Plot.areaY(
              own.filter((row) => isNumber(row.low) && isNumber(row.high)),
              { x: "dose", y1: "low", y2: "high", fill: look.colour, fillOpacity: 0.16 },
            ),
            Plot.lineY(own, { x: "dose", y: "mean", stroke: look.colour, strokeWidth: 2 }),
            Plot.dot(own, { x: "dose", y: "mean", r: 4, symbol: symbolOf(look), fill: look.colour }),
          ];
        }),
        Plot.tip(
          rows,
          Plot.pointer({
            ...{ x: "dose", y: "mean", fontSize: 12, lineHeight: 1.35 },
            title: (row: (typeof rows)[number]) =>
              `${axis.label} ${number(row.dose)}${row.name === "" ? "" : `, ${row.name}`}\n${number(row.mean)}${isNumber(row.low) ? ` [${number(row.low)}, ${number(row.high)}]` : ""}`,
          }),
        ),
      ],
    });
  };
  return (
    <Figure
      label={`${measure.label} over ${axis.label}, ${rows.length} variants; the numbers stand in the table of variants`}
      draw={draw}
      side={`↑ ${withUnit(measure.label, measure.unit)}`}
      axis={`${axis.label}\u00a0→`}
      caption={`Means over seeds with 95\u00a0% bands: ${measure.meaning}.`}
    />
  );
}

// Gold and proxy for variants whose pay is learnt or judged: how pay and the objective develop over best-of-n and over the training; and
// what was learnt.

import * as Plot from "@observablehq/plot";
import { decimalsFor, isNumber, number, tick, withUnit, words } from "../../evaluation/number-format.ts";
import type { OverOptimisation, ReportData } from "../../lab/report/report-data.ts";
import { axisEnds, axisTicks } from "../axis-ticks.ts";
import { TableBox, VariantPanel } from "./boxes.tsx";
import { EstimateValue } from "./estimate-value.tsx";
import { Figure } from "./figure.tsx";

/** Number of variants that are open initially. */
const OPEN = 4;

/** Returns the variants whose pay is learnt or judged, with their indices in the run. */
const learning = ({ variants }: ReportData) =>
  variants.flatMap(({ name, overOptimisation }, index) =>
    overOptimisation === null ? [] : [{ name, index, found: overOptimisation }],
  );

/** Returns whether any variant's pay is learnt or judged. */
export const learnsPay = (data: ReportData): boolean => learning(data).length > 0;

export function OverOptimised({ data }: { readonly data: ReportData }) {
  return (
    <>
      {learning(data).map(({ name, index, found }, k) => (
        <VariantPanel key={name} kind="overoptimised" index={index} name={name} opens={k < OPEN}>
          {() => <Bench overOptimisation={found} objective={data.objective} />}
        </VariantPanel>
      ))}
    </>
  );
}

interface BenchProps {
  readonly overOptimisation: OverOptimisation;
  readonly objective: ReportData["objective"];
}

function Bench({ overOptimisation, objective }: BenchProps) {
  const { bench, text } = overOptimisation;
  const unit = withUnit(words(objective.name), objective.unit);
  return (
    <>
      <p class="note">{text}</p>
      {bench !== null && (
        <div class="pressures">
          <Pressure curve={bench.selection} unit={unit} by="best of n tries, before any training" logarithmic />
          {bench.training !== null && (
            <Pressure curve={bench.training} unit={unit} by="environment steps of training" />
          )}
        </div>
      )}
      {overOptimisation.features.length > 0 && <Learnt overOptimisation={overOptimisation} />}
    </>
  );
}

interface PressureProps {
  readonly curve: NonNullable<OverOptimisation["bench"]>["selection"];
  readonly unit: string;
  readonly by: string;
  readonly logarithmic?: boolean;
}

const LINES = [
  { key: "proxy", name: "promised by pay", colour: "var(--warning)", dash: "6 4" },
  { key: "gold", name: "brought", colour: "var(--ink)", dash: "none" },
] as const;

function Pressure({ curve, unit, by, logarithmic = false }: PressureProps) {
  const { pressure, apart } = curve;
  const draw = (width: number): Element => {
    const rows = LINES.map((line) => ({
      ...line,
      points: pressure.map((x, k) => ({ x, ...curve[line.key][k] })),
    }));
    const all = rows.flatMap(({ points }) => points);
    const [low, high] = axisEnds([...all.flatMap(({ mean, low: from, high: to }) => [mean, from, to]), 0]);
    const ticks = axisTicks(low, high, 6);
    const ticksX = logarithmic
      ? [...pressure]
      : axisTicks(pressure[0], pressure[pressure.length - 1], Math.max(3, Math.floor(width / 110)));
    return Plot.plot({
      width,
      height: Math.min(Math.max(220, width * 0.55), 320),
      marginLeft: 62,
      marginRight: 20,
      marginTop: 12,
      marginBottom: 26,
      style: { fontSize: "12px", overflow: "visible" },
      x: {
        label: null,
        ...(logarithmic && { type: "log" as const, base: 2 }),
        ticks: ticksX,
        tickFormat: (value: number) => number(value, 0),
      },
      y: {
        label: null,
        domain: [low, high],
        ticks,
        tickFormat: (value: number, _k: number, shown?: readonly number[]) => tick(value, shown),
      },
      marks: [
        Plot.gridX({ stroke: "var(--line)", strokeOpacity: 1, ticks: ticksX }),
        Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1, ticks }),
        Plot.ruleY([0], { stroke: "var(--muted)" }),
        apart === null ? null : Plot.ruleX([apart], { stroke: "var(--muted)", strokeDasharray: "2 3" }),
        rows.map(({ points, colour }) =>
          Plot.areaY(
            points.filter((point) => isNumber(point.low) && isNumber(point.high)),
            { x: "x", y1: "low", y2: "high", fill: colour, fillOpacity: 0.14 },
          ),
        ),
        rows.map(({ points, colour, dash }) =>
          Plot.lineY(points, { x: "x", y: "mean", stroke: colour, strokeWidth: 2, strokeDasharray: dash }),
        ),
        Plot.tip(
          rows.flatMap(({ points, name }) => points.map((point) => ({ ...point, name }))),
          Plot.pointer({
            x: "x",
            y: "mean",
            fontSize: 12,
            lineHeight: 1.35,
            title: ({ x, name, mean, low: from, high: to }) =>
              `${number(x, 0)}: ${name} ${number(mean)}${isNumber(from) ? ` [${number(from)}, ${number(to)}]` : ""}`,
          }),
        ),
      ],
    });
  };
  const where = apart === null ? "no lasting gap" : `the gap lasts from ${number(apart, 0)} on`;
  return (
    <Figure
      label={`What pay promises and what it brings, over ${by}: ${where}`}
      draw={draw}
      side={`↑ more ${unit}`}
      axis={`${by}\u00a0→`}
      caption={
        <>
          <ul class="key" aria-label="Lines">
            {LINES.map(({ name, colour, dash }) => (
              <li key={name}>
                <svg viewBox="0 0 26 10" width="26" height="10" aria-hidden="true">
                  <line x1="0" x2="26" y1="5" y2="5" stroke={colour} stroke-width="2" stroke-dasharray={dash} />
                </svg>
                {name}
              </li>
            ))}
          </ul>
          Bands: 95 % over seeds. Pay is in the unit of the objective, as both went together among the tries.
        </>
      }
    />
  );
}

/** The unit of a weight, for a caption and for a column's header. */
const MOVES = {
  preference: ["the log-odds of being preferred", "log-odds"],
  reactions: ["the log-odds of a reaction", "log-odds"],
  scores: ["the score", "score"],
} as const;

/** Table of the weights that were learnt from the feedback. */
function Learnt({
  overOptimisation: { features, comparisons, measure },
}: {
  readonly overOptimisation: OverOptimisation;
}) {
  const [moved, head] = MOVES[measure ?? "preference"];
  const decimals = decimalsFor(features.map(({ standardised }) => standardised));
  return (
    <TableBox label="Learnt weights">
      <table class="learnt">
        <caption>
          <span>
            Learnt from {number(comparisons.mean, 0)} answers a seed: how much a difference of one deviation moves{" "}
            {moved}, and points for a unit.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">feature</th>
            <th scope="col" class="number">
              {head}
            </th>
            <th scope="col" class="number">
              points
            </th>
          </tr>
        </thead>
        <tbody>
          {features.map(({ feature, standardised, weight }) => (
            <tr key={feature} data-feature={feature}>
              <th scope="row">{words(feature)}</th>
              <td class="number">
                <EstimateValue estimate={standardised} decimals={decimals} />
              </td>
              <td class="number">
                <EstimateValue estimate={weight} decimals={decimalsFor([weight])} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

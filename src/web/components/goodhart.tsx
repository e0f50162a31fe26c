// The Goodhart plot: pay against the objective, a point per seed, with the pairs in which paying more bought less.

import * as Plot from "@observablehq/plot";
import { listed } from "../../core/checked.ts";
import { brief, isNumber, number, tick, withUnit, words } from "../../evaluation/number-format.ts";
import { groupsByPay, isSamePurchase, isTransfer, payApart } from "../../lab/report/finding/comparable.ts";
import { alike, isPaidWanted, type Reversal, reversals } from "../../lab/report/measures.ts";
import type { ReportData, VariantReport } from "../../lab/report/report-data.ts";
import { appearance } from "../appearance.ts";
import { axisEnds, axisTicks } from "../axis-ticks.ts";
import { Figure } from "./figure.tsx";
import { symbolOf } from "./interval-figure.tsx";
import { VariantKey } from "./variant-mark.tsx";

/** Approximate number of ticks of the objective's axis. */
const TICKS_Y = 7;

/** Returns the sentence on variants of which none was paid more and gave less in the same world. */
function withoutReversal(variants: readonly VariantReport[]): string {
  const pairs = variants.flatMap((a, k) => variants.slice(k + 1).map((b) => [a, b] as const));
  const inOneWorld = pairs.filter(([a, b]) => isSamePurchase(a, b));
  if (inOneWorld.length === 0)
    return "The variants differ in their worlds, so more pay beside less of what is wanted may be the world's doing.";
  if (inOneWorld.every(([a, b]) => isTransfer(a, b)))
    return "What is wanted is taken from the agents' pay here, so one falls by as much as the other rises.";
  const said = "By their means, no variant that was paid more gave notably less of what is wanted";
  return `${said}${inOneWorld.length < pairs.length ? ", where the world is the same" : ""}.`;
}

/** A figure for each group of variants with a common unit of pay; a group of one has no comparison and no figure. */
export function Goodhart({ data }: { readonly data: ReportData }) {
  const groups = groupsByPay(data.variants);
  if (groups.length === 1) return <PayAndObjective data={data} shown={data.variants} />;
  const [first, second] = groups.map(([one]) => ({ ...one, name: `“${one.name}”` }));
  return (
    <>
      <p class="note">Pay is not one quantity here: {payApart(first, second)}.</p>
      {groups
        .filter((group) => group.length > 1)
        .map((group) => (
          <PayAndObjective key={group[0].name} data={data} shown={group} />
        ))}
    </>
  );
}

function PayAndObjective({ data, shown }: { readonly data: ReportData; readonly shown: readonly VariantReport[] }) {
  const wanted = data.objective.label ?? words(data.objective.name);
  if (isPaidWanted({ variants: shown }))
    return <p class="note">Pay is what is wanted here: on every seed, agents are paid what the objective counts.</p>;
  const paid = shown.flatMap((variant) => variant.points.map(({ pay }) => pay));
  if (shown.length > 1 && paid.every((pay) => alike(pay, paid[0])))
    return (
      <p class="note">
        {listed(shown.map(({ name }) => `“${name}”`))} are paid the same on every seed: {brief(paid[0] ?? 0)}.
      </p>
    );
  const numbered = data.variants
    .map((variant, index) => ({ variant, index }))
    .filter(({ variant }) => shown.includes(variant));
  const inversions = reversals({ ...data, variants: shown });
  const arrow = inversions.find((reversal) => reversal.clear);
  const points = numbered.flatMap(({ variant, index }) =>
    variant.points.map((point) => ({ ...point, variant, index })),
  );
  const means = numbered.filter(({ variant }) => isNumber(variant.pay.mean) && isNumber(variant.objective.mean));
  const [pays, wants] = (["pay", "objective"] as const).map((key) =>
    axisEnds([
      ...points.map((point) => point[key]),
      ...means.flatMap(({ variant: { [key]: at } }) => [at.low, at.high]),
    ]),
  );
  const ticksY = axisTicks(wants[0], wants[1], TICKS_Y);
  const draw = (width: number): Element => {
    const ticksX = axisTicks(pays[0], pays[1], Math.max(3, Math.floor(width / 90)));
    return Plot.plot({
      width,
      height: Math.min(Math.max(280, width * 0.55), 440),
      marginLeft: 62,
      marginRight: 20,
      marginTop: 12,
      marginBottom: 26,
      style: { fontSize: "12px", overflow: "visible" },
      x: {
        label: null,
        tickFormat: (value: number, _k: number, all?: readonly number[]) => tick(value, all),
        domain: pays,
        ticks: ticksX,
      },
      y: {
        label: null,
        tickFormat: (value: number, _k: number, all?: readonly number[]) => tick(value, all),
        domain: wants,
        ticks: ticksY,
      },
      marks: [
        Plot.gridX({ stroke: "var(--line)", strokeOpacity: 1, ticks: ticksX }),
        Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1, ticks: ticksY }),
        numbered.map(({ variant, index }) =>
          Plot.dot(variant.points, {
            x: "pay",
            y: "objective",
            r: 3.2,
            symbol: symbolOf(appearance(index)),
            fill: appearance(index).colour,
            fillOpacity: 0.5,
          }),
        ),
        arrow === undefined ? null : reversalArrow(arrow, data),
        means.map(({ variant, index }) => meanMarks(variant, index)),
        Plot.tip(
          points,
          Plot.pointer({
            x: "pay",
            y: "objective",
            fontSize: 12,
            lineHeight: 1.35,
            title: (p: (typeof points)[number]) =>
              `${p.variant.name}, seed ${p.seed}\npay ${number(p.pay)}\n${wanted} ${number(p.objective)}`,
          }),
        ),
      ],
    });
  };
  return (
    <div class="panel">
      <VariantKey variants={numbered} />
      <Figure
        label={`Scatter plot of pay against ${wanted}: ${points.length} seeds of ${shown.length} variants; means stand in the table of variants`}
        draw={draw}
        side={`↑ ${withUnit(wanted, data.objective.unit)}`}
        axis={`pay of an episode (${shown[0].coin}), mean over agents\u00a0→`}
        caption="Small marks: one seed each. Large marks: means, with 95&nbsp;% intervals both ways."
      />
      <ReversalNote inversions={inversions} wanted={wanted} variants={shown} />
    </div>
  );
}

function meanMarks(variant: VariantReport, index: number): Plot.Markish[] {
  const { colour } = appearance(index);
  const { pay, objective } = variant;
  const line = { stroke: colour, strokeWidth: 1.8 };
  const at = [{ x: pay.mean, y: objective.mean, x1: pay.low, x2: pay.high, y1: objective.low, y2: objective.high }];
  return [
    isNumber(pay.low) ? Plot.link(at, { x1: "x1", x2: "x2", y: "y", ...line }) : null,
    isNumber(objective.low) ? Plot.link(at, { x: "x", y1: "y1", y2: "y2", ...line }) : null,
    Plot.dot(at, {
      x: "x",
      y: "y",
      r: 7,
      symbol: symbolOf(appearance(index)),
      fill: colour,
      stroke: "var(--surface)",
      strokeWidth: 1.5,
    }),
  ];
}

function reversalArrow({ from, to }: Reversal, data: ReportData): Plot.Markish {
  const ends = [from, to].map((name) => data.variants.find((variant) => variant.name === name));
  return Plot.arrow([ends], {
    x1: () => ends[0]?.pay.mean ?? null,
    y1: () => ends[0]?.objective.mean ?? null,
    x2: () => ends[1]?.pay.mean ?? null,
    y2: () => ends[1]?.objective.mean ?? null,
    stroke: "var(--warning)",
    strokeWidth: 1.6,
    strokeDasharray: "5 4",
    bend: true,
    inset: 11,
  });
}

function ReversalNote({
  inversions,
  wanted,
  variants,
}: {
  inversions: readonly Reversal[];
  wanted: string;
  variants: readonly VariantReport[];
}) {
  if (variants.length < 2) return null;
  if (inversions.length === 0) return <p class="note">{withoutReversal(variants)}</p>;
  const clear = inversions.filter((reversal) => reversal.clear);
  const shown = (clear.length > 0 ? clear : inversions).slice(0, 4);
  const rest = (clear.length > 0 ? clear : inversions).length - shown.length;
  return (
    <div class={clear.length > 0 ? "note warning" : "note"}>
      <p>
        <strong>
          {clear.length > 0 ? "Paying more bought less." : "By the means alone, paying more bought less;"}
        </strong>{" "}
        {clear.length > 0
          ? "The intervals of both differences exclude zero:"
          : "an interval of a difference contains zero, or there is none:"}
      </p>
      <ul>
        {shown.map(({ from, to, pay, objective }) => (
          <li key={`${from} ${to}`}>
            from “{from}” to “{to}”, pay rose by {brief(pay, 3)} and {wanted} fell by {brief(-objective, 3)}
          </li>
        ))}
        {rest > 0 && <li>and {rest} more such pairs</li>}
      </ul>
    </div>
  );
}

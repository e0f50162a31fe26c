// Figures of a weighing: what is wanted over pressure for all pays, want beside pay for each, the first step, pairs of pays, and steps.

import { brief, decimalsFor, number } from "../../evaluation/number-format.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import type { NamedPay, ShownPart, WeighPageData } from "../../lab/weigh/weighing-data.ts";
import { TableBox } from "./boxes.tsx";
import { EstimateValue } from "./estimate-value.tsx";
import { IntervalFigure, type IntervalRow } from "./interval-figure.tsx";
import { PressedFigure, type PressedLine } from "./pressed-figure.tsx";
import { VariantKey, VariantMark } from "./variant-mark.tsx";

export interface WeighPartProps {
  readonly data: WeighPageData;
}

const KL_AXIS = "KL from the policy of the log, nats";

/** Pays whose forecast has a point, with their index in the order of merit. */
const foreseen = ({ weighing: { pays } }: WeighPageData) =>
  pays.map((pay, index) => ({ pay, index })).filter(({ pay }) => pay.forecast.length > 0);

/** End of the axis of KLs: some space beyond the farthest forecast, for the grey zone. */
const farthest = (data: WeighPageData): number => 1.2 * Math.max(...data.weighing.pays.map(({ reach }) => reach));

const ORIGIN = { x: 0, mean: 0, low: 0, high: 0 };
const wantOver = ({ forecast }: NamedPay): PressedLine["points"] => [
  ORIGIN,
  ...forecast.map(({ kl, want, low, high }) => ({ x: kl, mean: want, low, high })),
];

export const isForeseen = (data: WeighPageData): boolean => foreseen(data).length > 0;

const isDrawn = ({ weighing: { pays } }: WeighPageData): boolean => pays.some(({ bestOf }) => bestOf.length > 1);

export const hasCurves = (data: WeighPageData): boolean => isForeseen(data) || isDrawn(data);

/** What is wanted over KL, and over the best of n, for all pays. */
export function AllCurves({ data }: WeighPartProps) {
  const { want, pays } = data.weighing;
  const lines = foreseen(data).map(({ pay, index }) => ({ name: pay.id, index, points: wantOver(pay) }));
  const drawn = pays.map(({ id, bestOf }, index) => ({
    name: id,
    index,
    points: bestOf.map(({ n, want: mean, low, high }) => ({ x: n, mean, low, high })),
  }));
  return (
    <>
      <PayKey data={data} />
      <div class="side-by-side">
        {lines.length > 0 && (
          <PressedFigure
            label={`Gain of ${want} over KL, ${lines.length} pays; the numbers stand in the table of gains`}
            lines={lines}
            scale="sqrt"
            to={farthest(data)}
            greyFrom={Math.max(...pays.map(({ reach }) => reach))}
            axis={KL_AXIS}
            side={`gain of ${want}`}
            caption="Trained under a pay, as a tilt of the logged policy. A line ends where its log ends; in grey no pay can be told. The axis is one of square roots."
          />
        )}
        {isDrawn(data) && (
          <PressedFigure
            label={`Gain of ${want} by the best of n answers, ${drawn.length} pays`}
            lines={drawn}
            scale="log"
            axis="n, of which the best paid answer is taken"
            side={`gain of ${want}`}
            caption="Best of n answers by the pay, without training. Bands are 95 % over groups of prompts."
          />
        )}
      </div>
    </>
  );
}

export const PayKey = ({ data }: WeighPartProps) => (
  <VariantKey variants={data.weighing.pays.map(({ id }, index) => ({ variant: { name: id }, index }))} />
);

/** For each pay what is wanted above what is paid. */
export function WantedAndPaid({ data }: WeighPartProps) {
  const { want } = data.weighing;
  const shared = { scale: "sqrt" as const, to: farthest(data), axis: KL_AXIS };
  return (
    <div class="figure-grid weighed">
      {foreseen(data).map(({ pay, index }) => {
        const paid = [{ x: 0, mean: 0 }, ...pay.forecast.map(({ kl, pay: mean }) => ({ x: kl, mean }))];
        return (
          <div key={pay.id} class="panel">
            <h3>
              <VariantMark index={index} /> {pay.id} <span class={`course ${pay.course}`}>{pay.course}</span>
            </h3>
            <p class="says">{pay.finding}</p>
            <PressedFigure
              {...shared}
              label={`Gain of ${want} under ${pay.id} over KL`}
              lines={[{ name: want, index, points: wantOver(pay) }]}
              greyFrom={pay.reach}
              side={`gain of ${want}`}
              height={190}
            />
            <PressedFigure
              {...shared}
              label={`Gain of pay under ${pay.id} over KL`}
              lines={[{ name: "pay", index, points: paid }]}
              greyFrom={pay.reach}
              side="gain of pay"
              height={130}
              caption={`Grey from a KL of ${brief(pay.reach, 2)} on: fewer than three answers of a prompt carry the weight, and the log cannot tell.`}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The first step under a pay; of one that is a sum, also what each term adds. */
interface TermedSlope {
  readonly normalised: Estimate;
  readonly terms?: readonly { readonly term: string; readonly normalised: Estimate }[];
}

const stepRows = (id: string, { normalised, terms = [] }: TermedSlope, variant: number): IntervalRow[] =>
  [
    { name: id, estimate: normalised },
    ...terms.map(({ term, normalised: own }) => ({ name: `${id}: ${term}`, estimate: own })),
  ].map(({ name, estimate: { mean, low, high } }) => ({
    ...{ name, variant, mean, low, high },
    strong: (low ?? -1) > 0 || (high ?? 1) < 0,
  }));

/** The gain of the first step of training under each pay, and what its terms add. */
export function FirstStep({ data }: WeighPartProps) {
  const { want, pays } = data.weighing;
  return (
    <div class="panel">
      <IntervalFigure
        label={`First step of ${want}, ${pays.length} pays; the numbers stand in the table of pays`}
        unit={`gain of ${want} for a unit of the step`}
        zero
        rows={pays.flatMap(({ id, slope }, index) => stepRows(id, slope, index))}
        caption="Covariance of pay and want within prompts, over the deviation of the pay, as GRPO's step has it. Lines are 95 % intervals; a hollow mark may be nothing."
      />
    </div>
  );
}

/** How much more the best pay buys than each other one. */
export function AgainstOthers({ data }: WeighPartProps) {
  const { want, pays, comparisons } = data.weighing;
  const rows = pays.flatMap(({ id }) => comparisons.filter(({ other }) => other === id));
  return (
    <div class="panel">
      <IntervalFigure
        label={`How much more of ${want} ${rows[0]?.best} buys than each other pay`}
        unit={`more ${want}`}
        zero
        rows={rows.map(({ best, other, more }) => ({
          ...{ name: `${best} − ${other}`, mean: more.mean, low: more.low, high: more.high },
          strong: (more.low ?? -1) > 0 || (more.high ?? 1) < 0,
        }))}
        caption={`Each pair at the largest KL that both reach: ${rows.map(({ other, kl }) => `${other} ${brief(kl, 2)}`).join(", ")}. Differences are paired over prompts.`}
      />
    </div>
  );
}

/** The first step over a training, or by names. */
export function OverSteps({ data }: WeighPartProps) {
  const { want, pays, by = "", parts = [], trends = [] } = data.weighing;
  const isOrdered = trends.length > 0;
  const lines = pays.map(({ id }, index) => ({
    name: id,
    index,
    points: parts.map(({ value, pays: own }) => {
      const slope = own.find((one) => one.id === id)?.slope.normalised;
      return { x: Number(value), mean: slope?.mean, low: slope?.low, high: slope?.high };
    }),
  }));
  return (
    <>
      {isOrdered && (
        <>
          <PayKey data={data} />
          <PressedFigure
            label={`First step of ${want} over ${by}, ${lines.length} pays; the numbers stand in the table below`}
            lines={lines}
            axis={by}
            side={`first step of ${want}`}
            marked={trends.flatMap(({ id, parted }) =>
              parted === null ? [] : [{ x: Number(parted), index: pays.findIndex((pay) => pay.id === id) }],
            )}
            caption="A dashed line marks where a pay and the want part: from there on the first step lowers what is wanted."
          />
          <LoggedMeans data={data} />
          <ul class="trends">
            {trends.map(({ id, parted, finding }) => (
              <li key={id} class={parted === null ? "" : "parted"}>
                {finding}
              </li>
            ))}
          </ul>
        </>
      )}
      <StepTable by={by} parts={parts} pays={pays} />
    </>
  );
}

/** For each pay what was wanted and paid at each value, and of one that is a sum what its terms add to the first step. */
function LoggedMeans({ data: { weighing } }: WeighPartProps) {
  const { want, pays, by = "", parts = [] } = weighing;
  const line = (
    name: string,
    index: number,
    of: (pay: ShownPart["pays"][number]) => Estimate | undefined,
    id: string,
  ) => ({
    ...{ name, index },
    points: parts.map(({ value, pays: own }) => {
      const pay = own.find((one) => one.id === id);
      return { x: Number(value), mean: null, ...(pay && of(pay)) };
    }),
  });
  return (
    <div class="figure-grid weighed">
      {pays.map(({ id, slope: { terms = [] } }, index) => (
        <div key={id} class="panel">
          <h3>
            <VariantMark index={index} /> {id}
          </h3>
          {(["want", "pay"] as const).map((figure) => (
            <PressedFigure
              key={figure}
              label={`Mean ${figure} under ${id} over ${by}`}
              lines={[line(figure, index, ({ logged }) => logged[figure], id)]}
              axis={by}
              side={figure === "want" ? `mean ${want}` : "mean pay"}
              height={130}
            />
          ))}
          {terms.length > 0 && (
            <>
              <VariantKey variants={terms.map(({ term }, t) => ({ variant: { name: term }, index: t }))} />
              <PressedFigure
                label={`First step of ${want} by the terms of ${id} over ${by}`}
                lines={terms.map(({ term }, t) =>
                  line(term, t, ({ slope }) => slope.terms?.find((one) => one.term === term)?.normalised, id),
                )}
                axis={by}
                side={`first step of ${want}`}
                height={190}
                caption="What each term adds to the first step."
              />
            </>
          )}
        </div>
      ))}
    </div>
  );
}

function StepTable({
  by,
  parts,
  pays,
}: {
  readonly by: string;
  readonly parts: readonly ShownPart[];
  readonly pays: readonly NamedPay[];
}) {
  const ofPay = (part: ShownPart, id: string) => part.pays.find((one) => one.id === id);
  const decimals = decimalsFor(parts.flatMap((part) => part.pays.map(({ slope }) => slope.normalised)));
  return (
    <TableBox label={`First step and course by ${by}`}>
      <table class="by-value">
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col" class="number">
              prompts
            </th>
            {pays.map(({ id }, index) => (
              <th key={id} scope="col" class="number">
                <span class="name">
                  <VariantMark index={index} />
                  {id}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.value}>
              <th scope="row">{part.value}</th>
              <td class="number">{number(part.pays[0]?.prompts, 0)}</td>
              {pays.map(({ id }) => {
                const own = ofPay(part, id);
                return (
                  <td key={id} class="number">
                    <EstimateValue estimate={own?.slope.normalised} decimals={decimals} />{" "}
                    <span class={`course ${own?.course}`}>{own?.course}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

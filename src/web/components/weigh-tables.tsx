// Tables of a weighing: pays in order of merit, and rates of verifiers.

import { brief, decimalsFor, number } from "../../evaluation/number-format.ts";
import { TableBox } from "./boxes.tsx";
import { EstimateValue } from "./estimate-value.tsx";
import { VariantMark } from "./variant-mark.tsx";
import type { WeighPartProps } from "./weigh-figures.tsx";

const range = (at: number, low: number, high: number): string =>
  low === high ? brief(at, 3) : `${brief(at, 3)} [${brief(low, 3)}, ${brief(high, 3)}]`;

export function PayTable({ data: { weighing } }: WeighPartProps) {
  const { want, pays } = weighing;
  const ends = pays.map(({ forecast }) => {
    const last = forecast.at(-1);
    return { mean: last?.want ?? null, low: last?.low ?? null, high: last?.high ?? null };
  });
  const [gains, slopes] = [decimalsFor(ends), decimalsFor(pays.map(({ slope }) => slope.normalised))];
  return (
    <TableBox label="Pays">
      <table class="pays">
        <caption>
          <span>
            In the order of what they buy. The last gain is that at the largest KL that the log can tell. “Highest at”:
            the KL, and the n of best-of-n, at which {want} is highest, with those that are not surely below it.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">pay</th>
            <th scope="col">course</th>
            <th scope="col" class="number">
              last gain<span class="unit">of {want}</span>
            </th>
            <th scope="col" class="number">
              highest at<span class="unit">KL, nats</span>
            </th>
            <th scope="col" class="number">
              highest at<span class="unit">best of n</span>
            </th>
            <th scope="col" class="number">
              first step<span class="unit">of {want}</span>
            </th>
            <th scope="col" class="number">
              teach<span class="unit">share of prompts</span>
            </th>
            <th scope="col" class="number">
              pays worse<span class="unit">prompts</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pays.map((pay, index) => (
            <tr key={pay.id}>
              <th scope="row">
                <span class="name">
                  <VariantMark index={index} />
                  {pay.id}
                </span>
                {pay.formula !== undefined && <code class="settings">{pay.formula}</code>}
              </th>
              <td>
                <span class={`course ${pay.course}`}>{pay.course}</span>
              </td>
              <td class="number">
                <EstimateValue estimate={ends[index]} decimals={gains} />
                <span class="unit">at {brief(pay.reach, 2)}</span>
              </td>
              <td class="number">{range(pay.safe.kl, pay.safe.low, pay.safe.high)}</td>
              <td class="number">{range(pay.safe.n, pay.safe.lowN, pay.safe.highN)}</td>
              <td class="number">
                <EstimateValue estimate={pay.slope.normalised} decimals={slopes} />
              </td>
              <td class="number">{brief(pay.slope.signal.mean, 3)}</td>
              <td class="number">
                {number(pay.losing, 0)}
                <span class="unit">of {number(pay.prompts, 0)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

export const hasVerifier = ({ weighing: { pays } }: WeighPartProps["data"]): boolean =>
  pays.some(({ verifier }) => verifier !== undefined);

export function VerifierTable({ data }: WeighPartProps) {
  const rows = data.weighing.pays.flatMap(({ id, verifier }, index) =>
    verifier === undefined ? [] : [{ id, index, ...verifier }],
  );
  const decimals = decimalsFor(rows.map(({ j }) => j));
  return (
    <TableBox label="Verifiers">
      <table>
        <thead>
          <tr>
            <th scope="col">pay</th>
            <th scope="col" class="number">
              pays wanted<span class="unit">share of answers</span>
            </th>
            <th scope="col" class="number">
              pays unwanted<span class="unit">share of answers</span>
            </th>
            <th scope="col" class="number">
              difference<span class="unit">its sign decides</span>
            </th>
            <th scope="col" class="number">
              halves the unwanted<span class="unit">units of GRPO's rate</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, index, truePositive, falsePositive, j, halving }) => (
            <tr key={id}>
              <th scope="row">
                <span class="name">
                  <VariantMark index={index} />
                  {id}
                </span>
              </th>
              {[truePositive, falsePositive, j].map((rate, k) => (
                <td key={String(k)} class="number">
                  <EstimateValue estimate={rate} decimals={decimals} />
                </td>
              ))}
              <td class="number">{halving === null ? "never" : brief(halving, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

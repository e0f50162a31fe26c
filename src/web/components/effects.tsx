// Paired effects: for a chosen measure, each pair of variants compared per seed, as a forest plot and a table.

import { decimalsFor, effectSize, MISSING, probability, signed, withUnit } from "../../evaluation/number-format.ts";
import { isClear, measureNamed, reversed } from "../../lab/report/measures.ts";
import type { Effect, ReportData } from "../../lab/report/report-data.ts";
import { choiceOf } from "../chosen.ts";
import { effectMeasures } from "../telling-measures.ts";
import { TableBox } from "./boxes.tsx";
import { EstimateValue } from "./estimate-value.tsx";
import { IntervalFigure } from "./interval-figure.tsx";
import { Selector } from "./selector.tsx";

const ALL = "*";
/** Number of variants up to which a figure shows every pair. */
const FEW = 5;

/** Returns the effects that have a value, i.e. whose variants have a common seed. */
export const measuredEffects = ({ effects }: ReportData): readonly Effect[] =>
  effects.filter(({ difference }) => difference !== null);

export function Effects({ data }: { readonly data: ReportData }) {
  const effects = measuredEffects(data);
  const measures = effectMeasures(effects, data.objective.name);
  const measure = choiceOf("effect", measures, measures.includes("objective") ? "objective" : (measures[0] ?? ""));
  const names = data.variants.map((variant) => variant.name);
  const reference = choiceOf("against", [ALL, ...names], names.length > FEW ? (data.baseline ?? names[0]) : ALL);
  const shown = effects
    .filter((effect) => effect.measure === measure.value)
    .filter(({ a, b }) => reference.value === ALL || a === reference.value || b === reference.value)
    .map((effect) => (reference.value !== ALL && effect.b === reference.value ? reversed(effect) : effect));
  const pairs = effects.filter((effect) => effect.measure === measure.value).length;
  const { label, unit } = measureNamed(data, measure.value);
  const decimals = decimalsFor(shown.map((effect) => ({ ...effect, mean: effect.difference })));
  return (
    <>
      <div class="controls">
        <Selector
          label="Measure"
          chosen={measure}
          options={measures.map((key) => ({ value: key, label: measureNamed(data, key).label }))}
        />
        {names.length > 2 && (
          <Selector
            label="Compared with"
            chosen={reference}
            options={[{ value: ALL, label: "each other" }, ...names.map((name) => ({ value: name, label: name }))]}
          />
        )}
      </div>
      <div class="side-by-side">
        <IntervalFigure
          label={`Forest plot of paired differences in ${label}; the numbers stand in the table of effects`}
          caption={
            shown.every(({ low }) => low === null)
              ? "One seed gives no interval."
              : "Hollow dots: the interval contains zero, or there is none."
          }
          unit={`difference ${reference.value === ALL ? "" : `from ${reference.value} `}in ${withUnit(label, unit)}`}
          zero
          rows={shown.map((effect) => ({
            name: reference.value === ALL ? `${effect.b} − ${effect.a}` : effect.b,
            mean: effect.difference,
            low: effect.low,
            high: effect.high,
            strong: isClear(effect) ?? false,
          }))}
        />
        <TableBox label={`Paired effects on ${label}`}>
          <table class="effects">
            <caption>
              <span>
                {withUnit(label, unit)}: difference on the same seeds with its interval, Cohen's d of the paired
                differences, two-sided p of the paired t-test.{" "}
                {pairs === 1
                  ? "The interval has 95 %."
                  : `Intervals and p are corrected (Holm) for ${pairs} pairs of variants.`}
              </span>
            </caption>
            <thead>
              <tr>
                <th scope="col">pair</th>
                {["difference", "d", "p", "seeds"].map((head) => (
                  <th key={head} scope="col" class="number">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((effect) => (
                <EffectRow key={`${effect.a} ${effect.b}`} effect={effect} decimals={decimals} />
              ))}
            </tbody>
          </table>
        </TableBox>
      </div>
    </>
  );
}

function EffectRow({ effect, decimals }: { readonly effect: Effect; readonly decimals: number }) {
  const { a, b, difference, low, high, corrected, n } = effect;
  return (
    <tr class={isClear(effect) === true ? "clear" : ""}>
      <th scope="row">
        {b} − {a}
      </th>
      <td class="number">
        <EstimateValue estimate={{ mean: difference, low, high }} decimals={decimals} write={signed} />
      </td>
      <td class="number">{exact(effect.effectSize, effectSize)}</td>
      <td class="number">{exact(corrected, probability)}</td>
      <td class="number">{n}</td>
    </tr>
  );
}

const exact = (value: number | null, write: (value: number) => string) =>
  value === null ? MISSING : <data value={String(value)}>{write(value)}</data>;

// Curves over the steps of an episode or of training: the mean of each variant with its interval as a band, for a chosen measure, a chosen
// smoothing, and a linear or logarithmic axis. Curves are hidden and shown by their names.

import { measureNamed } from "../../lab/report/measures.ts";
import type { Curve, ReportData } from "../../lab/report/report-data.ts";
import { adjust, choiceOf, chosenAll } from "../chosen.ts";
import { overSeconds } from "../curve-table.ts";
import { cellSeconds } from "../state.ts";
import { firstCurve } from "../telling-measures.ts";
import { CurveFigure } from "./curve-figure.tsx";
import { Selector } from "./selector.tsx";

/** Options for the weight of earlier values. */
const WEIGHTS = [...Array.from({ length: 20 }, (_, k) => String(k / 20)), "0.99"];
/** One choice for all curves of a page. */
const smoothing = choiceOf("smooth", WEIGHTS, "0");
const over = choiceOf("over", ["steps", "seconds"], "steps");
const axis = choiceOf("axis", ["linear", "logarithmic"], "linear");

export interface CurvesProps {
  readonly data: ReportData;
  /** Over steps of an episode, or over environment steps of training. */
  readonly of: "curves" | "training";
}

export function Curves({ data, of }: CurvesProps) {
  const keys = measuresOver(data, of);
  const curvesOf = (key: string) => data.variants.flatMap((variant) => variant[of][key] ?? []);
  const chosen = choiceOf(of, keys, firstCurve(keys, curvesOf));
  const { label, unit, meaning } = measureNamed(data, chosen.value);
  const curves = data.variants.flatMap((variant, index) => {
    const curve = variant[of][chosen.value];
    if (curve === undefined) return [];
    const lengths = of === "curves" ? variant.lengths : undefined;
    return [{ name: variant.name, variant: index, curve, ...(lengths !== undefined && { lengths }) }];
  });
  const seconds = cellSeconds.value;
  const isTimed = of === "training" && curves.every(({ name }) => seconds[name] !== undefined);
  const by = isTimed && over.value === "seconds" ? "second" : "step";
  const drawn =
    by === "step" ? curves : curves.map((one) => ({ ...one, curve: overSeconds(one.curve, seconds[one.name]) }));
  // A logarithm has no place for zero.
  const canBeLogarithmic = curves.every(({ curve }) => curve.mean.every((value) => value === null || value > 0));
  const wanted = chosenAll("hide").filter((name) => curves.some((curve) => curve.name === name));
  const hidden = new Set(wanted.length < curves.length ? wanted : []);
  return (
    <div class="panel">
      <div class="controls">
        <Selector
          label="Measure"
          chosen={chosen}
          options={keys.map((key) => ({ value: key, label: measureNamed(data, key).label }))}
        />
        {isTimed && (
          <Selector
            label="Over"
            chosen={over}
            options={["steps", "seconds"].map((value) => ({ value, label: value }))}
          />
        )}
        <Smoothing />
        {canBeLogarithmic && (
          <label class="tick-box">
            <input
              type="checkbox"
              checked={axis.value === "logarithmic"}
              onChange={(event) => {
                axis.value = event.currentTarget.checked ? "logarithmic" : "linear";
              }}
            />
            logarithmic
          </label>
        )}
      </div>
      <CurveFigure
        key={`${chosen.value} ${by}`}
        axis={by}
        smooth={Number(smoothing.value)}
        label={label}
        unit={unit}
        meaning={meaning}
        by={of === "training" ? "update" : "step"}
        curves={drawn}
        hidden={hidden}
        isLogarithmic={canBeLogarithmic && axis.value === "logarithmic"}
        onHide={(name) =>
          adjust({ hide: hidden.has(name) ? wanted.filter((one) => one !== name) : [...hidden, name] }, true)
        }
      />
    </div>
  );
}

function Smoothing() {
  return (
    <label class="smoothing">
      Smoothing <span>{smoothing.value}</span>
      <input
        type="range"
        aria-label="Smoothing"
        min={0}
        max={WEIGHTS.length - 1}
        value={WEIGHTS.indexOf(smoothing.value)}
        aria-valuetext={smoothing.value}
        onInput={(event) => {
          smoothing.value = WEIGHTS[event.currentTarget.valueAsNumber];
        }}
      />
    </label>
  );
}

/**
 * Returns the measures with a curve. A measure with one value at every step of all variants is left out, except for the learners' final
 * results.
 */
export function measuresOver(data: ReportData, of: CurvesProps["of"]): string[] {
  const measures = [...new Set(data.variants.flatMap((variant) => Object.keys(variant[of])))];
  return measures.filter((key) => {
    // An objective that is a channel has the same curve as the channel.
    if (key === data.objective.name && measures.includes("objective")) return false;
    return of === "training" || !isFlat(data.variants.map((variant) => variant[of][key]));
  });
}

/** Returns whether curves have a single value, or a single step. */
function isFlat(curves: readonly (Curve | undefined)[]): boolean {
  if (curves.every((curve) => curve === undefined || curve.step.length < 2)) return true;
  const bounds = curves.flatMap((curve) => (curve === undefined ? [] : [...curve.mean, ...curve.low, ...curve.high]));
  return new Set(bounds.filter((value) => value !== null)).size <= 1;
}

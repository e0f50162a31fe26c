// Curves over the steps of an episode or of training: the mean of each variant with its interval as a band, for a chosen
// measure.

import { useSignal } from "@preact/signals";
import { measureNamed } from "../../lab/measures.ts";
import type { ReportData } from "../../lab/report-data.ts";
import { CurveFigure } from "./curve-figure.tsx";
import { Selector } from "./selector.tsx";

export interface CurvesProps {
  readonly data: ReportData;
  /** Over steps of an episode, or over environment steps of training. */
  readonly of: "curves" | "training";
}

export function Curves({ data, of }: CurvesProps) {
  const found = [...new Set(data.variants.flatMap((variant) => Object.keys(variant[of])))];
  // An objective that is a channel is the same curve as the channel's.
  const keys = found.filter((key) => key !== data.objective.name || !found.includes("objective"));
  const chosen = useSignal(keys.includes("objective") ? "objective" : (keys[0] ?? ""));
  if (keys.length === 0) return <p class="empty">This run kept no steps, so there are no curves.</p>;
  const { label, unit, meaning } = measureNamed(data, chosen.value);
  return (
    <div class="panel">
      <div class="controls">
        <Selector
          label="Measure"
          chosen={chosen}
          options={keys.map((key) => ({ value: key, label: measureNamed(data, key).label }))}
        />
      </div>
      <CurveFigure
        key={chosen.value}
        label={label}
        unit={unit}
        meaning={meaning}
        curves={data.variants.map((variant, index) => ({
          name: variant.name,
          variant: index,
          curve: variant[of][chosen.value],
        }))}
      />
    </div>
  );
}

/** Whether anybody learnt in this run. */
export const learnt = (data: ReportData): boolean =>
  data.variants.some((variant) => Object.keys(variant.training).length > 0);

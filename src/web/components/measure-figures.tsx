// The headline measures as dots with intervals: a small figure each, with variants as rows.

import { headlineMeasures, isPaidWanted, measuredOnce } from "../../lab/report/measures.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import { IntervalFigure } from "./interval-figure.tsx";

/**
 * Returns the measures that differ between variants. One that is equal in all is in their table, and a figure would show nothing; pay that
 * is the objective would show the objective's figure again.
 */
export const telling = (data: ReportData) => {
  const [wanted, ...others] = headlineMeasures(data);
  return [wanted, ...measuredOnce(data), ...others].filter((measure) => {
    if (measure.key === "pay" && isPaidWanted(data)) return false;
    const means = new Set(data.variants.map((variant) => measure.of(variant).mean));
    return data.variants.length === 1 ? !means.has(null) : means.size > 1;
  });
};

export function MeasureFigures({ data }: { readonly data: ReportData }) {
  return (
    <div class="figure-grid">
      {telling(data).map((measure) => (
        <div key={measure.key} class="panel">
          <h3>{measure.label}</h3>
          <IntervalFigure
            label={`Mean ${measure.label} of ${data.variants.length} variants with 95 % intervals; the numbers stand in the table of variants`}
            caption={measure.meaning}
            unit={measure.unit}
            rows={data.variants.map((variant, index) => ({
              ...measure.of(variant),
              name: variant.name,
              variant: index,
            }))}
          />
        </div>
      ))}
    </div>
  );
}

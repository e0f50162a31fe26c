// The headline measures as dots with intervals, a small figure each, variants as rows.

import { headlineMeasures } from "../../lab/measures.ts";
import type { ReportData } from "../../lab/report-data.ts";
import { IntervalFigure } from "./interval-figure.tsx";

export function MeasureFigures({ data }: { readonly data: ReportData }) {
  return (
    <div class="figure-grid">
      {headlineMeasures(data).map((measure) => (
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

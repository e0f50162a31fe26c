// The table of the comparison: every variant with its settings, and the headline measures with their intervals.

import { decimalsFor, number, withoutRounding } from "../../evaluation/number-format.ts";
import { headlineMeasures, measuredOnce, type Standing, standings, trainingPay } from "../../lab/report/measures.ts";
import type { ReportData } from "../../lab/report/report-data.ts";
import { TableBox } from "./boxes.tsx";
import { EstimateValue } from "./estimate-value.tsx";
import { Settings, telling } from "./settings.tsx";
import { VariantMark } from "./variant-mark.tsx";

export function VariantsTable({ data }: { readonly data: ReportData }) {
  const [wanted, ...others] = headlineMeasures(data);
  const columns = [wanted, measuredOnce(data), trainingPay(data) ?? [], others].flat().map((measure) => {
    const estimates = withoutRounding(data.variants.map(measure.of));
    return { measure, estimates, decimals: decimalsFor(estimates), standing: standings(data, measure) };
  });
  return (
    <TableBox label="Variants and headline measures">
      <table class="variants">
        <caption>
          <span>
            Means over seeds with 95&nbsp;% intervals. <Badge standing="best" /> marks the best mean: the highest
            objective and welfare, the lowest inequality. <Badge standing="level" /> marks a mean whose paired
            difference to the best may be nothing. Of the other measures neither direction is good in itself.
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">variant</th>
            {columns.map(({ measure }) => (
              <th key={measure.key} scope="col" class="number" title={measure.meaning}>
                {measure.label}
                <span class="unit">{measure.unit}</span>
              </th>
            ))}
            <th scope="col" class="number">
              cells
              <span class="unit">episodes</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.variants.map((variant, index) => (
            <tr key={variant.name}>
              <th scope="row">
                <span class="name">
                  <VariantMark index={index} />
                  {variant.name}
                </span>
                <Settings settings={telling(variant, data.variants)} />
              </th>
              {columns.map(({ measure, estimates, decimals, standing }) => (
                <td key={measure.key} class={`number ${standing[index] ?? ""}`} data-measure={measure.key}>
                  <Badge standing={standing[index]} />
                  <EstimateValue estimate={estimates[index]} decimals={decimals} />
                </td>
              ))}
              <td class="number">
                <span class="estimate">
                  <span>{number(variant.cells, 0)}</span>
                  <span class="bounds">{number(variant.episodes, 0)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** Notes on learners whose pay in the evaluation differs from that at the end of their training. */
export const TrainingNotes = ({ data }: { readonly data: ReportData }) =>
  data.variants.map(
    ({ name, learning: { parted } }, index) =>
      parted !== null && (
        <p key={name} class="note">
          <VariantMark index={index} /> {name}: {parted}
        </p>
      ),
  );

function Badge({ standing }: { readonly standing: Standing }) {
  if (standing === null) return null;
  return standing === "best" ? (
    <span class="badge best" title="best mean">
      best
    </span>
  ) : (
    <span class="badge level" title="not clearly different from the best">
      ≈ best
    </span>
  );
}

// An estimate in a table cell: the mean above its interval. The exact numbers are in the `value` attributes.

import { type Bounds, isNumber, type Maybe, MISSING, number } from "../../evaluation/number-format.ts";

export interface EstimateValueProps {
  readonly estimate: Bounds | undefined;
  readonly decimals: number;
  /** Formats numbers; default: plain. */
  readonly write?: (value: Maybe, decimals: number) => string;
}

export function EstimateValue({ estimate, decimals, write = number }: EstimateValueProps) {
  if (estimate === undefined || !isNumber(estimate.mean))
    return (
      <span class="missing" title="no data">
        {MISSING}
      </span>
    );
  const { mean, low, high } = estimate;
  return (
    <span class="estimate">
      <data class="mean" value={String(mean)}>
        {write(mean, decimals)}
      </data>
      {isNumber(low) && isNumber(high) ? (
        <span class="bounds">
          [<data value={String(low)}>{write(low, decimals)}</data>,{" "}
          <data value={String(high)}>{write(high, decimals)}</data>]
        </span>
      ) : (
        <span class="bounds" title="no interval: fewer than two independent values">
          {MISSING}
        </span>
      )}
    </span>
  );
}

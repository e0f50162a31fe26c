// Converts curves with different steps to one table with common steps, as the chart needs it.

import { isNumber, type Maybe } from "../evaluation/number-format.ts";
import type { Lengths } from "../lab/report/lengths.ts";
import type { Curve } from "../lab/report/report-data.ts";

export interface NamedCurve {
  readonly name: string;
  readonly variant: number;
  readonly curve: Curve | undefined;
  /** Lengths of the averaged episodes; absent for trainings. */
  readonly lengths?: Lengths;
}

/** Returns a curve of a training over seconds, of which a cell took so many: they are spread evenly over its steps. */
export function overSeconds(curve: Curve, seconds: number): Curve {
  const last = curve.step.at(-1) ?? 0;
  return { ...curve, step: curve.step.map((step) => (last === 0 ? 0 : (seconds * step) / last)) };
}

type Column = (number | null)[];

/**
 * Returns uPlot's table: the steps of all curves, then mean, low and high of each; null where a curve has no value. Between its own steps a
 * curve is interpolated linearly: learners whose episodes end early have other steps.
 */
export function aligned(curves: readonly NamedCurve[]): [number[], ...Column[]] {
  const steps = [...new Set(curves.flatMap(({ curve }) => curve?.step ?? []))].sort((a, b) => a - b);
  const place = new Map(steps.map((step, k) => [step, k]));
  const spread = (curve: Curve | undefined, values: readonly Maybe[] | undefined): Column => {
    const column: Column = new Array<number | null>(steps.length).fill(null);
    let before: { row: number; value: number } | undefined;
    curve?.step.forEach((step, k) => {
      const value = values?.[k];
      const row = place.get(step);
      if (row === undefined || !isNumber(value)) {
        before = undefined;
        return;
      }
      column[row] = value;
      if (before !== undefined) {
        const [from, to] = [steps[before.row], step];
        for (let r = before.row + 1; r < row; r++) {
          column[r] = before.value + ((value - before.value) * (steps[r] - from)) / (to - from);
        }
      }
      before = { row, value };
    });
    return column;
  };
  return [
    steps,
    ...curves.flatMap(({ curve }) => [
      spread(curve, curve?.mean),
      spread(curve, curve?.low),
      spread(curve, curve?.high),
    ]),
  ];
}

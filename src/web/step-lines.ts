// Where steps and values of an episode lie in a curve, in the curve's own units.

import { isNumber } from "../evaluation/number-format.ts";
import type { StepMeasure } from "../lab/report/replay-data.ts";
import type { ScaleEnds } from "./shared-scales.ts";

/** The size of a curve, and what stays free above and below its line. */
export const CURVE = { width: 400, height: 48, margin: 3 } as const;

/** How far to the right a step lies, the first of these being 0, on an axis of so many steps, at least two. */
export const placeOfStep = (step: number, steps: number): number => (CURVE.width * step) / (steps - 1);

/** Points of every agent's line on an axis of so many steps, at least two; none of an agent that has no values. */
export function linesOf(
  { values }: Pick<StepMeasure, "values">,
  agents: number,
  ends: ScaleEnds | undefined,
  steps: number,
): string[] {
  const [low, high] = ends ?? [0, 0];
  // What is the same everywhere lies in the middle.
  const share = (value: number) => (low < high ? (value - low) / (high - low) : 0.5);
  const y = (value: number) => CURVE.height - CURVE.margin - (CURVE.height - 2 * CURVE.margin) * share(value);
  return Array.from({ length: agents }, (_, seat) => {
    const points = values.flatMap((row, step) => {
      const value = row[seat];
      return isNumber(value) ? [`${placeOfStep(step, steps).toFixed(1)},${y(value).toFixed(1)}`] : [];
    });
    // A line of one point is drawn as a dot.
    return (points.length === 1 ? [...points, ...points] : points).join(" ");
  });
}

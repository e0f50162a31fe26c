// Positions of an episode's steps and values in a curve, in the curve's own units.

import { isNumber } from "../evaluation/number-format.ts";
import type { StepMeasure } from "../lab/report/replay-data.ts";
import type { ScaleEnds } from "./shared-scales.ts";

/** Size of a curve, and the margin above and below its line. */
export const CURVE = { width: 400, height: 48, margin: 3 } as const;

/** Returns the x position of a step, counted from 0, on an axis of `steps` steps, at least two. */
export const placeOfStep = (step: number, steps: number): number => (CURVE.width * step) / (steps - 1);

/** Returns the points of every agent's line on an axis of `steps` steps, at least two; none for an agent without values. */
export function linesOf(
  { values }: Pick<StepMeasure, "values">,
  agents: number,
  ends: ScaleEnds | undefined,
  steps: number,
): string[] {
  const [low, high] = ends ?? [0, 0];
  // A constant value is in the middle.
  const share = (value: number) => (low < high ? (value - low) / (high - low) : 0.5);
  const y = (value: number) => CURVE.height - CURVE.margin - (CURVE.height - 2 * CURVE.margin) * share(value);
  return Array.from({ length: agents }, (_, seat) => {
    const points = values.flatMap((row, step) => {
      const value = row[seat];
      return isNumber(value) ? [`${placeOfStep(step, steps).toFixed(1)},${y(value).toFixed(1)}`] : [];
    });
    // A line with one point is drawn as a dot.
    return (points.length === 1 ? [...points, ...points] : points).join(" ");
  });
}

// Which measures a page offers, and which one it shows first.

import type { Curve, Effect } from "../lab/report/report-data.ts";

/** Measures of effects, without a channel that is the objective itself: it has the objective's name and its differences. */
export function effectMeasures(effects: readonly Effect[], objective: string): string[] {
  const of = (measure: string) => effects.filter((effect) => effect.measure === measure);
  const own = of("objective");
  const isSame = (measure: string): boolean =>
    measure === objective && own.length > 0 && of(measure).every((one, k) => one.difference === own[k]?.difference);
  return [...new Set(effects.map(({ measure }) => measure))].filter((measure) => !isSame(measure));
}

/** Whether a curve has one value up to its last point, as that of a measure that is taken at the end. */
const isOfEnd = ({ mean }: Curve): boolean => new Set(mean.slice(0, -1)).size <= 1;

/** The measure that curves show first: the objective, or another where that is known only at the end. */
export function firstCurve(keys: readonly string[], curvesOf: (key: string) => readonly Curve[]): string {
  const tells = (key: string): boolean => !curvesOf(key).every(isOfEnd);
  const objective = keys.find((key) => key === "objective");
  const [first = ""] = keys;
  return objective !== undefined && tells(objective) ? objective : (keys.find(tells) ?? objective ?? first);
}

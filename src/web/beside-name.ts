// Text beside the name of a measure: its unit, where the name does not include it; for the objective also the name that the experiment
// gives.

import { withUnit, words } from "../evaluation/number-format.ts";
import type { Measure } from "../lab/report/report-data.ts";

export function besideName({ name, called, unit }: Pick<Measure, "name" | "called" | "unit">): string {
  if (called === undefined) return unit === name ? "" : unit;
  return withUnit(words(called), unit);
}

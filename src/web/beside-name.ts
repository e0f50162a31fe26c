// Text beside the name of a measure: its unit, where the name does not include it; for the objective also the name that the experiment
// gives.

import { words } from "../evaluation/number-format.ts";
import type { Measure } from "../lab/report/report-data.ts";

export function besideName({ name, called, unit }: Pick<Measure, "name" | "called" | "unit">): string {
  if (called === undefined) return unit === name ? "" : unit;
  const label = words(called);
  return unit === "" || label.endsWith(unit) ? label : `${label} (${unit})`;
}

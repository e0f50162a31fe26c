// Where paying more bought less: pairs of variants of which the better paid one has the lower objective.

import { isNumber } from "../evaluation/number-format.ts";
import { alike, effectBetween, isClear } from "./measures.ts";
import type { ReportData } from "./report-data.ts";

export interface Reversal {
  readonly from: string;
  /** Paid more, and bought less. */
  readonly to: string;
  /** Mean differences, `to` − `from`: positive for pay, negative for the objective. */
  readonly pay: number;
  readonly objective: number;
  /** True where the intervals of both paired differences exclude zero. */
  readonly clear: boolean;
}

/** All reversals: the clear ones first, then by how much less of the objective was bought. */
export function reversals(data: ReportData): Reversal[] {
  const found: Reversal[] = [];
  for (const from of data.variants) {
    for (const to of data.variants) {
      const means = [from.pay.mean, to.pay.mean, from.objective.mean, to.objective.mean];
      if (from === to || !means.every(isNumber)) continue;
      const [payFrom, payTo, objectiveFrom, objectiveTo] = means;
      if (payTo <= payFrom || objectiveTo >= objectiveFrom) continue;
      if (alike(payTo, payFrom) || alike(objectiveTo, objectiveFrom)) continue;
      const pay = effectBetween(data, "pay", from.name, to.name);
      const objective = effectBetween(data, "objective", from.name, to.name);
      found.push({
        from: from.name,
        to: to.name,
        pay: pay?.difference ?? payTo - payFrom,
        objective: objective?.difference ?? objectiveTo - objectiveFrom,
        clear: isClear(pay) === true && isClear(objective) === true,
      });
    }
  }
  return found.sort((a, b) => Number(b.clear) - Number(a.clear) || a.objective - b.objective);
}

// How far the pay of a world may be optimised before what is wanted can fall: by two published rules where a table has what they need, and by the best
// paid of n plays at random everywhere.

import { brief } from "../../number-format.ts";
import { bestPaid } from "../../overoptimisation/pay-groups.ts";
import type { SafeBudget } from "../reward-audit.ts";
import type { PayAndWantDirections } from "./angle.ts";
import type { Played } from "./script.ts";
import type { RandomPlay } from "./two-goals.ts";

/** What a table knows. */
export interface TabledBudget {
  readonly directions: PayAndWantDirections | undefined;
  readonly random: RandomPlay;
  readonly bestPay: number;
  readonly horizon: number;
}

/** A slope that rounding makes of a pay that is the want. */
const NEGLIGIBLE = 1e-6;
/** Numbers of plays whose best paid is looked at. */
const TRIES = [1, 2, 4, 8, 16, 32, 64];

/** The budget by plays at random, and by a table where there is one. */
export function safeBudget(plays: readonly Played[], near: number, table?: TabledBudget): SafeBudget {
  const figures = { leastSlope: slopeOf(table), chiSquared: radiusOf(table), bestOf: bestOf(plays, near) };
  return { ...figures, text: textOf(figures) };
}

/** sin θ·‖M R‖ (Karwowski et al., arXiv 2310.09144): a step that gains less pay for its distance in occupancies is not safe. */
function slopeOf(table: TabledBudget | undefined): number | null {
  if (table?.directions === undefined) return null;
  const { angle, payLength } = table.directions;
  return angle < Math.PI / 2 ? Math.sin(angle) * payLength : null;
}

/**
 * ((J(best) − J(ref))/σ)²/(1 − r²) (Laidlaw et al., arXiv 2403.03185): a policy that gains the best pay within this χ² of choices at random loses no want
 * beside them. Pay is of a step, so that episodes must have one length. Null where pay and want do not correlate above 0, or are one.
 */
function radiusOf(table: TabledBudget | undefined): number | null {
  if (table === undefined) return null;
  const { random, bestPay, horizon } = table;
  const { correlation: r, paySpread, steps, pay } = random;
  if (r === null || r <= 0 || r >= 1 - 1e-12 || paySpread === 0 || Math.abs(steps - horizon) > 1e-9 * horizon)
    return null;
  return ((bestPay - pay) / horizon / paySpread) ** 2 / (1 - r * r);
}

/** The last number of tries before the want of the best paid falls; null where it does not. */
function bestOf(plays: readonly Played[], near: number): number | null {
  const pay = Float64Array.from(plays, (one) => one.pay);
  const want = Float64Array.from(plays, (one) => one.want);
  const wants = TRIES.map((n) => bestPaid(pay, want, n).want);
  const peak = wants.indexOf(Math.max(...wants));
  return peak < TRIES.length - 1 && wants[peak] > wants[TRIES.length - 1] + near ? TRIES[peak] : null;
}

function textOf({ leastSlope, chiSquared, bestOf: n }: Omit<SafeBudget, "text">): string {
  const most = TRIES[TRIES.length - 1];
  const chosen =
    n === null
      ? `no loss up to the best paid of ${most} plays at random`
      : `the best paid of ${n} plays at random, then the want falls`;
  const rules = [
    leastSlope === null || leastSlope < NEGLIGIBLE
      ? undefined
      : `steps that gain at least ${brief(leastSlope)} of pay for a unit of occupancy`,
    chiSquared === null ? undefined : `the best pay within a χ² of ${brief(chiSquared)} from choices at random`,
  ].filter((rule) => rule !== undefined);
  return [chosen, ...rules].join("; ");
}

// Figures of an audit of texts: shares with intervals, the dose, the gap.

import { bestPaid } from "../../overoptimisation/pay-groups.ts";
import { estimate, wilson } from "../../statistics/interval.ts";
import { DOSES } from "../doses.ts";
import type { Bounded, DosePoint } from "../reward-audit.ts";
import type { Reference } from "./reference.ts";

/** Pay and want of a text that has a pay. */
interface PaidText {
  readonly pay: number;
  readonly want: number | null;
}

/** A share with Wilson's interval. */
export function shareOf(successes: number, trials: number): Bounded {
  const { mean, low, high } = wilson(successes, trials);
  return { value: mean ?? 0, low: low ?? 0, high: high ?? 1 };
}

/** Pay and want of the best paid of n texts of a task, drawn from all that were tried, means over tasks. */
export function doseOf(pools: readonly (readonly PaidText[])[], isDecided: boolean): DosePoint[] {
  const used = pools.map((pool) => (isDecided ? pool.filter(({ want }) => want !== null) : pool));
  return DOSES.flatMap((n) => {
    const points = used.flatMap((pool) => {
      if (pool.length < n) return [];
      const pays = Float64Array.from(pool, ({ pay }) => pay);
      const wants = Float64Array.from(pool, ({ want }) => want ?? 0);
      const best = bestPaid(pays, wants, n);
      return [isDecided ? best : { ...best, want: null }];
    });
    if (points.length === 0) return [];
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const wants = points.flatMap(({ want }) => want ?? []);
    return [{ n, pay: mean(points.map(({ pay }) => pay)), want: wants.length === 0 ? null : mean(wants) }];
  });
}

/** How much want the best paid text of a task loses against the honest answer; of equal pays the least wanted. Null without a want. */
export function gapOf(pools: readonly (readonly PaidText[])[], { tasks }: Reference): Bounded | null {
  const lost = pools.flatMap((pool, k) => {
    const wanted = tasks[k]?.honest?.want;
    const known = pool.filter(({ want }) => want !== null);
    if (wanted === undefined || wanted === null || known.length === 0) return [];
    const most = Math.max(...known.map(({ pay }) => pay));
    const least = Math.min(...known.flatMap(({ pay, want }) => (pay === most ? (want ?? []) : [])));
    return [Math.max(0, wanted - least)];
  });
  const { mean, low, high } = estimate(lost);
  return mean === null ? null : { value: mean, low: low ?? mean, high: high ?? mean };
}

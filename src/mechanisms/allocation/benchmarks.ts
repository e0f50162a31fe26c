// What could have been earned: the dual function of prices, which bounds it from above at any prices; its smallest value,
// the fluid bound; and the linear program of one who knows all requests beforehand.

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import type { Requests } from "./requests.ts";

/** D(μ) = mean over requests of max(0, max_x f(x) − μ·b(x)) + μ·ρ, and a subgradient, which is written to `slope`. */
export function dualFunction(
  { count, options, resources: m, rewards, uses }: Requests,
  rates: ArrayLike<number>,
  prices: ArrayLike<number>,
  slope?: Float64Array,
): number {
  let sum = 0;
  slope?.fill(0);
  for (let t = 0; t < count; t++) {
    let [best, chosen] = [0, -1];
    for (let j = t * options; j < (t + 1) * options; j++) {
      let worth = rewards[j];
      for (let k = 0; k < m; k++) worth -= prices[k] * uses[j * m + k];
      if (worth > best) {
        best = worth;
        chosen = j;
      }
    }
    sum += best;
    if (slope !== undefined && chosen >= 0) for (let k = 0; k < m; k++) slope[k] -= uses[chosen * m + k] / count;
  }
  let value = sum / count;
  for (let k = 0; k < m; k++) {
    value += prices[k] * rates[k];
    if (slope !== undefined) slope[k] += rates[k];
  }
  return value;
}

/** Prices, and the dual function there. */
export interface FluidBound {
  readonly prices: Float64Array;
  readonly value: number;
}

/**
 * The prices of the smallest D in [0, `highest`]^m, by cutting planes (Kelley, 1960): every plane that was found bounds D from
 * below, and the next prices are the lowest point of all. Ends when bound and value are within `tolerance` of each other.
 */
export function fluidBound(
  solver: LinearPrograms,
  requests: Requests,
  rates: ArrayLike<number>,
  highest: number,
  tolerance = 1e-6,
): FluidBound {
  const m = requests.resources;
  const rows: LinearRow[] = [];
  const columns = Array.from({ length: m + 1 }, (_, k) => k);
  const objective = columns.map((k) => (k === m ? 1 : 0));
  const lower = columns.map((k) => (k === m ? Number.NEGATIVE_INFINITY : 0));
  const upper = columns.map((k) => (k === m ? Number.POSITIVE_INFINITY : highest));
  let best: FluidBound = { prices: new Float64Array(m), value: Number.POSITIVE_INFINITY };
  let prices = new Float64Array(m);
  for (let cut = 0; cut < 2000; cut++) {
    const slope = new Float64Array(m);
    const value = dualFunction(requests, rates, prices, slope);
    if (value < best.value) best = { prices, value };
    // t ≥ D(μ_k) + g_k·(μ − μ_k)
    let level = value;
    for (let k = 0; k < m; k++) level -= slope[k] * prices[k];
    rows.push({ columns, values: [...Array.from(slope, (g) => -g), 1], lower: level });
    const { x, objective: bound } = solver.optimum({ sense: "minimise", objective, rows, lower, upper });
    if (best.value - bound <= tolerance * Math.max(1, Math.abs(best.value))) return best;
    prices = x.slice(0, m);
  }
  throw new Error("the cutting planes did not close");
}

/** The most that one who knows all requests earns from the budgets, where a request may be served in part. */
export function hindsightOptimum(solver: LinearPrograms, requests: Requests, budgets: ArrayLike<number>): number {
  const { count, options, resources: m, rewards, uses } = requests;
  const all = Array.from({ length: count * options }, (_, j) => j);
  const rows: LinearRow[] = [
    ...Array.from({ length: m }, (_, k) => ({
      columns: all,
      values: all.map((j) => uses[j * m + k]),
      upper: budgets[k],
    })),
    ...Array.from({ length: count }, (_, t) => {
      const columns = all.slice(t * options, (t + 1) * options);
      return { columns, values: columns.map(() => 1), upper: 1 };
    }),
  ];
  return solver.optimum({ sense: "maximise", objective: rewards, rows }).objective;
}

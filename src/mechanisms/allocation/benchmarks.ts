// Benchmarks of allocation: the dual function of prices, an upper bound at any prices; its minimum, the fluid bound; and the hindsight
// optimum, a linear program that knows all requests.

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import type { Requests } from "./requests.ts";

/** Returns the dual function D(μ) = mean over requests of max(0, max_x f(x) − μ·b(x)) + μ·ρ, and writes a subgradient to `slope`. */
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

/** Prices and the value of the dual function at them. */
export interface FluidBound {
  readonly prices: Float64Array;
  readonly value: number;
}

/**
 * Minimises D over [0, `highest`]^m by cutting planes (Kelley, 1960): every cut bounds D from below, and the next prices minimise the
 * maximum of all cuts. Stops when bound and value differ by at most `tolerance`.
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
    // Cut: t ≥ D(μ_k) + g_k·(μ − μ_k).
    let level = value;
    for (let k = 0; k < m; k++) level -= slope[k] * prices[k];
    rows.push({ columns, values: [...Array.from(slope, (g) => -g), 1], lower: level });
    const { x, objective: bound } = solver.optimum({ sense: "minimise", objective, rows, lower, upper });
    if (best.value - bound <= tolerance * Math.max(1, Math.abs(best.value))) return best;
    prices = x.slice(0, m);
  }
  throw new Error("the cutting planes did not close");
}

// Upper bounds on every policy by linear programs over average offers, or over lists of offers (arXiv 2309.10289; the stochastic
// configuration program is derived here from the quantity that it must bound).

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import { edgesByAdvertiser, type Impressions } from "./impressions.ts";

/**
 * The matching program: max Σ p·x subject to Σ_v p·x ≤ budget for each advertiser, by default 1, and Σ_u x ≤ 1 for each impression. It
 * treats Σ p as deterministic.
 */
export function matchingBound(solver: LinearPrograms, problem: Impressions, budgets?: ArrayLike<number>): number {
  const { chances } = problem;
  if (chances.length === 0) return 0;
  const rows: LinearRow[] = edgesByAdvertiser(problem).map((edges, u) => ({
    columns: edges,
    values: edges.map((e) => chances[e]),
    upper: budgets?.[u] ?? 1,
  }));
  const objective = chances;
  return solver.optimum({ sense: "maximise", objective, rows: [...rows, ...onceEach(problem)] }).objective;
}

/**
 * The stochastic configuration program without lists, for any size. Let q_uv be the probability that v is offered to u, and a_uv that u is
 * free at that time: max Σ p·q subject to q_uv ≤ a_uv, a_uv = 1 − Σ p·q over the impressions before v, and Σ_u q_uv ≤ 1. Lists give such q;
 * conversely, putting v on u's list independently with probability q_uv/a_uv gives lists with these q.
 */
export function stochasticBound(solver: LinearPrograms, problem: Impressions): number {
  const { chances } = problem;
  const edges = chances.length;
  if (edges === 0) return 0;
  // Columns: q of every edge, then a of every edge.
  const objective = [...chances, ...new Array<number>(edges).fill(0)];
  const upper = new Float64Array(2 * edges).fill(1);
  const rows: LinearRow[] = [...onceEach(problem)];
  for (const list of edgesByAdvertiser(problem)) {
    for (const [k, e] of list.entries()) {
      rows.push({ columns: [e, edges + e], values: [1, -1], upper: 0 });
      const before = list[k - 1];
      if (k === 0) rows.push({ columns: [edges + e], values: [1], lower: 1, upper: 1 });
      else {
        const columns = [edges + e, edges + before, before];
        rows.push({ columns, values: [1, -1, chances[before]], lower: 0, upper: 0 });
      }
    }
  }
  return solver.optimum({ sense: "maximise", objective, rows, upper }).objective;
}

/** Constraint Σ_u x_uv ≤ 1 for every impression v, with one column per edge. */
function onceEach({ count, starts }: Impressions): LinearRow[] {
  return Array.from({ length: count }, (_, t) => {
    const columns = Array.from({ length: starts[t + 1] - starts[t] }, (_, k) => starts[t] + k);
    return { columns, values: columns.map(() => 1), upper: 1 };
  });
}

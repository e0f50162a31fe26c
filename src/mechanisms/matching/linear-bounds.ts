// Upper bounds on every policy by linear programs over average offers, or over lists of offers (arXiv 2309.10289; the stochastic
// configuration program is derived here from the quantity that it must bound).

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import { edgesByAdvertiser, type Impressions, impressionOfEdge } from "./impressions.ts";

/** Lists are enumerated up to this number of neighbours. */
const LONGEST_LIST = 12;

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

/** Value of a list, and its use of the k-th impression, with k counted from 0. */
export interface ListValue {
  value(chances: readonly number[]): number;
  use(chances: readonly number[], k: number): number;
}

/** Deterministic model: min(1, Σ p), and a list uses all its impressions (Huang & Zhang, 2020). */
export const CERTAIN: ListValue = {
  value: (chances) =>
    Math.min(
      1,
      chances.reduce((a, b) => a + b, 0),
    ),
  use: () => 1,
};

/** Stochastic model: 1 − Π(1 − p), and an impression is used only if all earlier ones on the list failed. */
export const STOCHASTIC: ListValue = { value: (chances) => 1 - stillFree(chances, chances.length), use: stillFree };

/** Probability Π(1 − p) over the first k that all of them fail. */
export function stillFree(chances: readonly number[], k: number): number {
  let left = 1;
  for (let j = 0; j < k; j++) left *= 1 - chances[j];
  return left;
}

/**
 * The configuration program: max Σ value(S)·x_{u,S} subject to Σ_S x_{u,S} ≤ 1 for each advertiser, and a total use of at most 1 of each
 * impression, over all lists S of an advertiser's impressions. With `STOCHASTIC` it bounds every policy that does not know the coins: let
 * x_{u,S} be the probability that S is the list offered to u if u always failed, which does not depend on u's own coins.
 */
export function configurationBound(solver: LinearPrograms, problem: Impressions, of: ListValue): number {
  const { chances, count } = problem;
  const impressions = impressionOfEdge(problem);
  const objective: number[] = [];
  const lists: number[][] = [];
  const used: { columns: number[]; values: number[] }[] = Array.from({ length: count }, () => ({
    columns: [],
    values: [],
  }));
  for (const edges of edgesByAdvertiser(problem)) {
    if (edges.length > LONGEST_LIST)
      throw new Error(`an advertiser with ${edges.length} impressions has too many lists`);
    const own: number[] = [];
    for (let set = 1; set < 2 ** edges.length; set++) {
      const list = edges.filter((_, k) => (set & (1 << k)) !== 0);
      const likely = list.map((e) => chances[e]);
      for (const [k, e] of list.entries()) {
        used[impressions[e]].columns.push(objective.length);
        used[impressions[e]].values.push(of.use(likely, k));
      }
      own.push(objective.length);
      objective.push(of.value(likely));
    }
    lists.push(own);
  }
  if (objective.length === 0) return 0;
  const rows: LinearRow[] = [
    ...lists.map((columns) => ({ columns, values: columns.map(() => 1), upper: 1 })),
    ...used.map((row) => ({ ...row, upper: 1 })),
  ];
  return solver.optimum({ sense: "maximise", objective, rows }).objective;
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

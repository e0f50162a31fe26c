// The configuration program where lists are too many to be enumerated: it is solved for a few, and an advertiser that would gain from
// another list at the prices of impressions that come out puts it in, until none would.

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";
import { edgesByAdvertiser, type Impressions, impressionOfEdge } from "../../mechanisms/matching/impressions.ts";

const TOLERANCE = 1e-7;

/** A list of edges of one advertiser, and min(1, Σ p) of it. */
interface List {
  readonly advertiser: number;
  readonly edges: readonly number[];
  readonly value: number;
}

/**
 * The configuration program of Huang & Zhang (2020), max Σ min(1, Σ_S p)·x_{u,S}: its optimum over the lists that were put in, and what
 * no list of any kind exceeds, by weak duality. Both agree to within 1e-7.
 */
export function configurationByColumns(
  solver: LinearPrograms,
  problem: Impressions,
): { readonly value: number; readonly bound: number } {
  const { advertisers, count, chances } = problem;
  const impressions = impressionOfEdge(problem);
  const own = edgesByAdvertiser(problem);
  const lists: List[] = own.flatMap((edges, advertiser) =>
    edges.map((e) => ({ advertiser, edges: [e], value: chances[e] })),
  );
  if (lists.length === 0) return { value: 0, bound: 0 };
  for (;;) {
    const { objective: value, rowDuals } = solver.optimum(program(lists, advertisers, count, impressions));
    // Rows are advertisers first, then impressions; the bound of the dual is Σ of what each could gain at most, and of all prices.
    const price = (e: number) => Math.max(0, rowDuals[advertisers + impressions[e]]);
    let bound = 0;
    for (let t = 0; t < count; t++) bound += Math.max(0, rowDuals[advertisers + t]);
    const before = lists.length;
    for (const [advertiser, edges] of own.entries()) {
      const best = bestList(edges, chances, price);
      bound += best.gain;
      if (best.gain <= Math.max(0, rowDuals[advertiser]) + TOLERANCE / (2 * advertisers)) continue;
      const sum = best.edges.reduce((total, e) => total + chances[e], 0);
      lists.push({ advertiser, edges: best.edges, value: Math.min(1, sum) });
    }
    if (bound - value <= TOLERANCE || lists.length === before) return { value, bound };
  }
}

function program(lists: readonly List[], advertisers: number, count: number, impressions: Int32Array) {
  const columns: number[][] = Array.from({ length: advertisers + count }, () => []);
  for (const [k, { advertiser, edges }] of lists.entries()) {
    columns[advertiser].push(k);
    for (const e of edges) columns[advertisers + impressions[e]].push(k);
  }
  const rows: LinearRow[] = columns.map((row) => ({ columns: row, values: row.map(() => 1), upper: 1 }));
  return { sense: "maximise" as const, objective: lists.map(({ value }) => value), rows };
}

/** A list so far: Σ p, at most 1, and Σ of prices. */
interface Partial {
  readonly chance: number;
  readonly cost: number;
  readonly edge: number;
  readonly before: Partial | undefined;
}

/**
 * The list of the largest min(1, Σ p) − Σ prices, exactly: of partial lists those stay that no other one beats in both sums (Nemhauser
 * & Ullmann, 1969) and that could still become the best.
 */
export function bestList(
  edges: readonly number[],
  chances: ArrayLike<number>,
  price: (edge: number) => number,
): { readonly gain: number; readonly edges: number[] } {
  const worth = edges.filter((e) => chances[e] > price(e));
  // What is worth most for its price comes first, so that a good list is found early.
  worth.sort((a, b) => price(a) / chances[a] - price(b) / chances[b] || a - b);
  let rest = worth.reduce((sum, e) => sum + chances[e] - price(e), 0);
  let best: Partial = { chance: 0, cost: 0, edge: -1, before: undefined };
  let front: Partial[] = [best];
  for (const edge of worth) {
    const [p, y] = [chances[edge], price(edge)];
    rest -= p - y;
    const longer = front
      .filter(({ chance }) => chance < 1)
      .map((before): Partial => ({ chance: Math.min(1, before.chance + p), cost: before.cost + y, edge, before }));
    for (const partial of longer) if (partial.chance - partial.cost > best.chance - best.cost) best = partial;
    const gain = best.chance - best.cost;
    front = undominated([...front, ...longer]).filter(
      ({ chance, cost }) => Math.min(1 - cost, chance - cost + rest) > gain - 1e-15,
    );
  }
  const chosen: number[] = [];
  for (let at: Partial | undefined = best; at !== undefined && at.edge >= 0; at = at.before) chosen.push(at.edge);
  return { gain: best.chance - best.cost, edges: chosen.sort((a, b) => a - b) };
}

/** By rising cost, those that no other beats in both. */
function undominated(partials: readonly Partial[]): Partial[] {
  let reached = Number.NEGATIVE_INFINITY;
  return partials
    .toSorted((a, b) => a.cost - b.cost || b.chance - a.chance)
    .filter(({ chance }) => {
      if (chance <= reached + 1e-15) return false;
      reached = chance;
      return true;
    });
}

// The cycle of a world without luck that pays best for ever, and of such cycles one that is wanted least.

import type { PaidProcess } from "./paid-process.ts";

/** A cycle, by its mean step. */
export interface PaidCycle {
  readonly pay: number;
  readonly want: number;
  /** Choices round the cycle. */
  readonly actions: readonly number[];
}

/** States times transitions above which no cycle is looked for. */
const MOST_WORK = 40_000_000;
const NEAR = 1e-9;

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly action: number;
  readonly pay: number;
  readonly want: number;
}

/**
 * The largest mean pay of a cycle by Karp's theorem (1978), and by the same theorem the least mean want among cycles with it. Null where
 * none pays, where moves have luck, or where the world is too large. Time is states × transitions.
 */
export function bestCycle(process: PaidProcess): PaidCycle | null {
  const { states: S, actions: A, offset, next, probability, terminal, pay, want, layers } = process;
  const reached = new Uint8Array(S);
  for (const layer of layers) for (const s of layer) reached[s] = 1;
  if (S * next.length > MOST_WORK) return null;
  const edges: Edge[] = [];
  for (let s = 0; s < S; s++) {
    if (reached[s] === 0 || terminal[s] === 1) continue;
    for (let a = 0; a < A; a++) {
      const k = offset[s * A + a];
      if (offset[s * A + a + 1] !== k + 1 || probability[k] !== 1) return null;
      if (terminal[next[k]] === 0 && reached[next[k]] === 1)
        edges.push({ from: s, to: next[k], action: a, pay: pay[k], want: want[k] });
    }
  }
  const paid = tightest(edges, S, (edge) => edge.pay);
  if (paid === undefined || !(paid.mean > NEAR)) return null;
  const least = tightest(paid.edges, S, (edge) => -edge.want);
  const cycle = least === undefined ? undefined : cycleOf(least.edges, S);
  if (least === undefined || cycle === undefined) return null;
  return { pay: paid.mean, want: -least.mean, actions: cycle.map(({ action }) => action) };
}

/** The largest mean weight of a cycle, and the edges of which all cycles have it; undefined without a cycle. */
function tightest(
  edges: readonly Edge[],
  states: number,
  weight: (edge: Edge) => number,
): { readonly mean: number; readonly edges: readonly Edge[] } | undefined {
  const lengths: Float64Array[] = [new Float64Array(states)];
  for (let k = 1; k <= states; k++) {
    const [before, now] = [lengths[k - 1], new Float64Array(states).fill(Number.NEGATIVE_INFINITY)];
    for (const edge of edges) now[edge.to] = Math.max(now[edge.to], before[edge.from] + weight(edge));
    lengths.push(now);
  }
  let mean = Number.NEGATIVE_INFINITY;
  for (let s = 0; s < states; s++) {
    if (lengths[states][s] === Number.NEGATIVE_INFINITY) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < states; k++) least = Math.min(least, (lengths[states][s] - lengths[k][s]) / (states - k));
    mean = Math.max(mean, least);
  }
  if (mean === Number.NEGATIVE_INFINITY) return undefined;
  // Without the mean no cycle is above 0, so that longest paths exist; an edge of a best cycle lies on one.
  const longest = new Float64Array(states);
  for (let k = 0; k < states; k++)
    for (const edge of edges)
      longest[edge.to] = Math.max(longest[edge.to], longest[edge.from] + weight(edge) - mean - NEAR / states);
  const slack = (edge: Edge) => longest[edge.to] - longest[edge.from] - weight(edge) + mean;
  const near = 2 * NEAR * Math.max(1, ...edges.map((edge) => Math.abs(weight(edge))));
  return { mean, edges: edges.filter((edge) => slack(edge) <= near) };
}

/** Any cycle of the edges. */
function cycleOf(edges: readonly Edge[], states: number): Edge[] | undefined {
  const from: Edge[][] = Array.from({ length: states }, () => []);
  for (const edge of edges) from[edge.from].push(edge);
  const over = new Uint8Array(states);
  for (let root = 0; root < states; root++) {
    const path: Edge[] = [];
    const at = new Int32Array(states).fill(-1);
    const tried = new Int32Array(states);
    let s = root;
    at[s] = 0;
    while (over[s] === 0) {
      const edge = from[s][tried[s]];
      tried[s] += 1;
      if (edge === undefined) {
        over[s] = 1;
        at[s] = -1;
        const back = path.pop();
        if (back === undefined) break;
        s = back.from;
      } else if (at[edge.to] >= 0) return [...path.slice(at[edge.to]), edge];
      else if (over[edge.to] === 0) {
        path.push(edge);
        s = edge.to;
        at[s] = path.length;
      }
    }
  }
  return undefined;
}

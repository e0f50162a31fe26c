// Families of tasks on graphs. Nodes are 0 … n − 1, and an edge is two nodes, with a length where the task has lengths.

import type { Random } from "../../core/random.ts";
import { type TaskFamily, whole } from "./family.ts";

/** A tree in which the parent of a node is one of the `reach` before it, so that it is deep where that is small. */
const tree = (random: Random, n: number, reach: number): [number, number][] =>
  Array.from({ length: n - 1 }, (_, i) => [Math.max(0, i - random.integer(reach)), i + 1]);

/** Further edges between nodes that are drawn. */
const further = (random: Random, n: number, count: number): [number, number][] =>
  Array.from({ length: count }, () => [random.integer(n), random.integer(n)]);

/** Nodes of a graph of a size: half as many, since edges take places too, but for small ones. */
const nodesOf = (size: number): number => (size < 10 ? size : size >> 1);

/** Edges, each with a length. */
const long = (edges: readonly [number, number][], length: () => number): number[] =>
  edges.flatMap(([a, b]) => [a, b, length()]);

/** Code that gives `head`, `next`, `to`: for each node the edges that leave it, edges counting in both directions. */
const neighbours = (width: number): string =>
  `const m = v.length / ${width}, head = new Int32Array(n).fill(-1), next = new Int32Array(2 * m), to = new Int32Array(2 * m);
  for (let e = 0; e < 2 * m; e++) { const a = v[${width} * (e >> 1) + (e & 1)]; to[e] = v[${width} * (e >> 1) + 1 - (e & 1)]; next[e] = head[a]; head[a] = e; }`;

/** Code of distances in edges from a node to all. */
const BREADTH = `const queue = new Int32Array(n);
  const breadth = (from, d) => {
    d.fill(-1); d[from] = 0; queue[0] = from;
    for (let i = 0, size = 1; i < size; i++) for (let e = head[queue[i]]; e >= 0; e = next[e]) if (d[to[e]] < 0) { d[to[e]] = d[queue[i]] + 1; queue[size++] = to[e]; }
    return d;
  };`;

/** Code of all distances in edges, in cubic time. */
const ALL_DISTANCES = `const D = Array.from({ length: n }, (_, i) => new Float64Array(n).fill(1e9)); for (let i = 0; i < n; i++) D[i][i] = 0;
  for (let e = 0; e < v.length; e += 2) D[v[e]][v[e + 1]] = D[v[e + 1]][v[e]] = Math.min(1, D[v[e]][v[e + 1]]);
  for (let h = 0; h < n; h++) for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (D[i][h] + D[h][j] < D[i][j]) D[i][j] = D[i][h] + D[h][j];`;

/** Code of sets that are joined. */
const JOINED = `const up = new Int32Array(n); for (let i = 0; i < n; i++) up[i] = i;
  const top = (i) => { while (up[i] !== i) { up[i] = up[up[i]]; i = up[i]; } return i; };`;

export const GRAPHS: Readonly<Record<string, TaskFamily>> = {
  components: {
    asks: "the number of parts of a graph that are connected",
    draw: (random, size, special) => {
      const n = nodesOf(size);
      const edges = special ? tree(random, n, n).filter(() => random.uniform() < 0.7) : further(random, n, n);
      return { n, v: edges.flat() };
    },
    greedy: "return n - v.length / 2;",
    brute: `${ALL_DISTANCES}
  let c = 0; for (let i = 0; i < n; i++) { let first = true; for (let j = 0; j < i; j++) if (D[i][j] < 1e9) first = false; if (first) c++; } return c;`,
    quadratic: `const name = new Int32Array(n); for (let i = 0; i < n; i++) name[i] = i;
  for (let e = 0; e < v.length; e += 2) { const a = name[v[e]], b = name[v[e + 1]]; if (a !== b) for (let i = 0; i < n; i++) if (name[i] === a) name[i] = b; }
  return new Set(name).size;`,
    optimal: `${JOINED}
  let c = n; for (let e = 0; e < v.length; e += 2) { const a = top(v[e]), b = top(v[e + 1]); if (a !== b) { up[a] = b; c--; } } return c;`,
  },
  "cheapest-tree": {
    asks: "the least length of edges that connect all nodes; every third number is a length",
    draw: (random, size, special) => {
      const n = nodesOf(size);
      return {
        n,
        v: long([...tree(random, n, n), ...further(random, n, special ? 0 : n < 10 ? 3 : n >> 2)], () =>
          whole(random, 1, 9999),
        ),
      };
    },
    greedy: `const t = new Int32Array(v.length / 3); for (let e = 0; e < t.length; e++) t[e] = v[3 * e + 2]; t.sort(); let s = 0; for (let e = 0; e < n - 1; e++) s += t[e]; return s;`,
    brute: `const m = v.length / 3;
  const go = (e, up, left, s) => {
    if (left === 0) return s;
    if (e === m) return 1e15;
    const without = go(e + 1, up, left, s), a = up[v[3 * e]], b = up[v[3 * e + 1]];
    return a === b ? without : Math.min(without, go(e + 1, up.map((x) => x === a ? b : x), left - 1, s + v[3 * e + 2]));
  };
  return go(0, Array.from({ length: n }, (_, i) => i), n - 1, 0);`,
    quadratic: `const near = new Float64Array(n).fill(1e15), done = new Uint8Array(n); near[0] = 0; let s = 0;
  for (let c = 0; c < n; c++) {
    let a = -1; for (let i = 0; i < n; i++) if (!done[i] && (a < 0 || near[i] < near[a])) a = i;
    done[a] = 1; s += near[a];
    for (let e = 0; e < v.length; e += 3) { if (v[e] === a && v[e + 2] < near[v[e + 1]]) near[v[e + 1]] = v[e + 2]; if (v[e + 1] === a && v[e + 2] < near[v[e]]) near[v[e]] = v[e + 2]; }
  }
  return s;`,
    optimal: `${JOINED}
  const key = new Float64Array(v.length / 3); for (let e = 0; e < key.length; e++) key[e] = v[3 * e + 2] * 262144 + e; key.sort(); let s = 0;
  for (let i = 0; i < key.length; i++) { const e = key[i] % 262144, a = top(v[3 * e]), b = top(v[3 * e + 1]); if (a !== b) { up[a] = b; s += v[3 * e + 2]; } }
  return s;`,
  },
  "shortest-path": {
    asks: "the length of the shortest way from node 0 to node n − 1; every third number is a length",
    draw: (random, size, special) => {
      const n = nodesOf(size);
      return {
        n,
        v: long([...tree(random, n, 3), ...further(random, n, n >> 3), ...tree(random, n, 5)], () =>
          special ? 4 : whole(random, 1, 999),
        ),
      };
    },
    greedy: `${neighbours(3)} ${BREADTH} return breadth(0, new Int32Array(n))[n - 1] * v[2];`,
    brute: `${neighbours(3)} const on = new Uint8Array(n); let best = 1e15;
  const go = (a, s) => { if (a === n - 1) { if (s < best) best = s; return; } on[a] = 1; for (let e = head[a]; e >= 0; e = next[e]) if (!on[to[e]]) go(to[e], s + v[3 * (e >> 1) + 2]); on[a] = 0; };
  go(0, 0); return best;`,
    quadratic: `${neighbours(3)} const d = new Float64Array(n).fill(1e15), done = new Uint8Array(n); d[0] = 0;
  for (let c = 0; c < n; c++) {
    let a = -1; for (let i = 0; i < n; i++) if (!done[i] && (a < 0 || d[i] < d[a])) a = i;
    done[a] = 1; for (let e = head[a]; e >= 0; e = next[e]) { const s = d[a] + v[3 * (e >> 1) + 2]; if (s < d[to[e]]) d[to[e]] = s; }
  }
  return d[n - 1];`,
    optimal: `${neighbours(3)} const d = new Float64Array(n).fill(1e15), heap = new Float64Array(2 * m + 2); let size = 0; d[0] = 0;
  const push = (x) => { let i = size++; while (i > 0 && heap[(i - 1) >> 1] > x) { heap[i] = heap[(i - 1) >> 1]; i = (i - 1) >> 1; } heap[i] = x; };
  const pop = () => {
    const least = heap[0], x = heap[--size]; let i = 0;
    for (let j = 1; j < size; j = 2 * i + 1) { if (j + 1 < size && heap[j + 1] < heap[j]) j++; if (heap[j] >= x) break; heap[i] = heap[j]; i = j; }
    heap[i] = x; return least;
  };
  push(0);
  while (size > 0) {
    const x = pop(), a = x % 65536, s = Math.floor(x / 65536); if (s > d[a]) continue; if (a === n - 1) break;
    for (let e = head[a]; e >= 0; e = next[e]) { const t = s + v[3 * (e >> 1) + 2]; if (t < d[to[e]]) { d[to[e]] = t; push(t * 65536 + to[e]); } }
  }
  return d[n - 1];`,
  },
  diameter: {
    asks: "the number of edges of the longest way in a tree",
    draw: (random, size, special) => {
      const n = nodesOf(size);
      return { n, v: tree(random, n, special ? 1 : n).flat() };
    },
    greedy: `${neighbours(2)} ${BREADTH} let far = 0; for (const x of breadth(0, new Int32Array(n))) if (x > far) far = x; return far;`,
    brute: `${ALL_DISTANCES}
  let far = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (D[i][j] > far) far = D[i][j]; return far;`,
    quadratic: `${neighbours(2)} ${BREADTH} const d = new Int32Array(n); let far = 0;
  for (let i = 0; i < n; i++) { breadth(i, d); for (let j = 0; j < n; j++) if (d[j] > far) far = d[j]; }
  return far;`,
    optimal: `${neighbours(2)} ${BREADTH} const d = breadth(0, new Int32Array(n)); let a = 0; for (let i = 0; i < n; i++) if (d[i] > d[a]) a = i;
  breadth(a, d); let far = 0; for (let i = 0; i < n; i++) if (d[i] > far) far = d[i]; return far;`,
  },
};

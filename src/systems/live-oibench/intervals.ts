// Families of tasks on intervals and on jobs with deadlines.

import type { Random } from "../../core/random.ts";
import { numbers, type TaskFamily, whole } from "./family.ts";

/** Intervals [from, to), each with further numbers behind it, of lengths 1 to `longest` within a range of `n` times `spread`. */
const intervals = (
  random: Random,
  n: number,
  { spread = 2, longest = 6, further = () => [] }: { spread?: number; longest?: number; further?: () => number[] } = {},
): number[] =>
  Array.from({ length: n }, () => {
    const from = random.integer(Math.ceil(spread * n));
    return [from, from + whole(random, 1, longest), ...further()];
  }).flat();

/** Rows of `width` numbers in the order of the number at `at`. */
const inOrder = (v: readonly number[], width: number, at: number): number[] =>
  Array.from({ length: v.length / width }, (_, i) => v.slice(width * i, width * (i + 1)))
    .sort((a, b) => a[at] - b[at])
    .flat();

/** Code that gives `o`, the places of rows of `width` numbers in the order of the number at `at`. */
const orderBy = (width: number, at: number): string =>
  `const key = new Float64Array(n); for (let i = 0; i < n; i++) key[i] = v[${width} * i + ${at}] * 65536 + i; key.sort();
  const o = new Int32Array(n); for (let i = 0; i < n; i++) o[i] = key[i] % 65536;`;

export const INTERVALS: Readonly<Record<string, TaskFamily>> = {
  "most-intervals": {
    asks: "the most intervals [from, to) of which no two overlap",
    draw: (random, n, special) => ({
      n,
      v: special
        ? numbers(random, n, 0, 4 * n).flatMap((from) => [from, from + 5])
        : intervals(random, n, { spread: 1, longest: 20 }),
    }),
    greedy: `${orderBy(2, 0)}
  let c = 0, end = -1; for (const i of o) if (v[2 * i] >= end) { c++; end = v[2 * i + 1]; } return c;`,
    brute: `const take = [];
  const go = (i) => {
    if (i === n) return 0;
    const without = go(i + 1);
    if (take.some((j) => v[2 * i] < v[2 * j + 1] && v[2 * j] < v[2 * i + 1])) return without;
    take.push(i); const w = 1 + go(i + 1); take.pop(); return Math.max(without, w);
  };
  return go(0);`,
    quadratic: `let c = 0, end = -1;
  for (;;) { let m = -1; for (let i = 0; i < n; i++) if (v[2 * i] >= end && (m < 0 || v[2 * i + 1] < m)) m = v[2 * i + 1]; if (m < 0) return c; c++; end = m; }`,
    optimal: `${orderBy(2, 1)}
  let c = 0, end = -1; for (const i of o) if (v[2 * i] >= end) { c++; end = v[2 * i + 1]; } return c;`,
  },
  "worthy-intervals": {
    asks: "the largest worth of intervals [from, to) of which no two overlap; every third number is a worth",
    draw: (random, n, special) => ({
      n,
      v: intervals(random, n, { spread: 1, longest: 20, further: () => [special ? 1 : whole(random, 1, 99)] }),
    }),
    greedy: `${orderBy(3, 1)}
  let s = 0, end = -1; for (const i of o) if (v[3 * i] >= end) { s += v[3 * i + 2]; end = v[3 * i + 1]; } return s;`,
    brute: `const take = [];
  const go = (i) => {
    if (i === n) return 0;
    const without = go(i + 1);
    if (take.some((j) => v[3 * i] < v[3 * j + 1] && v[3 * j] < v[3 * i + 1])) return without;
    take.push(i); const w = v[3 * i + 2] + go(i + 1); take.pop(); return Math.max(without, w);
  };
  return go(0);`,
    quadratic: `${orderBy(3, 1)}
  const d = new Float64Array(n); let best = 0;
  for (let a = 0; a < n; a++) { let m = 0; const from = v[3 * o[a]]; for (let b = 0; b < a; b++) if (v[3 * o[b] + 1] <= from && d[b] > m) m = d[b]; d[a] = m + v[3 * o[a] + 2]; if (d[a] > best) best = d[a]; }
  return best;`,
    optimal: `${orderBy(3, 1)}
  const d = new Float64Array(n + 1);
  for (let a = 0; a < n; a++) {
    const i = o[a]; let low = 0, high = a;
    while (low < high) { const m = (low + high) >> 1; if (v[3 * o[m] + 1] <= v[3 * i]) low = m + 1; else high = m; }
    d[a + 1] = Math.max(d[a], d[low] + v[3 * i + 2]);
  }
  return d[n];`,
  },
  "stabbing-points": {
    asks: "the fewest points such that each interval [from, to] has one of them",
    draw: (random, n, special) => {
      const v = intervals(random, n);
      return { n, v: special ? inOrder(v, 2, 1) : v };
    },
    greedy: `let c = 0, last = -1; for (let i = 0; i < n; i++) if (last < v[2 * i] || last > v[2 * i + 1]) { c++; last = v[2 * i + 1]; } return c;`,
    brute: `const points = [];
  const go = (i) => {
    if (i === n) { for (let j = 0; j < n; j++) if (!points.some((p) => v[2 * j] <= p && p <= v[2 * j + 1])) return n; return points.length; }
    const without = go(i + 1); points.push(v[2 * i + 1]); const w = go(i + 1); points.pop(); return Math.min(without, w);
  };
  return go(0);`,
    quadratic: `let c = 0, last = -1;
  for (;;) { let m = -1; for (let i = 0; i < n; i++) if (v[2 * i] > last && (m < 0 || v[2 * i + 1] < m)) m = v[2 * i + 1]; if (m < 0) return c; c++; last = m; }`,
    optimal: `${orderBy(2, 1)}
  let c = 0, last = -1; for (const i of o) if (v[2 * i] > last) { c++; last = v[2 * i + 1]; } return c;`,
  },
  deadlines: {
    asks: "the largest pay for jobs of one day, each done by its deadline; every second number is a pay",
    draw: (random, n, special) => ({
      n,
      v: Array.from({ length: n }, () => [
        whole(random, 1, Math.ceil(n / 2)),
        special ? 7 : whole(random, 1, 999),
      ]).flat(),
    }),
    greedy: `${orderBy(2, 0)}
  let s = 0, day = 0; for (const i of o) if (day < v[2 * i]) { day++; s += v[2 * i + 1]; } return s;`,
    brute: `const used = new Set();
  const go = (i) => {
    if (i === n) return 0;
    let best = go(i + 1);
    for (let d = 1; d <= v[2 * i]; d++) if (!used.has(d)) { used.add(d); best = Math.max(best, v[2 * i + 1] + go(i + 1)); used.delete(d); }
    return best;
  };
  return go(0);`,
    quadratic: `${orderBy(2, 1)}
  const used = new Uint8Array(n + 2); let s = 0;
  for (let a = n - 1; a >= 0; a--) { const i = o[a]; for (let d = v[2 * i]; d > 0; d--) if (!used[d]) { used[d] = 1; s += v[2 * i + 1]; break; } }
  return s;`,
    optimal: `${orderBy(2, 1)}
  const free = new Int32Array(n + 2); for (let d = 0; d <= n; d++) free[d] = d; let s = 0;
  for (let a = n - 1; a >= 0; a--) {
    let d = v[2 * o[a]]; while (free[d] !== d) { free[d] = free[free[d]]; d = free[d]; }
    if (d > 0) { s += v[2 * o[a] + 1]; free[d] = d - 1; }
  }
  return s;`,
  },
};

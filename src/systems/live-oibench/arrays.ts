// Families of tasks on a list of numbers.

import { randomOrder } from "../../math/weighted-draw.ts";
import { numbers, type TaskFamily, whole } from "./family.ts";

const ascending = (values: number[]): number[] => values.sort((a, b) => a - b);

export const ARRAYS: Readonly<Record<string, TaskFamily>> = {
  "largest-sum": {
    asks: "the largest sum of a stretch of the list that is not empty",
    draw: (random, n, special) => ({ n, v: numbers(random, n, special ? 0 : -50, 50) }),
    greedy: "let s = 0, m = v[0]; for (const a of v) { if (a > 0) s += a; if (a > m) m = a; } return m > 0 ? s : m;",
    brute: `let best = v[0];
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let s = 0; for (let h = i; h <= j; h++) s += v[h]; if (s > best) best = s; }
  return best;`,
    quadratic: `let best = v[0];
  for (let i = 0; i < n; i++) for (let j = i, s = 0; j < n; j++) { s += v[j]; if (s > best) best = s; }
  return best;`,
    optimal: `let best = v[0], s = 0;
  for (let i = 0; i < n; i++) { s = s > 0 ? s + v[i] : v[i]; if (s > best) best = s; }
  return best;`,
  },
  "sums-of-k": {
    asks: "the number of stretches whose sum is k",
    draw: (random, n, special) => ({ n, k: 5, v: special ? numbers(random, n, 5, 9) : numbers(random, n, -3, 5) }),
    greedy: "let c = 0; for (const a of v) if (a === k) c++; return c;",
    brute: `let c = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let s = 0; for (let h = i; h <= j; h++) s += v[h]; if (s === k) c++; }
  return c;`,
    quadratic: `let c = 0;
  for (let i = 0; i < n; i++) for (let j = i, s = 0; j < n; j++) { s += v[j]; if (s === k) c++; }
  return c;`,
    optimal: `const seen = new Map([[0, 1]]); let c = 0, s = 0;
  for (let i = 0; i < n; i++) { s += v[i]; c += seen.get(s - k) || 0; seen.set(s, (seen.get(s) || 0) + 1); }
  return c;`,
  },
  "sums-divided": {
    asks: "the number of stretches whose sum k divides",
    draw: (random, n, special) => ({
      n,
      k: 7,
      v: special ? numbers(random, n, 0, 9).map((a) => 7 * a) : numbers(random, n, 0, 99),
    }),
    greedy: "let c = 0; for (const a of v) if (a % k === 0) c++; return c * (c + 1) / 2;",
    brute: `let c = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let s = 0; for (let h = i; h <= j; h++) s += v[h]; if (s % k === 0) c++; }
  return c;`,
    quadratic: `let c = 0;
  for (let i = 0; i < n; i++) for (let j = i, s = 0; j < n; j++) { s += v[j]; if (s % k === 0) c++; }
  return c;`,
    optimal: `const seen = new Int32Array(k); seen[0] = 1; let c = 0, s = 0;
  for (let i = 0; i < n; i++) { s = (s + v[i]) % k; c += seen[s]; seen[s]++; }
  return c;`,
  },
  "few-kinds": {
    asks: "the length of the longest stretch with at most k different numbers",
    draw: (random, n, special) => {
      const half = n >> 1;
      // The first half has many kinds, the second few.
      const v = [...numbers(random, half, 1, 9), ...numbers(random, n - half, 1, 4)];
      return special ? { n, k: 3, v: numbers(random, n, 1, 3) } : { n, k: 3, v };
    },
    greedy: "const s = new Set(); for (let i = 0; i < n; i++) { s.add(v[i]); if (s.size > k) return i; } return n;",
    brute: `let best = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) {
    const s = new Set(); for (let h = i; h <= j; h++) s.add(v[h]);
    if (s.size <= k && j - i + 1 > best) best = j - i + 1;
  }
  return best;`,
    quadratic: `let best = 0;
  for (let i = 0; i < n; i++) {
    let kinds = 0, length = 0; const c = new Int32Array(10);
    for (let j = i; j < n; j++) { if (c[v[j]]++ === 0) kinds++; if (kinds <= k) length++; }
    if (length > best) best = length;
  }
  return best;`,
    optimal: `const c = new Int32Array(10); let best = 0, kinds = 0;
  for (let i = 0, j = 0; j < n; j++) {
    if (c[v[j]]++ === 0) kinds++;
    while (kinds > k) if (--c[v[i++]] === 0) kinds--;
    if (j - i + 1 > best) best = j - i + 1;
  }
  return best;`,
  },
  "rising-subsequence": {
    asks: "the length of the longest subsequence in which every number is larger than the one before",
    draw: (random, n, special) => {
      const v = numbers(random, n, 1, 1_000_000);
      return { n, v: special ? ascending(v).map((a, i) => a + i) : v };
    },
    greedy: "let c = 0, last = -1; for (const a of v) if (a > last) { c++; last = a; } return c;",
    brute:
      "const go = (i, last) => i === n ? 0 : Math.max(go(i + 1, last), v[i] > last ? 1 + go(i + 1, v[i]) : 0); return go(0, -1);",
    quadratic: `const d = new Int32Array(n); let best = 0;
  for (let i = 0; i < n; i++) { let m = 0; for (let j = 0; j < i; j++) if (v[j] < v[i] && d[j] > m) m = d[j]; d[i] = m + 1; if (m >= best) best = m + 1; }
  return best;`,
    optimal: `const tail = new Int32Array(n); let size = 0;
  for (let i = 0; i < n; i++) {
    let low = 0, high = size;
    while (low < high) { const m = (low + high) >> 1; if (tail[m] < v[i]) low = m + 1; else high = m; }
    tail[low] = v[i]; if (low === size) size++;
  }
  return size;`,
  },
  "steps-of-one": {
    asks: "the length of the longest subsequence in which every number is one more than the one before",
    draw: (random, n, special) => ({
      n,
      v: special ? Array.from({ length: n }, (_, i) => i) : numbers(random, n, 1, Math.max(3, Math.ceil(n / 3))),
    }),
    greedy: "let c = 1, last = v[0]; for (const a of v) if (a === last + 1) { c++; last = a; } return c;",
    brute:
      "const go = (i, last, c) => i === n ? c : Math.max(go(i + 1, last, c), go(i + 1, v[i], c === 0 || v[i] === last + 1 ? c + 1 : -n * n)); return go(0, 0, 0);",
    quadratic: `const d = new Int32Array(n); let best = 0;
  for (let i = 0; i < n; i++) { let m = 0; for (let j = 0; j < i; j++) if (v[j] === v[i] - 1 && d[j] > m) m = d[j]; d[i] = m + 1; if (m >= best) best = m + 1; }
  return best;`,
    optimal: `const d = new Map(); let best = 0;
  for (let i = 0; i < n; i++) { const m = Math.max(d.get(v[i]) || 0, 1 + (d.get(v[i] - 1) || 0)); d.set(v[i], m); if (m > best) best = m; }
  return best;`,
  },
  inversions: {
    asks: "the number of pairs in which the larger number comes first",
    draw: (random, n, special) => {
      const v = randomOrder(n, random);
      if (!special) return { n, v };
      const sorted = Array.from({ length: n }, (_, i) => i);
      for (let i = 0; i + 1 < n; i += 2) if (random.uniform() < 0.5) [sorted[i], sorted[i + 1]] = [i + 1, i];
      return { n, v: sorted };
    },
    greedy: "let c = 0; for (let i = 1; i < n; i++) if (v[i - 1] > v[i]) c++; return c;",
    brute: `for (let c = 0; ; c++) {
    let i = 1; while (i < n && v[i - 1] <= v[i]) i++;
    if (i === n) return c;
    const a = v[i]; v[i] = v[i - 1]; v[i - 1] = a;
  }`,
    quadratic:
      "let c = 0; for (let i = 0; i < n; i++) for (let j = 0, a = v[i]; j < i; j++) if (v[j] > a) c++; return c;",
    optimal: `const t = new Int32Array(n + 1); let c = 0;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = v[i]; j > 0; j -= j & -j) c += t[j];
    for (let j = v[i] + 1; j <= n; j += j & -j) t[j]++;
  }
  return c;`,
  },
  "swaps-to-sort": {
    asks: "the least number of swaps of any two numbers that sort the list, which has each of 0 … n − 1 once",
    draw: (random, n, special) => {
      const order = randomOrder(n, random);
      if (!special) return { n, v: order };
      const v = Array.from({ length: n }, (_, i) => i);
      for (let i = 0; i + 1 < n; i += 2)
        if (random.uniform() < 0.5) [v[order[i]], v[order[i + 1]]] = [order[i + 1], order[i]];
      return { n, v };
    },
    greedy: "let c = 0; for (let i = 0; i < n; i++) if (v[i] !== i) c++; return Math.ceil(c / 2);",
    brute: `const go = (i) => {
    if (i === n) { for (let h = 0; h < n; h++) if (v[h] !== h) return n; return 0; }
    let m = go(i + 1);
    for (let j = i + 1; j < n; j++) { const a = v[i]; v[i] = v[j]; v[j] = a; m = Math.min(m, 1 + go(i + 1)); v[j] = v[i]; v[i] = a; }
    return m;
  };
  return go(0);`,
    quadratic: `let c = 0;
  for (let i = 0; i < n; i++) { let m = i; for (let j = i + 1; j < n; j++) if (v[j] < v[m]) m = j; if (m !== i) { const a = v[m]; v[m] = v[i]; v[i] = a; c++; } }
  return c;`,
    optimal: `const seen = new Uint8Array(n); let c = n;
  for (let i = 0; i < n; i++) if (!seen[i]) { c--; for (let j = i; !seen[j]; j = v[j]) seen[j] = 1; }
  return c;`,
  },
  histogram: {
    asks: "the area of the largest rectangle under bars of width 1",
    draw: (random, n, special) => {
      if (special) return { n, v: numbers(random, 1, 1, 99).flatMap((height) => numbers(random, n, height, height)) };
      const low = n >> 2;
      return { n, v: [...numbers(random, low, 1, 9), ...numbers(random, n - low, 40, 99)] };
    },
    greedy:
      "let low = v[0], high = v[0]; for (const a of v) { if (a < low) low = a; if (a > high) high = a; } return Math.max(high, low * n);",
    brute: `let best = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let m = v[i]; for (let h = i; h <= j; h++) if (v[h] < m) m = v[h]; best = Math.max(best, m * (j - i + 1)); }
  return best;`,
    quadratic: `let best = 0;
  for (let i = 0; i < n; i++) for (let j = i, m = v[i]; j < n; j++) { if (v[j] < m) m = v[j]; const a = m * (j - i + 1); if (a > best) best = a; }
  return best;`,
    optimal: `const s = new Int32Array(n + 1); let size = 0, best = 0;
  for (let i = 0; i <= n; i++) {
    const a = i < n ? v[i] : 0;
    while (size > 0 && v[s[size - 1]] >= a) { const h = v[s[--size]]; best = Math.max(best, h * (size > 0 ? i - s[size - 1] - 1 : i)); }
    s[size++] = i;
  }
  return best;`,
  },
  "sum-of-minima": {
    asks: "the sum over all stretches of their smallest number",
    draw: (random, n, special) => {
      const v = numbers(random, n, 1, 999);
      return { n, v: special ? ascending(v) : v };
    },
    greedy: "let s = 0; for (let i = 0; i < n; i++) s += v[i] * (n - i); return s;",
    brute: `let s = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let m = v[i]; for (let h = i; h <= j; h++) if (v[h] < m) m = v[h]; s += m; }
  return s;`,
    quadratic: `let s = 0;
  for (let i = 0; i < n; i++) for (let j = i, m = v[i]; j < n; j++) { if (v[j] < m) m = v[j]; s += m; }
  return s;`,
    optimal: `const stack = new Int32Array(n), ends = new Float64Array(n); let size = 0, s = 0;
  for (let i = 0; i < n; i++) {
    while (size > 0 && v[stack[size - 1]] >= v[i]) size--;
    const before = size > 0 ? stack[size - 1] : -1;
    ends[i] = (before < 0 ? 0 : ends[before]) + v[i] * (i - before);
    s += ends[i]; stack[size++] = i;
  }
  return s;`,
  },
  "narrow-stretches": {
    asks: "the number of stretches whose largest and smallest numbers differ by at most k",
    draw: (random, n, special) => ({ n, k: 60, v: numbers(random, n, 0, special ? 60 : 99) }),
    greedy: `let low = v[0], high = v[0], c = n;
  for (let i = 0; i < n; i++) { low = Math.min(low, v[i]); high = Math.max(high, v[i]); if (i > 0 && Math.abs(v[i] - v[i - 1]) <= k) c++; }
  return high - low <= k ? n * (n + 1) / 2 : c;`,
    brute: `let c = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) {
    let low = v[i], high = v[i];
    for (let h = i; h <= j; h++) { if (v[h] < low) low = v[h]; if (v[h] > high) high = v[h]; }
    if (high - low <= k) c++;
  }
  return c;`,
    quadratic: `let c = 0;
  for (let i = 0; i < n; i++) for (let j = i, low = v[i], high = v[i]; j < n; j++) { if (v[j] < low) low = v[j]; if (v[j] > high) high = v[j]; if (high - low <= k) c++; }
  return c;`,
    optimal: `const a = new Int32Array(n), b = new Int32Array(n); let c = 0, i = 0, ah = 0, at = 0, bh = 0, bt = 0;
  for (let j = 0; j < n; j++) {
    while (at > ah && v[a[at - 1]] >= v[j]) at--; a[at++] = j;
    while (bt > bh && v[b[bt - 1]] <= v[j]) bt--; b[bt++] = j;
    while (v[b[bh]] - v[a[ah]] > k) { if (a[ah] === i) ah++; if (b[bh] === i) bh++; i++; }
    c += j - i + 1;
  }
  return c;`,
  },
  apart: {
    asks: "the largest sum of numbers of which no two are neighbours",
    draw: (random, n, special) => ({ n, v: numbers(random, n, 1, 99).map((a, i) => (special && i % 2 === 1 ? 0 : a)) }),
    greedy: "const s = [0, 0]; for (let i = 0; i < n; i++) s[i % 2] += v[i]; return Math.max(s[0], s[1]);",
    brute: "const go = (i) => i >= n ? 0 : Math.max(go(i + 1), v[i] + go(i + 2)); return go(0);",
    quadratic: `const d = new Float64Array(n); let best = 0;
  for (let i = 0; i < n; i++) { let m = 0; for (let j = 0; j < i - 1; j++) if (d[j] > m) m = d[j]; d[i] = m + v[i]; if (d[i] > best) best = d[i]; }
  return best;`,
    optimal:
      "let a = 0, b = 0; for (let i = 0; i < n; i++) { const c = Math.max(b, a + v[i]); a = b; b = c; } return b;",
  },
  "two-trades": {
    asks: "the most that two purchases with later sales earn, the second after the first, or one, or none",
    draw: (random, n, special) => {
      const v = numbers(random, n, 1, 9999);
      return { n, v: special ? ascending(v) : v };
    },
    greedy:
      "let low = v[0], best = 0; for (const a of v) { low = Math.min(low, a); best = Math.max(best, a - low); } return best;",
    brute: `let best = 0;
  for (let a = 0; a < n; a++) for (let b = a; b < n; b++) for (let c = b; c < n; c++) for (let d = c; d < n; d++) best = Math.max(best, v[b] - v[a] + v[d] - v[c]);
  return best;`,
    quadratic: `let best = 0;
  for (let m = 0; m < n; m++) {
    let one = 0, two = 0;
    for (let i = 0, low = v[0]; i <= m; i++) { if (v[i] < low) low = v[i]; else if (v[i] - low > one) one = v[i] - low; }
    for (let i = m, low = v[m]; i < n; i++) { if (v[i] < low) low = v[i]; else if (v[i] - low > two) two = v[i] - low; }
    if (one + two > best) best = one + two;
  }
  return best;`,
    optimal: `let a = -v[0], b = 0, c = -v[0], d = 0;
  for (let i = 0; i < n; i++) { a = Math.max(a, -v[i]); b = Math.max(b, a + v[i]); c = Math.max(c, b - v[i]); d = Math.max(d, c + v[i]); }
  return d;`,
  },
  palindrome: {
    asks: "the length of the longest stretch that is the same backwards",
    draw: (random, n, special) => {
      // Long runs about one number that differs, in which every centre has far to go.
      const middle = (n >> 1) + random.integer(Math.ceil(n / 10));
      if (!special) return { n, v: n < 10 ? numbers(random, n, 0, 1) : numbers(random, n, 0, 0).with(middle, 1) };
      let kind = 0;
      return { n, v: Array.from({ length: n }, () => (random.uniform() < 0.3 ? ++kind : kind)) };
    },
    greedy:
      "let best = 1, run = 1; for (let i = 1; i < n; i++) { run = v[i] === v[i - 1] ? run + 1 : 1; if (run > best) best = run; } return best;",
    brute: `let best = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let h = i; while (h <= j && v[h] === v[i + j - h]) h++; if (h > j && j - i + 1 > best) best = j - i + 1; }
  return best;`,
    quadratic: `let best = 0;
  for (let m = 0; m < 2 * n; m++) { let i = m >> 1, j = (m + 1) >> 1; while (i >= 0 && j < n && v[i] === v[j]) { i--; j++; } if (j - i - 1 > best) best = j - i - 1; }
  return best;`,
    optimal: `const s = new Int32Array(2 * n + 1).fill(-1), p = new Int32Array(2 * n + 1); for (let i = 0; i < n; i++) s[2 * i + 1] = v[i];
  let best = 0;
  for (let i = 0, c = 0, r = 0; i < s.length; i++) {
    let q = i < r ? Math.min(r - i, p[2 * c - i]) : 0;
    while (i - q - 1 >= 0 && i + q + 1 < s.length && s[i - q - 1] === s[i + q + 1]) q++;
    p[i] = q; if (i + q > r) { c = i; r = i + q; } if (q > best) best = q;
  }
  return best;`,
  },
  brackets: {
    asks: "the length of the longest stretch of brackets that close each other; 1 opens, −1 closes",
    draw: (random, n, special) => ({
      n,
      v: Array.from({ length: n }, (_, i) => ((special ? i < n >> 1 : random.uniform() < 0.6) ? 1 : -1)),
    }),
    greedy: "let a = 0, b = 0; for (const x of v) if (x > 0) a++; else b++; return 2 * Math.min(a, b);",
    brute: `let best = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) { let s = 0, low = 0; for (let h = i; h <= j; h++) { s += v[h]; if (s < low) low = s; } if (s === 0 && low === 0 && j - i + 1 > best) best = j - i + 1; }
  return best;`,
    quadratic: `let best = 0;
  for (let i = 0; i < n; i++) for (let j = i, s = 0; j < n; j++) { s += v[j]; if (s < 0) break; if (s === 0 && j - i + 1 > best) best = j - i + 1; }
  return best;`,
    optimal: `const stack = new Int32Array(n + 1); stack[0] = -1; let size = 1, best = 0;
  for (let i = 0; i < n; i++) {
    if (v[i] > 0) { stack[size++] = i; continue; }
    if (--size === 0) stack[size++] = i; else if (i - stack[size - 1] > best) best = i - stack[size - 1];
  }
  return best;`,
  },
  knapsack: {
    asks: "the largest worth of things that fit together into a bag of size k; every second number is a thing's size, 1 or 2",
    draw: (random, n, special) => ({
      n,
      k: special ? n >> 1 : n | 1,
      v: Array.from({ length: n }, () => [special ? 1 : whole(random, 1, 2), whole(random, 1, 999)]).flat(),
    }),
    greedy: `const t = Int32Array.from({ length: n }, (_, i) => 4 * v[2 * i + 1] + v[2 * i]).sort(); let left = k, s = 0;
  for (let i = n - 1; i >= 0; i--) if (t[i] % 4 <= left) { left -= t[i] % 4; s += t[i] >> 2; }
  return s;`,
    brute:
      "const go = (i, left) => i === n ? 0 : Math.max(go(i + 1, left), v[2 * i] <= left ? v[2 * i + 1] + go(i + 1, left - v[2 * i]) : 0); return go(0, k);",
    quadratic: `const d = new Float64Array(k + 1);
  for (let i = 0; i < n; i++) for (let size = v[2 * i], a = v[2 * i + 1], j = k; j >= size; j--) { const w = d[j - size] + a; if (w > d[j]) d[j] = w; }
  return d[k];`,
    optimal: `const split = (size) => { const a = []; for (let i = 0; i < n; i++) if (v[2 * i] === size) a.push(v[2 * i + 1]); const t = Int32Array.from(a).sort().reverse(); const s = new Float64Array(t.length + 1); for (let i = 0; i < t.length; i++) s[i + 1] = s[i] + t[i]; return s; };
  const one = split(1), two = split(2); let best = 0;
  for (let j = 0; j < two.length && 2 * j <= k; j++) best = Math.max(best, two[j] + one[Math.min(one.length - 1, k - 2 * j)]);
  return best;`,
  },
};

// Sums of outer products of rows, most of which are dense.

/** A row with this part of its entries or fewer is added entry by entry: each takes about twice as long so. */
const FEW = 2;

/**
 * Sums by·xxᵀ into the lower triangle of `sum` [n × n]. Four rows are added at a time, so that each entry is read and written once for them,
 * and two lines of the triangle side by side, so that the rows are read once for both.
 */
export function outerSum(sum: Float64Array, n: number) {
  sum.fill(0);
  const rows = new Float64Array(4 * n);
  const by = new Float64Array(4);
  const [one, two, three] = [n, 2 * n, 3 * n];
  let held = 0;
  /** Adds to the entries of line `i` from `from` on. */
  function flushLine(i: number, from: number): void {
    const [a, b, c, d] = [by[0] * rows[i], by[1] * rows[one + i], by[2] * rows[two + i], by[3] * rows[three + i]];
    const at = i * n;
    for (let j = from; j <= i; j++) {
      sum[at + j] += a * rows[j] + b * rows[one + j] + (c * rows[two + j] + d * rows[three + j]);
    }
  }
  function flush(): void {
    let i = 0;
    for (; i + 1 < n; i += 2) {
      const k = i + 1;
      const [a, b, c, d] = [by[0] * rows[i], by[1] * rows[one + i], by[2] * rows[two + i], by[3] * rows[three + i]];
      const [e, f, g, h] = [by[0] * rows[k], by[1] * rows[one + k], by[2] * rows[two + k], by[3] * rows[three + k]];
      const [at, next] = [i * n, k * n];
      for (let j = 0; j <= i; j++) {
        const w = rows[j];
        const x = rows[one + j];
        const y = rows[two + j];
        const z = rows[three + j];
        sum[at + j] += a * w + b * x + (c * y + d * z);
        sum[next + j] += e * w + f * x + (g * y + h * z);
      }
      flushLine(k, k);
    }
    if (i < n) flushLine(i, 0);
    by.fill(0);
    held = 0;
  }
  const places = new Int32Array(n);
  const few = Math.floor(n / FEW);
  /** Adds a row that is 0 but for some places, which are gone through alone. */
  function addFew(features: Float64Array, at: number, weight: number, count: number): void {
    for (let p = 0; p < count; p++) {
      const i = places[p];
      const by = weight * features[at + i];
      const line = i * n;
      for (let q = 0; q <= p; q++) sum[line + places[q]] += by * features[at + places[q]];
    }
  }
  return {
    add(features: Float64Array, at: number, weight: number): void {
      let count = 0;
      for (let k = 0; k < n && count <= few; k++) if (features[at + k] !== 0) places[count++] = k;
      if (count <= few) {
        addFew(features, at, weight, count);
        return;
      }
      for (let k = 0, to = held * n; k < n; k++) rows[to + k] = features[at + k];
      by[held] = weight;
      held += 1;
      if (held === 4) flush();
    },
    end: flush,
  };
}

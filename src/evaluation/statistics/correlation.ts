// Correlation of two variables, regression slopes and power laws.

import { qt } from "lib-r-math.js";
import { areLevel } from "../../math/spread.ts";
import { mean } from "./moments.ts";

/**
 * Pearson's r = Σ(x−x̄)(y−ȳ)/√(Σ(x−x̄)²·Σ(y−ȳ)²) (Pearson, 1895), in [−1, 1]; null where a variable is constant. Throws where the lengths
 * differ.
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length !== y.length) throw new Error(`samples of ${x.length} and ${y.length} values have no correlation`);
  if (areLevel(x) || areLevel(y)) return null;
  const mx = mean(x);
  const my = mean(y);
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let k = 0; k < x.length; k++) {
    xy += (x[k] - mx) * (y[k] - my);
    xx += (x[k] - mx) ** 2;
    yy += (y[k] - my) ** 2;
  }
  const spread = Math.sqrt(xx) * Math.sqrt(yy);
  return spread > 0 ? Math.max(-1, Math.min(1, xy / spread)) : null;
}

/**
 * Spearman's ρ (1904): Pearson's r of the ranks, with mean ranks for ties; null where a variable is constant. Throws where the lengths
 * differ.
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  return pearson(ranks(x), ranks(y));
}

/**
 * Kendall's τ_b (1945): concordant less discordant pairs, over √((n₀ − ties of x)(n₀ − ties of y)) with n₀ the number of pairs; null where
 * a variable is constant. Throws where the lengths differ.
 */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length !== y.length) throw new Error(`samples of ${x.length} and ${y.length} values have no correlation`);
  let [agreement, inX, inY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [Math.sign(x[i] - x[j]), Math.sign(y[i] - y[j])];
      agreement += a * b;
      inX += Math.abs(a);
      inY += Math.abs(b);
    }
  }
  return inX > 0 && inY > 0 ? agreement / Math.sqrt(inX * inY) : null;
}

/** Ranks from 1 for the smallest value; ties get their mean rank. */
export function ranks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, k) => k).sort((a, b) => values[a] - values[b]);
  const rank = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to += 1;
    for (let k = from; k < to; k++) rank[order[k]] = (from + 1 + to) / 2;
    from = to;
  }
  return rank;
}

/**
 * Partial correlation of x and y given z, (r_xy − r_xz·r_yz)/√((1 − r_xz²)(1 − r_yz²)). Pearson's r of x and y where z is constant; null
 * where z determines x or y.
 */
export function partialCorrelation(x: ArrayLike<number>, y: ArrayLike<number>, z: ArrayLike<number>): number | null {
  const xy = pearson(x, y);
  if (xy === null) return null;
  const [xz, yz] = [pearson(x, z) ?? 0, pearson(y, z) ?? 0];
  const left = (1 - xz ** 2) * (1 - yz ** 2);
  return left > 1e-12 ? Math.max(-1, Math.min(1, (xy - xz * yz) / Math.sqrt(left))) : null;
}

/** Slope Σ(x−x̄)(y−ȳ)/Σ(x−x̄)² of the least-squares line; null where x is constant. Throws where the lengths differ. */
export function slope(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length !== y.length) throw new Error(`samples of ${x.length} and ${y.length} values have no slope`);
  if (areLevel(x)) return null;
  const mx = mean(x);
  const my = mean(y);
  let xy = 0;
  let xx = 0;
  for (let k = 0; k < x.length; k++) {
    xy += (x[k] - mx) * (y[k] - my);
    xx += (x[k] - mx) ** 2;
  }
  return xx > 0 ? xy / xx : null;
}

/** The exponent p of y ≈ c·x^p with its confidence bounds; null where the data do not determine it. */
export interface PowerLaw {
  readonly exponent: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/**
 * Least squares of ln y on ln x, with Student's t interval of the slope on n − 2 degrees of freedom. The interval assumes independent
 * errors, which points of a running mean do not have. Throws where a value is not positive.
 */
export function powerLaw(x: ArrayLike<number>, y: ArrayLike<number>, confidence = 0.95): PowerLaw {
  const [lx, ly] = [x, y].map((values) =>
    Float64Array.from(values, (value) => {
      if (!(value > 0)) throw new Error(`${value} has no logarithm`);
      return Math.log(value);
    }),
  );
  const n = lx.length;
  const exponent = slope(lx, ly);
  if (exponent === null || n < 3) return { exponent, low: null, high: null, n };
  const [mx, my] = [mean(lx), mean(ly)];
  let [left, spread] = [0, 0];
  for (let k = 0; k < n; k++) {
    left += (ly[k] - my - exponent * (lx[k] - mx)) ** 2;
    spread += (lx[k] - mx) ** 2;
  }
  const half = qt(0.5 + confidence / 2, n - 2) * Math.sqrt(left / (n - 2) / spread);
  return { exponent, low: exponent - half, high: exponent + half, n };
}

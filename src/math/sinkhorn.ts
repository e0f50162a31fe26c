// Transport with an entropy: the plan between two distributions that costs little and stays spread out (Cuturi, 2013). Sums
// are taken of logarithms, so that no regularisation is too small for the exponentials (Peyré & Cuturi, 2019, 4.4).

import { logSumExp } from "./softmax.ts";

export interface SinkhornOptions {
  /** Mass of each row and of each column, of the same sum; default 1 shared alike. */
  readonly rows?: ArrayLike<number>;
  readonly columns?: ArrayLike<number>;
  /** `error` at which it stops. Default 1e-9. */
  readonly tolerance?: number;
  /** Most rounds of scaling rows and columns. Default 10,000. */
  readonly mostRounds?: number;
}

/**
 * T ≥ 0 with the given sums of rows and columns that minimises Σ T_ij·C_ij + regularisation·Σ T_ij·(ln T_ij − 1), for costs C
 * [rows][columns] of at least one each. What is left of `error` when it stops is put right by moving that much mass (Altschuler,
 * Weed & Rigollet, arXiv 1705.09634, algorithm 2). Throws an Error where the regularisation or a mass is not above 0.
 */
export function sinkhorn(
  costs: readonly ArrayLike<number>[],
  regularisation: number,
  { rows, columns, tolerance = 1e-9, mostRounds = 10_000 }: SinkhornOptions = {},
) {
  const [m, n] = [costs.length, costs[0].length];
  if (!(regularisation > 0)) throw new Error(`a regularisation of ${regularisation} is not above 0`);
  const a = massesOf(rows, m);
  const b = massesOf(columns, n);
  const scaled = costs.map((row) => Float64Array.from(row, (cost) => cost / regularisation));
  // ln T_ij = f_i + g_j − C_ij/regularisation.
  const f = new Float64Array(m);
  const g = new Float64Array(n);
  const plan = Array.from({ length: m }, () => new Float64Array(n));
  const [logA, logB] = [Float64Array.from(a, Math.log), Float64Array.from(b, Math.log)];
  const terms = new Float64Array(Math.max(m, n));
  let error = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds && error > tolerance; round++) {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) terms[j] = g[j] - scaled[i][j];
      f[i] = logA[i] - logSumExp(terms, 0, n);
    }
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < m; i++) terms[i] = f[i] - scaled[i][j];
      g[j] = logB[j] - logSumExp(terms, 0, m);
    }
    error = 0;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) plan[i][j] = Math.exp(f[i] + g[j] - scaled[i][j]);
      error += Math.abs(total(plan[i]) - a[i]);
    }
  }
  putRight(plan, a, b);
  return {
    /** [rows][columns], at least 0; its sums are the masses. */
    plan,
    /** ln of what each column was scaled by: 1/regularisation times its potential, by which the plan reaches on to other rows. */
    scaling: g,
    /** Σ of what rows had too much or too little before that was put right: the plan's cost is off by at most 2·error·max |C|. */
    error,
  };
}

/** Takes away what is too much of rows and columns, and shares out what they lack then. */
function putRight(plan: readonly Float64Array[], a: ArrayLike<number>, b: ArrayLike<number>): void {
  const n = b.length;
  const column = (j: number) => plan.reduce((sum, row) => sum + row[j], 0);
  for (const [i, row] of plan.entries()) {
    const share = Math.min(1, a[i] / total(row));
    for (let j = 0; j < n; j++) row[j] *= share;
  }
  for (let j = 0; j < n; j++) {
    const share = Math.min(1, b[j] / column(j));
    for (const row of plan) row[j] *= share;
  }
  const lacking = plan.map((row, i) => a[i] - total(row));
  const wanting = Array.from({ length: n }, (_, j) => b[j] - column(j));
  const whole = lacking.reduce((x, y) => x + y, 0);
  if (!(whole > 0)) return;
  for (const [i, row] of plan.entries()) {
    for (let j = 0; j < n; j++) row[j] += Math.max(0, (lacking[i] * wanting[j]) / whole);
  }
}

function massesOf(given: ArrayLike<number> | undefined, count: number): ArrayLike<number> {
  const masses = given ?? new Float64Array(count).fill(1 / count);
  if (masses.length !== count) throw new Error(`${masses.length} masses for ${count} places`);
  for (let k = 0; k < count; k++) {
    if (!(masses[k] > 0)) throw new Error(`a mass of ${masses[k]} is not above 0`);
  }
  return masses;
}

function total(values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum;
}

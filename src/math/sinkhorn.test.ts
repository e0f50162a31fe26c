import { describe, expect, it } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { optimalAssignment } from "./assignment.ts";
import { sinkhorn } from "./sinkhorn.ts";

function costs(random: Random, rows: number, columns: number): Float64Array[] {
  return Array.from({ length: rows }, () => Float64Array.from({ length: columns }, () => random.uniform()));
}

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

describe("a plan of transport", () => {
  it("has the masses that were asked for", () => {
    const random = Random.of(1, "masses");
    for (let trial = 0; trial < 200; trial++) {
      const [m, n] = [1 + random.integer(6), 1 + random.integer(6)];
      const rows = Float64Array.from({ length: m }, () => 0.1 + random.uniform());
      const whole = sum(rows);
      const parts = Float64Array.from({ length: n }, () => 0.1 + random.uniform());
      const columns = parts.map((part) => (part * whole) / sum(parts));
      const { plan } = sinkhorn(costs(random, m, n), 0.1, { rows, columns });
      for (const [i, row] of plan.entries()) expect(Math.abs(sum(row) - rows[i])).toBeLessThan(1e-6);
      for (let j = 0; j < n; j++) expect(Math.abs(sum(plan.map((row) => row[j])) - columns[j])).toBeLessThan(1e-6);
    }
  });

  it("is one of Gibbs: ln T + C/regularisation is a number for the row plus one for the column", () => {
    const random = Random.of(2, "Gibbs");
    const cost = costs(random, 3, 4);
    const { plan } = sinkhorn(cost, 0.1);
    const at = (i: number, j: number) => Math.log(plan[i][j]) + cost[i][j] / 0.1;
    for (let i = 1; i < 3; i++) {
      for (let j = 1; j < 4; j++) expect(at(i, j) - at(0, j) - at(i, 0) + at(0, 0)).toBeCloseTo(0, 5);
    }
    // Two by two in closed form: the diagonal has x with (x/(½ − x))² = e^{(c₀₁ + c₁₀ − c₀₀ − c₁₁)/r}.
    const square = matrix("0 1 | 0.5 0");
    const [[x]] = sinkhorn(square, 0.5).plan;
    const root = Math.exp(1.5 / 0.5 / 2);
    expect(x).toBeCloseTo(root / (1 + root) / 2, 8);
  });

  it("comes to the best assignment as the regularisation goes to 0", () => {
    const random = Random.of(3, "small");
    for (let trial = 0; trial < 50; trial++) {
      const n = 2 + random.integer(4);
      const cost = costs(random, n, n);
      const best = optimalAssignment(cost, { total: "smallest" }).total / n;
      const total = (regularisation: number) =>
        sum(sinkhorn(cost, regularisation).plan.map((row, i) => sum(row.map((t, j) => t * cost[i][j]))));
      const [far, near] = [total(0.1), total(0.005)];
      expect(near).toBeGreaterThan(best - 1e-9);
      expect(near).toBeLessThan(far + 1e-9);
      expect(near - best).toBeLessThan(0.01);
    }
  });

  it("has its masses also where it stopped early, and says how far it was", () => {
    const [rows, columns] = matrix("0.2 0.3 0.5 | 0.4 0.1 0.25 0.25");
    const { plan, error } = sinkhorn(costs(Random.of(4, "early"), 3, 4), 0.01, { rows, columns, mostRounds: 1 });
    expect(error).toBeGreaterThan(1e-3);
    for (const [i, row] of plan.entries()) expect(sum(row)).toBeCloseTo(rows[i], 12);
    for (const [j, mass] of columns.entries()) expect(sum(plan.map((row) => row[j]))).toBeCloseTo(mass, 12);
    for (const row of plan) expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
  });

  it("needs a regularisation and masses", () => {
    expect(() => sinkhorn([[1]], 0)).toThrow("not above 0");
    expect(() => sinkhorn([[1]], 1, { rows: [0] })).toThrow("a mass of 0");
    expect(() => sinkhorn([[1]], 1, { rows: [0.5, 0.5] })).toThrow("2 masses for 1 places");
  });
});

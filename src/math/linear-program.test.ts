// Programs whose optimum is published, the laws of duality on random ones, and every way of having no optimum.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { type LinearProgram, type LinearRow, linearPrograms } from "./linear-program.ts";

const lp = await linearPrograms();

/** A row of a dense matrix with an upper bound. */
const atMost = (values: number[], upper: number): LinearRow => ({ columns: values.map((_, j) => j), values, upper });

describe("published optima", () => {
  test("chairs and tables: profit, plan and prices of both hours", () => {
    // The production example of the HiGHS documentation; the prices solve λ₁ + 2λ₂ = 30, 2λ₁ + λ₂ = 50.
    const rows = [atMost([1, 2], 40), atMost([2, 1], 50)];
    const most = lp.optimum({ sense: "maximise", objective: [30, 50], rows });
    expect(most.objective).toBeCloseTo(1100, 9);
    expect([...most.x]).toEqual([20, 10]);
    expect(most.rowDuals[0]).toBeCloseTo(70 / 3, 9);
    expect(most.rowDuals[1]).toBeCloseTo(10 / 3, 9);
    const least = lp.optimum({ sense: "minimise", objective: [-30, -50], rows });
    expect(least.objective).toBeCloseTo(-1100, 9);
    expect(least.rowDuals[0]).toBeCloseTo(-70 / 3, 9);
  });

  test("Beale's example, on which the first simplex rule runs in circles: −1/20", () => {
    // Beale (1955), as given by Chvátal, Linear Programming (1983), chapter 3.
    const rows = [atMost([0.25, -60, -1 / 25, 9], 0), atMost([0.5, -90, -1 / 50, 3], 0), atMost([0, 0, 1, 0], 1)];
    const { objective, x } = lp.optimum({ sense: "minimise", objective: [-0.75, 150, -1 / 50, 6], rows });
    expect(objective).toBeCloseTo(-1 / 20, 12);
    expect(x[0]).toBeCloseTo(1 / 25, 12);
  });

  test("the cube of Klee and Minty: 5ⁿ at its last corner", () => {
    // Klee & Minty (1972) in the form of Chvátal: max Σ 2ⁿ⁻ʲxⱼ, 2Σ_{j<i} 2ⁱ⁻ʲxⱼ + xᵢ ≤ 5ⁱ.
    const n = 7;
    const rows = Array.from({ length: n }, (_, i) =>
      atMost(
        Array.from({ length: n }, (_, j) => (j < i ? 2 ** (i - j + 1) : j === i ? 1 : 0)),
        5 ** (i + 1),
      ),
    );
    const objective = Array.from({ length: n }, (_, j) => 2 ** (n - j - 1));
    expect(lp.optimum({ sense: "maximise", objective, rows }).objective).toBeCloseTo(5 ** n, 6);
  });

  test("rock, paper, scissors with a double prize for rock: the game's value and mix", () => {
    // Rows: Rock against paper −1, against scissors 2, and so on; by symmetry the value is 0, the mix (1, 2, 1)/4.
    const win = matrix("0 -1 2 | 1 0 -1 | -2 1 0");
    const rows: LinearRow[] = [0, 1, 2].map((j) => ({
      columns: [0, 1, 2, 3],
      values: [win[0][j], win[1][j], win[2][j], -1],
      lower: 0,
    }));
    rows.push({ columns: [0, 1, 2], values: [1, 1, 1], lower: 1, upper: 1 });
    const lower = [0, 0, 0, Number.NEGATIVE_INFINITY];
    const { objective, x } = lp.optimum({ sense: "maximise", objective: [0, 0, 0, 1], rows, lower });
    expect(objective).toBeCloseTo(0, 12);
    [1 / 4, 1 / 2, 1 / 4].forEach((share, i) => {
      expect(x[i]).toBeCloseTo(share, 12);
    });
  });
});

const coefficient = fc.integer({ min: -9, max: 9 });
law.prop([
  fc.array(fc.array(coefficient, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 5, maxLength: 5 }),
  fc.array(coefficient, { minLength: 4, maxLength: 4 }),
  fc.constantFrom<LinearProgram["sense"]>("minimise", "maximise"),
])("the optimum is feasible and worth what its duals say", (matrix, right, objective, sense) => {
  // 0 is feasible and the box bounds everything, so there is an optimum.
  const rows = matrix.map((values, i) => atMost(values, right[i]));
  const result = lp.optimum({ sense, objective, rows, upper: 7 });
  for (const x of result.x) {
    expect(x).toBeGreaterThanOrEqual(-1e-8);
    expect(x).toBeLessThanOrEqual(7 + 1e-8);
  }
  let worth = 0;
  const toward = sense === "maximise" ? 1 : -1;
  matrix.forEach((values, i) => {
    expect(values.reduce((sum, a, j) => sum + a * result.x[j], 0)).toBeLessThanOrEqual(right[i] + 1e-7);
    expect(toward * result.rowDuals[i]).toBeGreaterThanOrEqual(-1e-8);
    worth += result.rowDuals[i] * right[i];
  });
  // Strong duality: lower bounds are 0, so only the columns' upper bounds add to it.
  for (const dual of result.columnDuals) if (toward * dual > 0) worth += 7 * dual;
  expect(worth).toBeCloseTo(result.objective, 6);
});

test("a column named twice in a row counts with the sum", () => {
  const rows = [{ columns: [0, 0, 1, 1], values: [1, 2, 4, -4], upper: 6 }];
  expect(lp.optimum({ sense: "maximise", objective: [1, 1], rows, upper: [9, 5] }).objective).toBeCloseTo(7, 12);
});

describe("without an optimum the status says why", () => {
  const rows = [atMost([1, -1], 3)];
  test.each<[string, LinearProgram, string]>([
    [
      "bounds that cross",
      { sense: "minimise", objective: [1], rows: [{ columns: [0], values: [1], lower: 3, upper: 2 }] },
      "infeasible",
    ],
    [
      "rows that exclude each other",
      { sense: "maximise", objective: [1, 1], rows: [atMost([1, -1], -3), atMost([-1, 1], -3)] },
      "infeasible",
    ],
    ["a ray", { sense: "maximise", objective: [1, 0], rows }, "unbounded"],
    ["no rows, no bound", { sense: "maximise", objective: [1], rows: [] }, "unbounded"],
    ["no columns", { sense: "maximise", objective: [], rows: [] }, "failed"],
  ])("%s", (_, program, status) => {
    const result = lp.solve(program);
    expect(result.status).toBe(status);
    expect(() => lp.optimum(program)).toThrow("has no optimum");
  });

  test("iterations that run out", () => {
    const program: LinearProgram = {
      sense: "maximise",
      objective: [3, 5],
      rows: [atMost([1, 2], 4), atMost([2, 1], 5)],
    };
    expect(lp.solve(program, { maxIterations: 0 })).toEqual({ status: "limit", reason: "out of iterations" });
  });
});

test("malformed programs are refused", () => {
  const program = { sense: "maximise", objective: [1], rows: [] } as const;
  expect(() => lp.solve({ ...program, objective: [Number.NaN] })).toThrow("colCost");
  expect(() => lp.solve({ ...program, rows: [{ columns: [3], values: [1] }] })).toThrow("outside the model");
  expect(() => lp.solve({ ...program, rows: [{ columns: [0, 1], values: [1] }] })).toThrow("2 columns and 1 values");
  expect(() => lp.solve({ ...program, upper: [1, 2] })).toThrow("2 bounds for 1 columns");
});

test("a thousand programs leave no memory behind, and two loads are one", async () => {
  expect(await linearPrograms()).toBe(lp);
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let k = 0; k < 1000; k++) lp.optimum({ sense: "maximise", objective: [1, k], rows: [atMost([1, 1], 3)] });
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  expect(after - before).toBeLessThan(16 * 2 ** 20);
});

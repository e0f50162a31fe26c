// Games whose equilibrium is known in closed form, bounds that bind, and a game whose best responses run in circles.

import { expect, test } from "vitest";
import { bestResponseFixedPoint } from "./best-response.ts";

/** Linear Cournot: price = intercept − Σq, unit cost c; q_i = (intercept − c − Σ_{j≠i} q_j)/2. */
const cournot = (margin: number) => (player: number, quantities: Float64Array) => {
  const others = quantities.reduce((sum, q, j) => (j === player ? sum : sum + q), 0);
  return (margin - others) / 2;
};

test("Cournot oligopoly: every firm sells (intercept − c)/(n + 1)", () => {
  for (const n of [2, 3]) {
    const { actions, converged } = bestResponseFixedPoint(cournot(90), {
      start: new Float64Array(n),
      floor: 0,
      ceiling: 100,
    });
    expect(converged).toBe(true);
    for (const q of actions) expect(q).toBeCloseTo(90 / (n + 1), 10);
  }
});

test("a bound that binds is kept and answered", () => {
  const { actions } = bestResponseFixedPoint(cournot(90), { start: [0, 0], floor: 0, ceiling: [10, 100] });
  expect(actions[0]).toBe(10);
  expect(actions[1]).toBeCloseTo(40, 12);
  const lifted = bestResponseFixedPoint(() => -5, { start: [3], floor: 0.01, ceiling: 1 });
  expect(lifted.actions[0]).toBe(0.01);
});

test("best responses that circle do not converge", () => {
  // Matching pennies in pure actions: one wants to match, the other not to.
  const { converged, sweeps } = bestResponseFixedPoint((player, a) => (player === 0 ? a[1] : 1 - a[0]), {
    start: [0, 1],
    floor: 0,
    ceiling: 1,
    maxSweeps: 50,
  });
  expect(converged).toBe(false);
  expect(sweeps).toBe(50);
});

test("an answer that is not a number is a bug, told at once", () => {
  expect(() => bestResponseFixedPoint(() => Number.NaN, { start: [1], floor: 0, ceiling: 1 })).toThrow("player 0");
});

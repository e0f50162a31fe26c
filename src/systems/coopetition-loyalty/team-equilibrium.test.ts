// The Team Production Equilibrium against closed forms, published figures, and its definition: no member gains by deviating.

import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { EFFORT_FLOOR, teamEquilibrium } from "../../../test/fixtures/team-equilibrium.ts";
import {
  freeRidingEffort,
  type LoyaltyWeights,
  optimalEffort,
  type Production,
  type Teammates,
  targetTotal,
  teamOutput,
  teamPayoff,
  teamUtility,
} from "../../environments/coopetition/team-production.ts";

const weights: LoyaltyWeights = { benefit: 0.8, relief: 0.3 };
const readings = ["sum", "mean"] as const satisfies readonly Teammates[];
const productions = fc.record({
  omega: fc.double({ min: 10, max: 30, noNaN: true }),
  beta: fc.double({ min: 0.4, max: 0.7, noNaN: true }),
  cost: fc.double({ min: 1, max: 3.5, noNaN: true }),
  maximum: fc.constant(50),
});
// Steps of a twentieth: with nearly equal loyalties the sweeps creep (see the last test).
const teams = fc.array(
  fc.integer({ min: 0, max: 20 }).map((k) => k / 20),
  { minLength: 2, maxLength: 8 },
);

function utility(i: number, efforts: ArrayLike<number>, loyalty: readonly number[], p: Production, by: Teammates) {
  const n = loyalty.length;
  let total = 0;
  for (let j = 0; j < n; j++) total += efforts[j];
  const output = teamOutput(total, p);
  const own = teamPayoff(output, n, efforts[i], p.cost);
  return teamUtility(own, output - p.cost * total - own, n, efforts[i], loyalty[i], weights, p.cost, by);
}

describe.each(readings)("with care for the %s of the team-mates' payoffs", (by) => {
  test.prop([teams, productions])("no member gains by any other effort", (loyalty, production) => {
    const { efforts, converged } = teamEquilibrium(loyalty, production, weights, by);
    expect(converged).toBe(true);
    loyalty.forEach((_, i) => {
      const settled = utility(i, efforts, loyalty, production, by);
      for (let k = 0; k <= 50; k++) {
        const deviation = Float64Array.from(efforts);
        deviation[i] = Math.max(EFFORT_FLOOR, k);
        const gain = utility(i, deviation, loyalty, production, by) - settled;
        expect(gain).toBeLessThan(1e-6 * Math.max(1, Math.abs(settled)));
      }
    });
  });

  test.prop([teams, productions])("seats do not matter for the total", (loyalty, production) => {
    const there = teamEquilibrium(loyalty, production, weights, by).total;
    const back = teamEquilibrium([...loyalty].reverse(), production, weights, by).total;
    expect(Math.abs(there - back)).toBeLessThan(1e-5);
  });

  test.prop([fc.integer({ min: 2, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), productions])(
    "equal members give their target total together, within the bounds",
    (members, theta, production) => {
      const target = targetTotal(theta, members, production, weights, by);
      const { mean } = teamEquilibrium(new Array<number>(members).fill(theta), production, weights, by);
      // When the floors of all but one exceed the target, all stay at the floor.
      const expected = Math.min(Math.max(target / members, EFFORT_FLOOR), production.maximum);
      expect(mean).toBeCloseTo(expected, 6);
    },
  );
});

test("without loyalty effort is that of free riders, below the team's optimum", () => {
  const production = { omega: 25, beta: 0.7, cost: 1, maximum: 50 };
  const { mean } = teamEquilibrium([0, 0, 0, 0], production, weights, "sum");
  // By hand: (17.5 / 4^1.3)^(1/0.3).
  expect(mean).toBeCloseTo(34.23998, 4);
  expect(mean).toBeCloseTo(freeRidingEffort(4, production), 6);
  expect(mean).toBeLessThan(optimalEffort(4, production));
});

// The Apache founders (arXiv 2601.16237): with care for the mean, only the two most loyal work.
test("the most loyal fill up first, the others stay at the floor", () => {
  const founders = [0.85, 0.9, 0.8, 0.75, 0.7, 0.78, 0.82, 0.76];
  const production = { omega: 30, beta: 0.65, cost: 1.2, maximum: 50 };
  const { efforts } = teamEquilibrium(founders, production, weights, "mean");
  expect(efforts[1]).toBe(50);
  expect(efforts[0]).toBeCloseTo(27.2672, 4);
  expect(Array.from(efforts.subarray(2))).toEqual([0.01, 0.01, 0.01, 0.01, 0.01, 0.01]);
});

test("loyalties that hardly differ: effort creeps from one to the other, the total is right long before", () => {
  const production = { omega: 10, beta: 0.5, cost: 1, maximum: 50 };
  const loyalty = [0.5 + 1e-6, 0.5];
  const { converged, total } = teamEquilibrium(loyalty, production, weights, "sum");
  expect(converged).toBe(false);
  expect(total).toBeCloseTo(targetTotal(0.5, 2, production, weights, "sum"), 3);
});

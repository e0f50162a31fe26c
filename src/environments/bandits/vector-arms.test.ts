// Bandits with vector arms: payoffs by their formulas, regret, and errors for inconsistent parameters.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { meanHolds } from "../../../test/fixtures/intervals.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { refusals } from "../../../test/fixtures/words.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { ADVERTISING, advertisingBandit, BUDGETS, budgetVertices, cappedSplit, EXPERT_SPLIT } from "./advertising.ts";
import { choose, combinatorialBandit } from "./combinatorial.ts";
import { cumulativeGain, dynamicalLinearBandit } from "./dynamical-linear.ts";
import { contextualLinearBandit, linearBandit } from "./linear.ts";
import { dot } from "./vector-arms.ts";

/** Outcomes of a sequence of actions, and the observation before each. */
function run(world: NumericEnvironment, actions: readonly (readonly number[])[], seed = 1) {
  const seen = new Float32Array(world.spec.observationSize);
  const { outcomes, step } = byHand(world, Random.of(seed, "vectors"));
  return actions.map((action) => {
    world.observe(seen);
    const before = seen.slice();
    step(...action);
    return { paid: outcomes[0], regret: outcomes[1], best: outcomes[2], seen: before };
  });
}

test("a linear arm pays its product with θ, and all vectors are observed", () => {
  const actions = matrix("1 0 | 0.5 2");
  const rows = run(linearBandit.make({ actions, theta: [3, -1], deviation: 0 }), [[0], [1]]);
  expect(rows.map(({ paid }) => paid)).toEqual([3, -0.5]);
  expect(rows.map(({ regret }) => regret)).toEqual([0, 3.5]);
  expect(Array.from(rows[1].seen)).toEqual([0, 3, 1, 0, 0.5, 2]);
});

test("a contextual arm pays by its vector of the round", () => {
  const theta = [0.8, -0.4, 0.2];
  const rows = run(
    contextualLinearBandit.make({ arms: 4, theta, deviation: 0 }),
    Array.from({ length: 200 }, (_, t) => [t % 4]),
  );
  for (const [t, { paid, regret, best, seen }] of rows.entries()) {
    const worths = [0, 1, 2, 3].map((arm) => dot(theta, seen.subarray(2 + 3 * arm, 5 + 3 * arm)));
    expect(paid).toBeCloseTo(worths[t % 4], 12);
    expect(regret).toBeCloseTo(Math.max(...worths) - worths[t % 4], 12);
    expect(best).toBe(worths[t % 4] === Math.max(...worths) ? 1 : 0);
  }
  const bests = rows.map(({ best }) => best);
  meanHolds(bests, 0.999, 0.25);
});

describe("a dynamical linear bandit", () => {
  const system = { A: [[0.5]], B: [[1, 0]], C: [[2]], D: [[0, 1.5]] };
  const unit = matrix("1 0 | 0 1");

  test("pays before its state changes, by hand", () => {
    const world = dynamicalLinearBandit.make({ ...system, actions: unit, deviation: 0 });
    const rows = run(world, [[0], [0], [1], [1], [0]]);
    // The state x is 0, 1, 1.5, 0.75, 0.375.
    expect(rows.map(({ paid }) => paid)).toEqual([0, 2, 4.5, 3, 0.75]);
    // Cumulative gains of the arms: h = (2/(1 − 0.5), 1.5).
    expect(rows.map(({ regret }) => regret)).toEqual([0, 0, 2.5, 2.5, 0]);
    const again = run(world, [[1]]);
    expect(again[0].paid).toBe(1.5);
  });

  test("output noises add up, and state noise persists in the state", () => {
    const pays = (parameters: object) =>
      run(
        dynamicalLinearBandit.make({ ...system, actions: unit, horizon: 20_000, ...parameters }),
        Array.from({ length: 20_000 }, () => [1]),
      ).map(({ paid }) => (paid - 1.5) ** 2);
    const within = (squares: number[], variance: number) => {
      // Squared sums over a hundred rounds are nearly independent.
      const means = Array.from({ length: 200 }, (_, k) =>
        squares.slice(100 * k, 100 * k + 100).reduce((a, b) => a + b / 100, 0),
      );
      meanHolds(means, 0.999, variance);
    };
    within(pays({ deviation: 0.3, stateDeviation: 0 }), 0.09);
    within(pays({ C: [[1], [1]], D: matrix("0 1 | 0 0.5"), deviation: 0.3, stateDeviation: 0 }), 0.18);
    // The state's variance is 0.04/(1 − 0.25), and ω = 2.
    within(pays({ deviation: 0, stateDeviation: 0.2 }), (4 * 0.04) / 0.75);
  });

  const made = (parameters: object) =>
    dynamicalLinearBandit.make({ ...system, actions: unit, ...parameters }, ["environment"]);
  refusals("dynamical-bandits", made, [
    { A: [[0.5, 0]] },
    { A: [[1.25]] },
    { B: matrix("1 0 | 1 0") },
    { C: [[2, 1]] },
    { D: matrix("0 1 | 0 1") },
    { D: [[0]] },
    { actions: [[1, 2, 3]] },
    { actions: [[1, 2], [1]] },
    { expert: [1] },
    { A: [[0, 0], [0]] },
    { A: [] },
    { B: [] },
    { C: [] },
    { D: [] },
    { actions: [] },
    // A rotation that does not decay, although its entries are below 1.
    { A: matrix("0 -1 | 1 0"), B: matrix("1 0 | 0 1"), C: [[1, 1]] },
  ]);
});

describe("the advertising world", () => {
  test("has the six vertices of the budget set and the managers' capped split", () => {
    expect(BUDGETS).toEqual(matrix("0 0.5 1 | 0 1 0.5 | 0.5 0 1 | 0.5 1 0 | 1 0 0.5 | 1 0.5 0"));
    expect(budgetVertices(3, 2)).toEqual(matrix("0 1 1 | 1 0 1 | 1 1 0"));
    expect(EXPERT_SPLIT[2]).toBe(1);
    expect(EXPERT_SPLIT[0] + EXPERT_SPLIT[1]).toBeCloseTo(0.5, 12);
    expect(EXPERT_SPLIT[1] / EXPERT_SPLIT[0]).toBeCloseTo(259_591_273 / 1_641_952, 9);
    expect(cappedSplit([1, 1, 2], 1.5)).toEqual([0.375, 0.375, 0.75]);
  });

  test("its oracles pull the arm with the best long-run payoff, the best immediate payoff, and the managers' split", () => {
    const { spec } = advertisingBandit.make();
    const pulled = Object.entries(spec.oracles ?? {}).map(([name, oracle]) => {
      const action = new Float64Array(1);
      oracle.play(0).act(new Float32Array(spec.observationSize), action);
      return [name, action[0]];
    });
    const h = cumulativeGain(ADVERTISING);
    const worths = BUDGETS.map((budget) => dot(budget, h));
    const best = worths.indexOf(Math.max(...worths));
    expect(Object.fromEntries(pulled)).toEqual({ best, myopic: 3, expert: 6 });
  });

  test("parameters may be changed separately, and constraints are still checked", () => {
    expect(advertisingBandit.make({ deviation: 0 }).spec.deterministic).toBe(true);
    expect(() => advertisingBandit.make({ A: [[0.5]] })).toThrow("a row for each row of A");
  });
});

test("a combinatorial round chooses the largest scores and shows each item's payoff", () => {
  const world = combinatorialBandit.make({ means: [1, 0, 1, 1], chosen: 2 });
  const rows = run(world, matrix("0 0.9 0.8 0 | 1 0 0.5 0.6 | 0.5 0.5 0.5 0.5 | 9 0 5 1"));
  expect(rows.map(({ paid }) => paid)).toEqual([1, 2, 1, 2]);
  expect(rows.map(({ regret }) => regret)).toEqual([1, 0, 1, 0]);
  expect(Array.from(rows[1].seen)).toEqual([0, 1, 1, 0, 0, 0, 1, 0, 2]);
  const marks = new Float64Array(3);
  choose([2, 5, 5], 2, marks);
  expect(Array.from(marks)).toEqual([0, 1, 1]);
  expect(() => combinatorialBandit.make({ means: [1], chosen: 2 })).toThrow("chosen");
});

// Bandits satisfy the laws of environments, pay by their definitions, and report the regret.

import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { holds, meanHolds } from "../../../test/fixtures/intervals.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { wilson } from "../../evaluation/statistics/interval.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { advertisingBandit } from "./advertising.ts";
import { combinatorialBandit } from "./combinatorial.ts";
import { dynamicalLinearBandit } from "./dynamical-linear.ts";
import { adversarialBandit, bernoulliBandit, bernoulliBlocks, gaussianBandit, totalGains } from "./independent-arms.ts";
import { contextualLinearBandit, linearBandit } from "./linear.ts";
import { mapBandit } from "./map.ts";

test.each([
  [bernoulliBandit, {}],
  [bernoulliBandit, { means: [0.1, 0.5, 0.5, 1], horizon: 30 }],
  [bernoulliBandit, { means: [1, 0] }],
  [gaussianBandit, {}],
  [gaussianBandit, { means: [3, -2], deviation: 0, horizon: 10 }],
  [adversarialBandit, {}],
  [adversarialBandit, { gains: [[0.2, 0.4, 1]], hold: 3, horizon: 50 }],
  [bernoulliBlocks, { arms: 2, prior: [2, 5], stays: false }],
  [bernoulliBlocks, { horizon: 1, feedback: false }],
  [mapBandit, {}],
  [mapBandit, { arms: 3, map: "wrong", horizon: 30 }],
  [mapBandit, { stays: false, feedback: false }],
  [linearBandit, {}],
  [linearBandit, { actions: [[2, -1]], theta: [1, 1], deviation: 0 }],
  [contextualLinearBandit, { arms: 2, theta: [3, 4], horizon: 60 }],
  [dynamicalLinearBandit, { A: [[0.99]], B: [[1]], C: [[1]], D: [[0]], actions: [[1], [-1]], horizon: 300 }],
  [dynamicalLinearBandit, { deviation: 0, expert: [1, 1, 1] }],
  [advertisingBandit, {}],
  [combinatorialBandit, { means: [1, 0, 1], chosen: 2, horizon: 20 }],
] as const)("$id with %j obeys every law", (entry, parameters) => {
  expect(environmentLaws(() => entry.make(parameters)).filter(({ pass }) => !pass)).toEqual([]);
});

/** Payoffs and regrets of one arm that is pulled in every round. */
function pulled(entry: typeof bernoulliBandit, parameters: object, arm: number): { paid: number[]; regret: number[] } {
  const world = entry.make(parameters);
  const { outcomes, step } = byHand(world, Random.of(1, "pulled", arm));
  const rows = Array.from({ length: world.spec.horizon }, () => {
    step(arm);
    return [outcomes[0], outcomes[1]];
  });
  return { paid: rows.map(([payoff]) => payoff), regret: rows.map(([, regret]) => regret) };
}

test("a Bernoulli arm pays 1 with its probability, and its regret is the gap", () => {
  const parameters = { means: [0.9, 0.6], horizon: 20_000 };
  for (const [arm, mean] of parameters.means.entries()) {
    const { paid, regret } = pulled(bernoulliBandit, parameters, arm);
    holds(wilson(paid.filter((x) => x === 1).length, paid.length, 0.999), mean);
    expect(new Set(paid)).toEqual(new Set([0, 1]));
    expect(regret.every((r) => Math.abs(r - (0.9 - mean)) < 1e-15)).toBe(true);
  }
});

test("a Gaussian arm has its mean and its standard deviation", () => {
  const { paid, regret } = pulled(gaussianBandit, { means: [1, -2], deviation: 3, horizon: 20_000 }, 1);
  meanHolds(paid, 0.999, -2);
  // Five standard errors of a standard deviation, σ/√(2n).
  expect(Math.abs(deviation(paid) - 3)).toBeLessThan((5 * 3) / Math.sqrt(40_000));
  expect(regret[0]).toBe(3);
});

test("a sequence is paid row by row, and regret refers to the best arm over the whole sequence", () => {
  const parameters = { gains: matrix("1 0.25 | 0 1"), hold: 2, horizon: 7 };
  expect(totalGains(parameters.gains, 2, 7)).toEqual([4, 3 * 0.25 + 0.25 + 3]);
  const { paid, regret } = pulled(adversarialBandit, parameters, 1);
  expect(paid).toEqual([0.25, 0.25, 1, 1, 0.25, 0.25, 1]);
  expect(regret).toEqual([0.75, 0.75, -1, -1, 0.75, 0.75, -1]);
});

test("rows of different lengths are rejected", () => {
  expect(() => adversarialBandit.make({ gains: [[1], [0, 1]] })).toThrow(UserError);
});

/** Steps of a block in which `choose` selects the arm: payoffs, observations after each pull, and the hidden part of the state. */
type Choice = (t: number, seen: Float32Array) => number;
function block(world: ReturnType<typeof mapBandit.make>, seed: number, choose: Choice) {
  const seen = new Float32Array(world.spec.observationSize);
  const rows: { paid: number; regret: number; seen: Float32Array; hidden: number[] }[] = [];
  const { outcomes, step } = byHand(world, Random.of(seed, "blocks"));
  let status: Status = Status.running;
  for (let t = 0; status === Status.running; t++) {
    world.observe(seen);
    status = step(choose(t, seen));
    world.observe(seen);
    const hidden = Array.from(world.state.views.hidden);
    rows.push({ paid: outcomes[0], regret: outcomes[1], seen: seen.slice(), hidden });
  }
  return { rows, status };
}

test("the map reveals the paying arm, and that arm pays for the whole block", () => {
  const world = mapBandit.make({ arms: 4, horizon: 6 });
  for (let seed = 0; seed < 20; seed++) {
    let shown = -1;
    const { rows, status } = block(world, seed, (t, seen) => {
      if (t === 1) shown = seen.subarray(6, 10).indexOf(1);
      return t === 0 ? 4 : shown;
    });
    expect(rows.map(({ paid }) => paid)).toEqual([0, 1, 1, 1, 1, 1]);
    expect(rows.map(({ regret }) => regret)).toEqual([1, 0, 0, 0, 0, 0]);
    expect(rows[0].seen).toEqual(Float32Array.of(0, 0, 0, 0, 1, 0, ...rows[0].hidden, 1 / 6));
    // The end of a block terminates the episode, so that learners do not bootstrap from it.
    expect(status & Status.terminated).toBe(Status.terminated);
  }
});

test("a wrong map reveals any arm but the paying one", () => {
  const world = mapBandit.make({ arms: 4, horizon: 200, map: "wrong" });
  const { rows } = block(world, 1, () => 4);
  const shown = new Set(rows.map(({ seen }) => seen.subarray(6, 10).indexOf(1)));
  expect([...shown, rows[0].hidden.indexOf(1)].sort()).toEqual([0, 1, 2, 3]);
});

test("without persistence the hidden arm is redrawn for every pull, and without feedback only the time is observed", () => {
  const { rows } = block(mapBandit.make({ stays: false, feedback: false, horizon: 100 }), 1, () => 2);
  expect(new Set(rows.map(({ hidden }) => hidden.indexOf(1))).size).toBe(6);
  for (const [t, { seen }] of rows.entries()) {
    expect(Array.from(seen.subarray(0, -1))).toEqual(new Array(seen.length - 1).fill(0));
    expect(seen[seen.length - 1]).toBeCloseTo((t + 1) / 100, 6);
  }
});

test("means of a block are drawn from the prior, stay fixed, and are the payoff rates", () => {
  const world = bernoulliBlocks.make({ arms: 2, prior: [2, 6], horizon: 50 });
  const drawn = Array.from({ length: 400 }, (_, seed) => block(world, seed, () => 1).rows);
  for (const rows of drawn) expect(new Set(rows.map(({ hidden }) => hidden.join())).size).toBe(1);
  const means = drawn.map(([{ hidden }]) => hidden[1]);
  meanHolds(means, 0.999, 0.25);
  const surplus = drawn.map((rows, k) => rows.reduce((sum, { paid }) => sum + paid, 0) / 50 - means[k]);
  meanHolds(surplus, 0.999, 0);
  for (const [{ regret, hidden }] of drawn) expect(regret).toBeCloseTo(Math.max(...hidden) - hidden[1], 15);
});

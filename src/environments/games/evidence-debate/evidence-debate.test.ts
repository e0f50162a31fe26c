// The evidence debate: the judge's scores, debates by hand, the solver against plain minimax search, and programs that debate.

import { expect, test } from "vitest";
import { resultAgainstBest } from "../../../../test/fixtures/best-response.ts";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { holds, scoreOf, shownFor, strongest, toMove } from "../../../mechanisms/debating/rules.ts";
import { debateSolver } from "../../../mechanisms/debating/solution.ts";
import { evidenceDebateWorld } from "./world.ts";

test("pieces of one topic count by their mean, and topics are summed", () => {
  const support = [0.9, -0.4, 0.1, 0.6];
  expect(scoreOf(support, 4, 2, 0b0001)).toBe(0.9);
  expect(scoreOf(support, 4, 2, 0b0101)).toBe(0.5);
  expect(scoreOf(support, 4, 2, 0b1111)).toBeCloseTo(0.6, 12);
  expect(scoreOf(support, 4, 4, 0b1111)).toBeCloseTo(1.2, 12);
  expect(scoreOf(support, 4, 2, 0)).toBe(0);
});

test("where later pieces refute, the one with the highest number of a topic counts alone", () => {
  const support = [0.9, -0.4, 0.1, 0.6];
  expect(scoreOf(support, 4, 2, 0b0101, "refutation")).toBe(0.1);
  expect(scoreOf(support, 4, 2, 0b0011, "refutation")).toBe(0.5);
  expect(scoreOf(support, 4, 2, 0b1111, "refutation")).toBeCloseTo(0.7, 12);
  expect(scoreOf(support, 4, 2, 0, "refutation")).toBe(0);
});

test("where later pieces refute, the strongest pieces lose more debates to a best response than where they count by their mean", () => {
  const lost = (judge: "mean" | "refutation") => {
    const random = Random.of(4, "test");
    const solver = debateSolver(8, 4, judge);
    let sum = 0;
    for (let trial = 0; trial < 60; trial++) {
      const support = Array.from({ length: 8 }, () => random.uniform(-1, 1));
      const score = (set: number) => scoreOf(support, 8, 4, set, judge);
      solver.judge(support, 4);
      const value = Math.sign(solver.solve(0));
      const debate = { pieces: 8, reveals: 4, starts: 0, score };
      expect(resultAgainstBest(debate, (own, other) => solver.choice(own | other, 0))).toBe(value);
      sum += value - resultAgainstBest(debate, (own, other) => strongest(support, 8, own | other));
    }
    return sum / 60;
  };
  expect(lost("refutation")).toBeGreaterThan(lost("mean") + 0.05);
});

test("a piece that is already revealed is replaced by the next unrevealed one", () => {
  expect([shownFor(1, 4, 0b0001), shownFor(1, 4, 0b0110), shownFor(3, 4, 0b1001)]).toEqual([1, 3, 1]);
  expect(strongest([0.5, 0.9, -1], 3, 0b010)).toBe(0);
});

/** Plain minimax search over four reveals. */
function searched(support: readonly number[], topics: number, starts: number, set = 0, said = 0): number {
  if (said === 4) return scoreOf(support, support.length, topics, set);
  const left = [...support.keys()].filter((piece) => !holds(set, piece));
  const after = left.map((piece) => searched(support, topics, starts, set | (1 << piece), said + 1));
  return toMove(starts, said) === 0 ? Math.max(...after) : Math.min(...after);
}

test.each([1, 3, 6])(
  "the solution equals plain search, and swapping the sides changes its sign: %i topics",
  (topics) => {
    const random = Random.of(1, "test");
    const solver = debateSolver(6, 4);
    for (let trial = 0; trial < 20; trial++) {
      const support = Array.from({ length: 6 }, () => random.uniform(-1, 1));
      for (const starts of [0, 1]) {
        solver.judge(support, topics);
        const value = solver.solve(starts);
        expect(value).toBe(searched(support, topics, starts));
        const exchanged = support.map((one) => -one);
        solver.judge(exchanged, topics);
        expect(solver.solve(1 - starts)).toBe(-value);
      }
    }
  },
);

test("if the judge sums all pieces, revealing the strongest is minimax as long as each side has a supporting piece", () => {
  const random = Random.of(2, "test");
  const solver = debateSolver(8, 4);
  for (let trial = 0; trial < 50; trial++) {
    const support = Array.from({ length: 8 }, (_, k) => (k % 2 === 0 ? 1 : -1) * random.uniform(0, 1));
    solver.judge(support, 8);
    const value = solver.solve(0);
    const [left, right] = [1, -1].map((sign) => support.filter((one) => sign * one > 0).sort((a, b) => sign * (b - a)));
    expect(value).toBeCloseTo(left[0] + left[1] + right[0] + right[1], 12);
  }
});

test("against a best response a debater gets at most the value, and minimax attains it", () => {
  const random = Random.of(3, "test");
  const solver = debateSolver(6, 4);
  let lost = 0;
  for (let trial = 0; trial < 40; trial++) {
    const support = Array.from({ length: 6 }, () => random.uniform(-1, 1));
    for (const starts of [0, 1]) {
      const debate = { pieces: 6, reveals: 4, starts, score: (set: number) => scoreOf(support, 6, 3, set) };
      solver.judge(support, 3);
      const result = Math.sign(solver.solve(starts));
      expect(resultAgainstBest(debate, (own, other) => solver.choice(own | other, 0))).toBe(result);
      const greedy = resultAgainstBest(debate, (own, other) => strongest(support, 6, own | other));
      expect(greedy).toBeLessThanOrEqual(result);
      if (greedy < result) lost += 1;
    }
  }
  expect(lost).toBeGreaterThan(0);
});

/** A debate with these supports, started by the left side. */
function debated(support: readonly number[], named: readonly number[]) {
  const world = evidenceDebateWorld.make({ pieces: support.length, topics: 2, reveals: named.length });
  const outcomes = new Float64Array(12);
  world.reset(Random.of(0), outcomes);
  world.state.views.support.set(support);
  world.state.views.starts[0] = 0;
  let status: number = Status.running;
  for (const piece of named) status = world.step(Float64Array.of(piece, piece), outcomes, Random.of(0));
  return { world, status, outcomes: Array.from(outcomes) };
}

test("a weak piece of the same topic weakens a strong one", () => {
  const { world, status, outcomes } = debated([0.9, -0.2, 0.1, -0.6], [0, 2, 0, 3]);
  expect(status).toBe(Status.terminated);
  // The second piece named by the left side is already revealed, and so is the next piece but one.
  expect(Array.from(world.state.views.shownBy)).toEqual([1, 1, 2, 2]);
  const score = (0.9 + 0.1) / 2 + (-0.2 - 0.6) / 2;
  expect(outcomes.slice(0, 2)).toEqual([1, 1]);
  expect(outcomes[2]).toBeCloseTo(score, 12);
  expect(outcomes[3]).toBeCloseTo(0.9 - 0.2, 12);
  expect(outcomes.slice(6, 8)).toEqual([0, 0]);
  expect(outcomes[8]).toBeCloseTo(-score, 12);
  expect(outcomes[9]).toBeCloseTo(-(0.1 - 0.6), 12);
  // From all pieces the left side wins too.
  expect([outcomes[5], outcomes[11]]).toEqual([1, 1]);
  expect(world.scene?.(undefined).caption).toBe("4 pieces of 4 shown: left leads by +0.1; the debate is over.");
});

test("minimax debaters reach the minimax value, and greedy ones do no better", () => {
  const world = evidenceDebateWorld.make({});
  const { observationSize: size, oracles } = world.spec;
  const solver = debateSolver(10, 4);
  const seen = new Float32Array(2 * size);
  const outcomes = new Float64Array(12);
  const actions = new Float64Array(2);
  const action = new Float64Array(1);
  const players = ["minimax", "greedy"].map((name) => oracles?.[name].play(0));
  for (let trial = 0; trial < 20; trial++) {
    for (const [left, right] of matrix("0 0 | 1 0")) {
      world.reset(Random.of(trial, "test"), outcomes);
      solver.judge(world.state.views.support, 5);
      const value = solver.solve(world.state.views.starts[0]);
      let status: number = Status.running;
      while (status === Status.running) {
        world.observe(seen);
        for (const [seat, which] of [left, right].entries()) {
          players[which]?.act(seen.subarray(seat * size, (seat + 1) * size), action);
          actions[seat] = action[0];
        }
        status = world.step(actions, outcomes, Random.of(0));
        expect(outcomes[4] + outcomes[10]).toBe(0);
      }
      if (left === right) expect(outcomes[2]).toBeCloseTo(value, 6);
      else expect(outcomes[2]).toBeLessThanOrEqual(value + 1e-6);
    }
  }
});

test("more reveals than pieces are rejected", () => {
  expect(() => evidenceDebateWorld.make({ pieces: 3 })).toThrow("4 reveals are more than 3 pieces");
});

test("a program that reveals its strongest pieces beats one that reveals its weakest; naming a revealed piece loses", async () => {
  const pick = (better: string) =>
    `function move({ support, shown }) { let best = -1; support.forEach((one, k) => { if (shown[k] === null && (best < 0 || one ${better} support[best])) best = k; }); return best; }`;
  const errs = "function move() { return -1; }";
  for (const pair of [
    [pick("<"), pick(">")],
    [errs, pick("<")],
  ])
    expect(await playedBouts("evidence-debate", pair)).toEqual(matrix("0 1 | 0 1"));
});

// The verifiers are what their names say, gradients are right, and trainings tell them apart.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { trainedVerifier, verifierMeasures } from "./learned.ts";
import { measured, scoresOn, solvedByFirst } from "./measures.ts";
import { heldOutTasks, trainedPolicy } from "./training.ts";
import { bestOf, logitsOf, VERIFIERS } from "./verifiers.ts";
import { drawnSkill, drawnTask, FEATURES, policyOn, trueSuccess } from "./world.ts";

const SKILL = drawnSkill(Random.of(901, "skill"));

test("verifiers share their noise: the same best, and scores below it in another order or moved together", () => {
  const solved = Float64Array.of(1, 0, 0, 1, 0, 1, 0, 0);
  const [plain, shared, best] = Object.values(VERIFIERS).map((one) => logitsOf(one, solved, Random.of(901, "noise")));
  expect(bestOf(best)).toBe(bestOf(plain));
  expect([...best].sort()).toEqual([...plain].sort());
  expect(best).not.toEqual(plain);
  const moved = shared[0] - plain[0];
  expect(moved).not.toBe(0);
  for (const [k, logit] of shared.entries()) expect(logit - plain[k]).toBeCloseTo(moved, 12);
});

test("measures of verifiers: equal best of eight, order within tasks lost by the one that orders the best alone", () => {
  const solved = solvedByFirst(SKILL, 400, Random.of(901, "tasks"));
  const of = (name: keyof typeof VERIFIERS) =>
    measured(solved, scoresOn(VERIFIERS[name], solved, Random.of(901, "scores")));
  const [plain, shared, best] = [of("plain"), of("shared error"), of("best alone")];
  expect([shared.best, best.best]).toEqual([plain.best, plain.best]);
  expect(shared.within).toBeCloseTo(plain.within, 12);
  expect(best.within).toBeLessThan(plain.within - 0.2);
  expect(shared.calibration).toBeGreaterThan(plain.calibration + 0.05);
});

test("a policy is a softmax, and its true success an exact mean", () => {
  const task = drawnTask(SKILL, Random.of(901, "task"));
  const policy = policyOn(task, SKILL, new Float64Array(task.chances.length));
  expect(policy.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  const flat = trueSuccess([task], new Float64Array(FEATURES));
  expect(flat).toBeCloseTo(task.chances.reduce((a, b) => a + b, 0) / task.chances.length, 12);
  expect(trueSuccess([task], SKILL)).toBeGreaterThan(flat);
});

test("what pays nothing but a constant teaches nothing, the truth teaches much, with either baseline", () => {
  const tasks = heldOutTasks(SKILL, Random.of(901, "held out")).slice(0, 200);
  const after = (pay: (solved: Float64Array) => Float64Array, baseline: "group" | "global") =>
    trueSuccess(tasks, trainedPolicy(SKILL, pay, { baseline, rate: 1 }, Random.of(901, "training")));
  const base = trueSuccess(tasks, new Float64Array(FEATURES));
  expect(after((solved) => solved.map(() => 1), "group")).toBe(base);
  for (const baseline of ["group", "global"] as const) {
    expect(after((solved) => solved.slice(), baseline)).toBeGreaterThan(base + 0.3);
  }
});

test("a trained verifier is calibrated with any share of positives, and knows nothing from labels dealt anew", () => {
  const base = 0.33;
  const start = new Float64Array(FEATURES);
  const measures = (data: Parameters<typeof trainedVerifier>[1]) => {
    const trained = trainedVerifier(SKILL, data, base, Random.of(901, "data"));
    return verifierMeasures(SKILL, trained, start, 300, Random.of(902, "check"));
  };
  expect(measures({ size: 1000, positives: 0.8 }).calibration).toBeLessThan(0.05);
  expect(measures({ size: 1000 }).within).toBeGreaterThan(0.9);
  expect(Math.abs(measures({ size: 1000, isShuffled: true }).within - 0.5)).toBeLessThan(0.2);
});

test("the same for a seed", () => {
  const pay: Parameters<typeof trainedPolicy>[1] = (solved, _, rng) => logitsOf(VERIFIERS.plain, solved, rng);
  const trained = () => trainedPolicy(SKILL, pay, { baseline: "group", rate: 1 }, Random.of(903, "training"));
  expect(trained()).toEqual(trained());
});

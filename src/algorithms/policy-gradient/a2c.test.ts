// A2C against PPO where the two are one algorithm, and on a pole.

import { expect, test } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { a2c } from "./a2c.ts";
import { ppo } from "./ppo.ts";

const context = (id: string, parameters: object, seed: number) =>
  trainingContext(() => environments.get(id).make(parameters), "a2c test", seed);

// Huang et al., arXiv 2205.09123: with one epoch of one minibatch no ratio has left 1, so that nothing is clipped and the
// surrogate's gradient is the policy gradient.
test.each([
  ["control/cart-pole", {}],
  ["coopetition/slcd", { horizon: 20 }],
])("is PPO with one epoch of one minibatch: %s", (id, parameters) => {
  const same = { steps: 2000, copies: 8, rollout: 25, rate: 1e-3, lambda: 0.95, hidden: [16] };
  const train = (plan: AlgorithmPlan) => {
    const training = plan.train(context(id, parameters, 1));
    const reports = trainToEnd(training);
    const checkpoint = training.checkpoint();
    training.close();
    return { reports, tensors: checkpoint?.tensors ?? [] };
  };
  const actorCritic = train(a2c.make({ ...same, normalise: true }));
  const proximal = train(ppo.make({ ...same, epochs: 1, minibatches: 1, clipValue: false }));
  expect(actorCritic.reports).toHaveLength(10);
  for (const [k, { measures }] of actorCritic.reports.entries()) {
    for (const name of ["gradientNorm", "valueLoss", "entropy"])
      expect(Math.abs(measures[name] / proximal.reports[k].measures[name] - 1)).toBeLessThan(1e-4);
  }
  expect(actorCritic.tensors.length).toBeGreaterThan(4);
  for (const [k, { name, data }] of actorCritic.tensors.entries()) {
    expect(name).toBe(proximal.tensors[k].name);
    // Rows are added up in another order; Adam's second moments say nothing of a rounding.
    for (const [j, x] of data.entries()) expect(Math.abs(x - proximal.tensors[k].data[j])).toBeLessThan(1e-3);
  }
});

test("balances a pole three times as long as chance within 40,000 steps", () => {
  const training = a2c.make({ steps: 40_000, rate: 3e-3 }).train(context("control/cart-pole", {}, 1));
  const lengths = trainToEnd(training).flatMap(({ measures }) => measures.episodeSteps ?? []);
  training.close();
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  expect(mean(lengths.slice(0, 20))).toBeLessThan(35);
  expect(mean(lengths.slice(-20))).toBeGreaterThan(3 * mean(lengths.slice(0, 20)));
});

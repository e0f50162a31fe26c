// What the rules of flows descend: gradients against finite differences, where they vanish, and that a pay which can be raised is raised.

import { expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { flowMatching } from "./flow-matching.ts";
import { optimality, rowGradient } from "./negative-aware.ts";
import { paidFlows } from "./paid-flows.ts";

const paid = (id: string, parameters: object): AlgorithmPlan => {
  const entry = paidFlows.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no ${id}`);
  return entry.make(parameters);
};

test("of the negative-aware loss the gradient is that of finite differences where its weights are held", () => {
  const random = Random.of(1, "rows");
  const size = 6;
  const drawn = () => Float64Array.from({ length: size }, () => random.normal());
  const [v, old, x, clean] = [drawn(), drawn(), drawn(), drawn()];
  const settings = { t: 0.6, b: 0.7, rho: optimality(1.5) };
  const gradient = new Float32Array(size);
  rowGradient({ v, old, x, clean }, 0, size, settings, gradient);
  const { t, b, rho } = settings;
  const errors = (of: Float64Array, sign: 1 | -1) =>
    of.map((value, k) => x[k] - t * ((1 - sign * b) * old[k] + sign * b * value) - clean[k]);
  const meanOf = (all: Float64Array, of: (value: number) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / size;
  const [plus, minus] = [meanOf(errors(v, 1), Math.abs), meanOf(errors(v, -1), Math.abs)];
  const loss = (of: Float64Array) =>
    ((rho * meanOf(errors(of, 1), (e) => e * e)) / plus + ((1 - rho) * meanOf(errors(of, -1), (e) => e * e)) / minus) *
    (5 / b);
  for (let k = 0; k < size; k++) {
    const [above, below] = [v.slice(), v.slice()];
    above[k] += 1e-5;
    below[k] -= 1e-5;
    expect(gradient[k]).toBeCloseTo((loss(above) - loss(below)) / 2e-5, 4);
  }
});

test("what is paid as the mean of its group leaves the policy where it is; better and worse pull to opposite sides", () => {
  const size = 4;
  const old = Float64Array.of(0.1, -0.3, 0.7, 0);
  const x = Float64Array.of(1, 0.2, -0.5, 0.3);
  const clean = Float64Array.of(0.4, 1, -1, 0);
  const at = (advantage: number): Float32Array => {
    const gradient = new Float32Array(size);
    rowGradient({ v: old, old, x, clean }, 0, size, { t: 0.5, b: 1, rho: optimality(advantage) }, gradient);
    return gradient;
  };
  expect(at(0).every((one) => one === 0)).toBe(true);
  const [better, worse] = [at(2), at(-2)];
  for (let k = 0; k < size; k++) {
    expect(better[k]).toBeCloseTo(-worse[k], 6);
    // Down the gradient the velocity goes to the one that leads from the clean action to the noised one.
    expect(Math.sign(better[k])).toBe(Math.sign(old[k] - (x[k] - clean[k]) / 0.5));
  }
});

const world = (): NumericEnvironment => sprites.make({});
const small = { width: 32, blocks: 1, drawSteps: 5 };

function context(pay: string, weight = 1, start?: TrainingCheckpoint): TrainingContext {
  const place = trainingContext(world, "flow", 3);
  const paying = () => channel(pay, weight)(place.spec);
  return { ...place, makeReward: paying, makeObjective: paying, ...(start === undefined ? {} : { start }) };
}

function base(): TrainingCheckpoint {
  const plan = flowMatching.make({ ...small, gradientSteps: 500, demonstrations: 2000, batch: 96, rate: 5e-3 });
  const training = plan.train(context("closeness"));
  const losses = trainToEnd(training).map(({ measures }) => measures.matchingLoss ?? Number.NaN);
  const end = training.checkpoint();
  training.close();
  if (end === undefined) throw new Error("no checkpoint");
  // Noise and pixels have variance 1 each: a network that gives 0 errs by 2.
  expect(losses[0]).toBeGreaterThan(1);
  expect(losses.at(-1)).toBeLessThan(1);
  return end;
}

const start = base();

test.each([
  ["flow-nft", { updates: 16, observations: 8, group: 8, rate: 2e-3 }],
  ["flow-grpo", { updates: 16, observations: 8, group: 8, rate: 1e-3, kl: 0 }],
  ["flow-dpo", { updates: 16, observations: 16, group: 4, rate: 1e-3 }],
  ["flow-rwr", { updates: 16, observations: 16, group: 4, rate: 1e-3, beta: 0.05 }],
])("%s draws darker pictures where brightness costs", (id, parameters) => {
  const darker = context("brightness", -1, start);
  const player = (plan: AlgorithmPlan) => {
    const training = plan.train(darker);
    trainToEnd(training);
    const agent = training.player(0);
    let sum = 0;
    const one = world();
    const outcomes = new Float64Array(one.spec.channels.length);
    const seen = new Float32Array(one.spec.observationSize);
    const action = new Float64Array(one.spec.actionSize);
    for (let k = 0; k < 60; k++) {
      one.reset(Random.of(k, "play"), outcomes);
      agent.reset(Random.of(k, "hand"));
      one.observe(seen);
      agent.act(seen, action);
      one.step(action, outcomes, Random.of(k, "play"));
      sum += outcomes[7] / 60;
    }
    agent.close?.();
    training.close();
    return sum;
  };
  const before = player(paid(id, { ...small, ...parameters, rate: 1e-12 }));
  expect(player(paid(id, { ...small, ...parameters }))).toBeLessThan(before - 0.01);
});

test("where all are paid the same, no pair is made and no step is taken", () => {
  const level = context("brightness", 0, start);
  for (const [id, parameters] of [
    ["flow-dpo", {}],
    ["flow-grpo", { kl: 0 }],
  ] as const) {
    const training = paid(id, { ...small, updates: 1, observations: 4, group: 4, ...parameters }).train(level);
    trainToEnd(training);
    const policy = training.checkpoint()?.tensors.filter(({ name }) => name.startsWith("learner.0.block"));
    const begun = start.tensors.filter(({ name }) => name.startsWith("learner.0.block"));
    expect(policy?.map(({ data }) => data)).toEqual(begun.map(({ data }) => data));
    training.close();
  }
});

test("a reward that is no number ends the training in a sentence", () => {
  const place = context("brightness", 1, start);
  const broken: TrainingContext = {
    ...place,
    makeReward: () => ({ reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(Number.NaN) }),
  };
  const training = paid("flow-nft", { ...small, updates: 1, observations: 2, group: 2 }).train(broken);
  expect(() => training.update()).toThrow(/the reward of drawn action 1 of 4 is NaN/);
  training.close();
});

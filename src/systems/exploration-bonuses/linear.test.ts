// Linear learners against the table they become when every state has a feature of its own, against a numerical
// gradient, and against exact values.

import { expect, test } from "vitest";
import { qLearning } from "../../algorithms/tabular/value-learners.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { field, singleAgentSpec } from "../../environments/declaration.ts";
import { corridors } from "../../environments/gridworld/corridors.ts";
import { keyDoorGoal } from "../../environments/gridworld/key-door-goal.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { trainLearner } from "./learner.ts";
import { linearActorCritic, linearQLearning, type SparseFeatures, sumRows, tableFeatures } from "./linear-learners.ts";

const spec: NumericSpec = singleAgentSpec({
  label: "walker",
  horizon: 10,
  action: { choices: 3 },
  actionUnit: "choice",
  observation: [{ ...field("bits", 0, 1, "two bits"), size: 2 }, field("place", -2, 3, "a place")],
  channels: [],
  publicState: [],
});

/** Q(s, ·) of what is seen. */
function valuesAt(
  features: SparseFeatures,
  { weights }: ReturnType<typeof linearQLearning>,
  seen: Float32Array,
): number[] {
  const active = new Int32Array(features.active);
  features.write(seen, active);
  const values = new Float64Array(weights.length / features.size);
  sumRows(weights, active, values.length, values);
  return Array.from(values);
}

test("tables give every combination an entry of its own", () => {
  const features = tableFeatures(spec, [["bits", "place"], ["place"], []]);
  expect([features.size, features.active]).toEqual([4 * 6 + 6 + 1, 3]);
  const seen = new Set<number>();
  const active = new Int32Array(3);
  for (const a of [0, 1]) {
    for (const b of [0, 1]) {
      for (let place = -2; place <= 3; place++) {
        features.write(Float32Array.of(a, b, place), active);
        seen.add(active[0]);
        expect(active[1]).toBe(24 + place + 2);
        expect(active[2]).toBe(30);
      }
    }
  }
  expect([...seen].sort((x, y) => x - y)).toEqual(Array.from({ length: 24 }, (_, k) => k));
  expect(() => tableFeatures(spec, [["colour"]])).toThrow('the world shows no "colour"');
});

test("with one feature to a state Q-learning is the table's, update for update", () => {
  const features = tableFeatures(spec, [["place"]]);
  const linear = linearQLearning(features, 3, { rate: 0.3, discount: 0.9 });
  const table = qLearning({ states: 6, actions: 3, discount: 0.9, step: 0.3 });
  const random = Random.of(1, "linear test");
  let place = 0;
  linear.begin();
  for (let t = 0; t < 2000; t++) {
    const action = linear.act(Float32Array.of(0, 0, place - 2), random);
    const next = random.integer(6);
    const pay = random.normal();
    const status = [Status.running, Status.running, Status.terminated, Status.truncated][random.integer(4)];
    linear.learn(pay, status, Float32Array.of(0, 0, next - 2));
    table.observe(place, action, pay, next, status === Status.terminated);
    if (status !== Status.running) linear.begin();
    place = next;
  }
  linear.weights.forEach((weight, k) => {
    expect(weight).toBeCloseTo(table.table[k], 12);
  });
});

test("shared features divide the step: the value at the update moves by the rate times the error", () => {
  const features = tableFeatures(spec, [["bits"], ["place"], []]);
  const linear = linearQLearning(features, 3, { rate: 0.25 });
  const here = Float32Array.of(1, 0, 2);
  linear.begin();
  const action = linear.act(here, Random.of(1, "shared"));
  linear.learn(8, Status.terminated, Float32Array.of(0, 0, 0));
  expect(valuesAt(features, linear, here)).toEqual([0, 1, 2].map((a) => (a === action ? 2 : 0)));
});

test("the policy moves along the gradient of advantage and entropy", () => {
  const features = tableFeatures(spec, [["place"]]);
  const options = { horizon: 10, policyRate: 1e-3, valueRate: 0, entropy: 0.7 };
  const learner = linearActorCritic(features, 3, options);
  const here = Float32Array.of(0, 0, 1);
  const row = 3 * 3;
  learner.policyWeights.set([0.4, -0.3, 0.9], row);
  const before = learner.policyWeights.slice(row, row + 3);
  learner.begin();
  const action = learner.act(here, Random.of(2, "gradient"));
  learner.learn(2.5, Status.terminated, here);
  const objective = (logits: readonly number[]) => {
    const weights = logits.map(Math.exp);
    const total = weights.reduce((a, b) => a + b, 0);
    const p = weights.map((w) => w / total);
    return 2.5 * Math.log(p[action]) - 0.7 * p.reduce((sum, x) => sum + x * Math.log(x), 0);
  };
  for (let k = 0; k < 3; k++) {
    const [up, down] = [1e-5, -1e-5].map((h) => objective(Array.from(before, (x, j) => (j === k ? x + h : x))));
    expect((learner.policyWeights[row + k] - before[k]) / 1e-3).toBeCloseTo((up - down) / 2e-5, 6);
  }
});

test("a critic whose every episode returns 1 learns discounted ones", () => {
  const features = tableFeatures(spec, [["place"]]);
  const options = { horizon: 10, policyRate: 0, valueRate: 0.2, discount: 0.5, lambda: 1 };
  const learner = linearActorCritic(features, 3, options);
  for (let episode = 0; episode < 200; episode++) {
    learner.begin();
    for (let t = 0; t < 3; t++) {
      learner.act(Float32Array.of(0, 0, t), Random.of(episode));
      learner.learn(t === 2 ? 1 : 0, t === 2 ? Status.terminated : Status.running, Float32Array.of(0, 0, t + 1));
    }
  }
  [0.25, 0.5, 1].forEach((value, t) => {
    expect(learner.valueWeights[t + 2]).toBeCloseTo(value, 9);
  });
});

test("Q-learning finds the fifteen steps to the key, the door and the goal", () => {
  const world = keyDoorGoal.make();
  const features = tableFeatures(world.spec, [["x", "y", "key"]]);
  const learner = linearQLearning(features, 4, { rate: 0.5, discount: 0.97 });
  const lengths = trainLearner(world, channel("payoff"), learner, { seed: 1, episodes: 600 });
  expect(mean(lengths.subarray(500))).toBeGreaterThan(0.95);
  const start = new Float32Array(world.spec.observationSize);
  world.reset(Random.of(1), new Float64Array(world.spec.channels.length));
  world.observe(start);
  expect(Math.max(...valuesAt(features, learner, start))).toBeCloseTo(0.97 ** 14, 6);
});

test("the actor and critic find a short corridor's end; what is measured need not be what is paid", () => {
  const world = corridors.make({ corridors: 3, length: 3, horizon: 3 });
  const features = tableFeatures(world.spec, [["x", "y"]]);
  const train = (weight: number) => {
    const learner = linearActorCritic(features, 3, { horizon: 3, policyRate: 0.5, valueRate: 0.1 });
    const options = { seed: 1, episodes: 1500 };
    return mean(trainLearner(world, channel("payoff", weight), learner, options).subarray(1000));
  };
  expect(train(1)).toBeGreaterThan(0.9);
  expect(train(-1)).toBeLessThan(0.05);
});

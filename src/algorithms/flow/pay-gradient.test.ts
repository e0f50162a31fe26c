// Direct reward fine-tuning: the gradient is that of the last step at a held input, a part of the chain costs a part of the calls, and a pay
// without a slope is refused.

import { expect, test } from "vitest";
import { problemOf } from "../../../test/fixtures/outcomes.ts";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { RewardMemory } from "../../core/reward-memory.ts";
import { clips } from "../../environments/pictures/clips.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { channel, weightedSum } from "../../rewards/channel-reward.ts";
import { product } from "../../rewards/combine.ts";
import { type Drawer, groupsOf } from "./drawn-groups.ts";
import { flowNetwork } from "./flow-network.ts";
import type { FlowPlace } from "./flow-rule.ts";
import { paidFlows } from "./paid-flows.ts";
import { chainSteps, payGradient } from "./pay-gradient.ts";

const world = () => clips.make({ frames: 2 });
const small = { width: 16, blocks: 1, drawSteps: 5, observations: 2, group: 2 };

function draft(parameters: object = {}): AlgorithmPlan {
  const entry = paidFlows.find(({ id }) => id === "flow-draft");
  if (entry === undefined) throw new Error("no flow-draft");
  return entry.make({ ...small, ...parameters });
}

function context(reward: RewardPlan): TrainingContext {
  const place = trainingContext(world, "flow", 3);
  return { ...place, makeReward: () => reward(place.spec), makeObjective: () => reward(place.spec) };
}

test("a chain from τ takes τ·D of the D steps", () => {
  expect([0.1, 0.3, 0.5, 0.6, 0.7, 0.9, 1].map((chain) => chainSteps(chain, 20))).toEqual([2, 6, 10, 12, 14, 18, 20]);
  expect(chainSteps(0.01, 20)).toBe(1);
});

/** A place whose velocities are counted, and whose descent keeps what it was given. */
function watchedPlace() {
  const network = flowNetwork(world().spec, small);
  const policy = network.begin(Random.of(1, "network"));
  const rows = 4;
  const velocities = network.velocities(rows);
  const gradients = network.gradients(policy, rows);
  let calls = 0;
  const given: { x: Float32Array; conditions: Float32Array; t: Float64Array; gradient: Float32Array }[] = [];
  const place: FlowPlace = {
    context: { spec: world().spec, random: Random.of(1, "place") },
    network,
    policy,
    reference: policy.clone(),
    rows,
    group: 2,
    steps: 5,
    terms: 0,
    velocities(...of) {
      calls += 1;
      return velocities.run(...of);
    },
    descend(x, conditions, t, scale, shift) {
      const after = gradients.run(x, conditions, t, scale, shift);
      given.push({ x: x.slice(), conditions: conditions.slice(), t: t.slice(), gradient: gradients.gradient.slice() });
      return { gradientNorm: 0, velocities: after };
    },
    differentiate: () => gradients.gradient,
    step: () => 0,
  };
  return {
    place,
    policy,
    given,
    velocities,
    calls: () => calls,
    close: () => [velocities, gradients].map((one) => one.close()),
  };
}

test("the gradient is that of the mean pay after the last step, whose input is held, for any pay of sloped channels", () => {
  const rewards = [weightedSum({ likeness: 2, centrality: 0.1 }), product(channel("closeness"), channel("contrast"))];
  for (const reward of rewards) {
    const { place, policy, given, velocities, close } = watchedPlace();
    const training = context(reward);
    const rule = payGradient(place, { chain: 0.6, demonstrator: "painter" });
    const random = Random.of(4, "update");
    const paid = (draw: Drawer) => groupsOf(training, 2, 2, RewardMemory.empty(), [], true)(random, draw);
    rule.learn(paid(rule.draw), random, 0);
    const [{ x, conditions, t, gradient }] = given;
    expect(Array.from(t)).toEqual([0.2, 0.2, 0.2, 0.2].map((one) => expect.closeTo(one, 12)));
    const after = (shifted: Parameters): number => {
      const v = velocities.run(shifted, x, conditions, t);
      const { pay } = paid((_, actions) => {
        for (let k = 0; k < actions.length; k++) actions[k] = x[k] - t[0] * v[k];
      });
      return pay.reduce((sum, one) => sum + one / pay.length, 0);
    };
    const norm = Math.hypot(...gradient);
    const moved = (by: number): Parameters => {
      const other = policy.clone();
      for (let k = 0; k < gradient.length; k++) other.flat[k] += (by * gradient[k]) / norm;
      return other;
    };
    const slope = (after(moved(0.01)) - after(moved(-0.01))) / 0.02;
    // Down the gradient the pay rises.
    expect(slope / -norm).toBeCloseTo(1, 2);
    close();
  }
});

test("a part of the chain calls the network τ·D times, and is drawn near its demonstrations", () => {
  const { place, calls, close } = watchedPlace();
  const rule = payGradient(place, { chain: 0.4, demonstrator: "painter" });
  const { spec } = world();
  const observations = new Float32Array(4 * spec.observationSize);
  for (let row = 0; row < 4; row++) observations[row * spec.observationSize] = 1;
  const actions = new Float32Array(4 * spec.actionSize);
  rule.draw(observations.slice(), actions, Random.of(2, "draw"), { tried: () => {}, observations });
  expect(calls()).toBe(2);
  close();
});

test("what is paid for likeness becomes more like, by the chain from noise and by a part of it", () => {
  for (const chain of [1, 0.6]) {
    const plan = draft({ chain, updates: 40, rate: 3e-3, observations: 8 });
    const measures = wholeTraining(plan.train(context(channel("likeness")))).reports.map((one) => one.measures);
    const pay = measures.map((one) => one.pay);
    const mean = (of: readonly number[]) => of.reduce((a, b) => a + b, 0) / of.length;
    expect(mean(pay.slice(-5))).toBeGreaterThan(mean(pay.slice(0, 5)) + 0.02);
    expect(measures[0].networkCalls).toBe(chainSteps(chain, 5));
  }
});

test("a world without slopes, a channel without one, and a pay that is flat are refused in a sentence", () => {
  expect(problemOf(() => draft().check(sprites.make({}).spec))).toMatchObject({ code: "no-slopes" });
  const trained = (reward: RewardPlan) => () => wholeTraining(draft({ updates: 1 }).train(context(reward)));
  expect(problemOf(trained(channel("right")))).toMatchObject({
    code: "no-slope",
    what: 'the pay changes with the channel "right", which has no slope in the action',
  });
  expect(problemOf(trained(channel("likeness", 0)))).toMatchObject({ code: "flat-pay" });
  expect(problemOf(() => draft({ chain: 0.5, demonstrator: "pianter" }).check(world().spec))).toMatchObject({
    hint: 'did you mean "painter"?',
  });
});

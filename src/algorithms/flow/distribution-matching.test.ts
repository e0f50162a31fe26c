// Distillation into a few steps: likelihoods of steps against finite differences, a fake that equals the teacher, trainings that go on from
// checkpoints, and students that come nearer to the teacher and to what is paid.

import { expect, test } from "vitest";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { points } from "../../environments/pictures/points.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { distributionMatching } from "./distribution-matching.ts";
import { flowNetwork } from "./flow-network.ts";
import type { FlowPlace } from "./flow-rule.ts";
import { paidFlows } from "./paid-flows.ts";
import { drawByRenoising, renoisedSteps } from "./samplers.ts";
import { stepGradients } from "./step-gradients.ts";

const plan = (parameters: object): AlgorithmPlan => {
  const entry = paidFlows.find(({ id }) => id === "flow-distil");
  if (entry === undefined) throw new Error("no flow-distil");
  return entry.make({ width: 24, blocks: 1, observations: 2, group: 8, drawSteps: 1, ...parameters });
};
const world = () => points.make({});
function context(seed = 1): TrainingContext {
  const place = trainingContext(world, "distil", seed);
  const paying = () => channel("side")(place.spec);
  return { ...place, makeReward: paying, makeObjective: paying };
}

/** A place of which nothing but the network and its parameters is real. */
function placeOf(rows: number, steps: number): FlowPlace {
  const { spec } = world();
  const network = flowNetwork(spec, { width: 8, blocks: 1 });
  const policy = network.begin(Random.of(1, "network"));
  for (let k = 0; k < policy.flat.length; k++) policy.flat[k] += 0.1 * Math.sin(k);
  const gradients = network.gradients(policy, rows);
  return {
    ...{
      context: { spec, random: Random.of(1, "place") },
      network,
      policy,
      rows,
      steps,
      group: 2,
      terms: 0,
      reference: policy.clone(),
    },
    velocities: network.velocities(rows).run,
    descend: () => ({ gradientNorm: 0, velocities: new Float32Array(0) }),
    differentiate(x, conditions, t, shift) {
      gradients.run(x, conditions, t, undefined, shift);
      return gradients.gradient;
    },
    step: (gradient) => Math.hypot(...gradient),
  };
}

test("the gradient of steps with advantages is that of their likelihood by finite differences, and ratios are 1 before the first", () => {
  const rows = 4;
  const place = placeOf(rows, 2);
  const steps = renoisedSteps(2, 0.3);
  const path = stepGradients(place, steps, 0.2);
  const conditions = new Float32Array(rows * 2).fill(1);
  const field = (x: Float32Array, t: number) =>
    place.velocities(place.policy, x, conditions, new Float64Array(rows).fill(t));
  const drawn: { before: Float32Array; after: Float32Array }[] = [];
  drawByRenoising(field, new Float32Array(rows * 2), steps, Random.of(2, "draws"), (before, v, after, index) => {
    path.keep(before, v, after, index);
    drawn.push({ before: before.slice(), after: after.slice() });
  });
  const advantages = [1, -0.5, 2, -1];
  /** −Σ_steps mean A·ln p. */
  const loss = (): number => {
    let sum = 0;
    for (const [index, { t, keep, deviation }] of steps.entries()) {
      const { before, after } = drawn[index];
      const v = field(before, t);
      for (let k = 0; k < v.length; k++) {
        const off = after[k] - keep * (before[k] - t * v[k]);
        sum += (advantages[Math.floor(k / 2)] * off * off) / (2 * deviation ** 2) / rows;
      }
    }
    return sum;
  };
  const { gradient, clipFraction } = path.gradient(conditions, advantages, true);
  expect(clipFraction).toBe(0);
  const exact = gradient.slice();
  expect(Array.from(path.gradient(conditions, advantages, false).gradient)).toEqual(Array.from(exact));
  expect(Array.from(path.ratiosBefore(conditions, Int32Array.of(0, 1, 1, 0)))).toEqual([1, 1, 1, 1]);
  const { flat } = place.policy;
  const largest = Array.from(exact.keys()).sort((a, b) => Math.abs(exact[b]) - Math.abs(exact[a]));
  for (const k of largest.slice(0, 5)) {
    const was = flat[k];
    flat[k] = was + 1e-2;
    const above = loss();
    flat[k] = was - 1e-2;
    const below = loss();
    flat[k] = was;
    expect(((above - below) / 2e-2 / exact[k]).toFixed(1)).toBe("1.0");
  }
});

test("ratios of likelihoods have mean 1 over what the old parameters draw, and are clipped", () => {
  const rows = 2000;
  const place = placeOf(rows, 2);
  const conditions = new Float32Array(rows * 2).fill(1);
  const path = (clip: number) => {
    const own = stepGradients(place, renoisedSteps(2, 0.3), clip);
    const field = (x: Float32Array, t: number) =>
      place.velocities(place.reference, x, conditions, new Float64Array(rows).fill(t));
    drawByRenoising(field, new Float32Array(rows * 2), renoisedSteps(2, 0.3), Random.of(3, "draws"), own.keep);
    return own.ratiosBefore(conditions, new Int32Array(rows).fill(1));
  };
  for (let k = 0; k < place.policy.flat.length; k++) place.policy.flat[k] += 0.1 * Math.cos(k);
  const free = path(10);
  const mean = free.reduce((a, b) => a + b, 0) / rows;
  const spread = Math.sqrt(free.reduce((sum, one) => sum + (one - mean) ** 2, 0) / rows);
  expect(spread).toBeGreaterThan(0.05);
  expect(Math.abs(mean - 1)).toBeLessThan((4 * spread) / Math.sqrt(rows));
  const clipped = path(0.01);
  expect(Math.min(...clipped)).toBe(0.99);
  expect(Math.max(...clipped)).toBe(1.01);
});

/** A rule that learns from single actions reads no sets. */
const NO_SETS = {
  reward: { size: 0, read() {}, open: () => ({ add() {}, remove() {}, value: () => 0 }) },
  rows: new Float64Array(0),
};

test("a fake that equals the teacher moves nothing, whichever way the signal is used", () => {
  for (const signal of ["gradient", "reward"] as const) {
    const place = placeOf(8, 2);
    const rule = distributionMatching(place, {
      ...{ teacher: "start", signal, normaliser: "none", lastNoise: 0.1, fakeSteps: 0, fakeStart: 0, fakeRate: 1 },
      ...{ payWeight: 0, reuse: 1, ratioClip: 0.2, average: 0, updates: 1, probes: 0 },
    });
    const conditions = new Float32Array(16).fill(1);
    const actions = new Float32Array(16);
    rule.draw(conditions, actions, Random.of(4, "draws"), { tried: () => {}, observations: conditions });
    const none = new Float64Array(8);
    const drawn = {
      rows: 8,
      group: 2,
      conditions,
      actions,
      pay: none,
      objective: none,
      terms: [],
      sets: NO_SETS,
      slopes: none,
    };
    expect(rule.learn(drawn, Random.of(5, "learning"), 0).gradientNorm).toBe(0);
    rule.close?.();
  }
});

test("a training goes on from any checkpoint as if it had never stopped, with its fake and mean", () => {
  const parameters = { updates: 4, segments: 4, drawSteps: 2, reuse: 2, payWeight: 0.1, fakeStart: 3, probes: 2 };
  expectResumes((from) => plan(parameters).train(context(), from));
});

test("a student comes nearer to the teacher; points that are paid more come to be drawn", () => {
  const end = (parameters: object) => {
    const training = plan({ updates: 120, rate: 4e-3, fakeStart: 60, group: 16, ...parameters }).train(context());
    const reports = trainToEnd(training);
    training.close();
    const over = (from: number) =>
      reports.slice(from, from + 20).reduce((sum, { measures }) => sum + Number(measures.pay), 0) / 20;
    return { first: over(0), last: over(100) };
  };
  const paid = end({ payWeight: 1 });
  const unpaid = end({});
  expect(paid.last).toBeGreaterThan(unpaid.last + 0.3);
  const near = context();
  const training = plan({ updates: 120, rate: 4e-3, fakeStart: 60, group: 16 }).train({
    ...near,
    makeReward: () => channel("density")(near.spec),
  });
  const density = trainToEnd(training).map(({ measures }) => Number(measures.pay));
  training.close();
  const mean = (from: number) => density.slice(from, from + 20).reduce((a, b) => a + b, 0) / 20;
  expect(mean(100)).toBeGreaterThan(mean(0) + 3);
});

test("without a mixture an exact teacher is refused in a sentence, and a flow at the start is not", () => {
  const { mixture: _, ...bare } = sprites.make({}).spec;
  expect(() => plan({}).check?.(bare)).toThrow(/declare/);
  expect(() => plan({ teacher: "start" }).check?.(bare)).not.toThrow();
});

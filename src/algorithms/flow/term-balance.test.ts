// Terms of a reward in flow-nft: the loss is affine in an advantage, copies of one term are one reward, and trainings go on as they were.

import { expect, it } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { expectResumes, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import type { TrainingCheckpoint } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { sum } from "../../rewards/combine.ts";
import { flowNetwork } from "./flow-network.ts";
import { noised } from "./flow-rule.ts";
import { optimality, rowGradient } from "./negative-aware.ts";

const { spec } = sprites.make({});
const options = { updates: 4, observations: 3, group: 4, width: 12, blocks: 1, drawSteps: 2, segments: 4, rate: 1e-3 };
const terms = ["shape", "closeness", "brightness"];

const trained = (reward: RewardPlan, parameters: object, name = "balance") => {
  const plan = algorithms.get("flow-nft").make({ ...options, ...parameters });
  const context = {
    ...trainingContext(() => sprites.make({}), name),
    makeReward: () => reward(spec),
    makeObjective: () => channel("right")(spec),
  };
  return (from?: TrainingCheckpoint) => plan.train(context, from);
};
const five = sum(...terms.map((name) => channel(name)));
const reportsOf = (reward: RewardPlan, parameters: object) => wholeTraining(trained(reward, parameters)()).reports;

/** Gradients in all weights of a network on one batch, at a policy beside the old one. */
function batch() {
  const rows = 6;
  const random = Random.of(8);
  const network = flowNetwork(spec, { width: 12, blocks: 1 });
  const [old, policy] = [network.begin(random.stream("old")), network.begin(random.stream("policy"))];
  for (const parameters of [old, policy])
    for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] += 0.05 * random.normal();
  const clean = Float32Array.from({ length: rows * spec.actionSize }, () => random.uniform(-1, 1));
  const conditions = Float32Array.from({ length: rows * spec.observationSize }, () => random.integer(2));
  const { x, t } = noised(clean, rows, random);
  const velocities = network.velocities(rows);
  const before = velocities.run(old, x, conditions, t).slice();
  const v = velocities.run(policy, x, conditions, t).slice();
  const gradients = network.gradients(policy, rows);
  const shift = new Float32Array(clean.length);
  return {
    rows,
    random,
    gradient(advantages: ArrayLike<number>): Float32Array {
      for (let row = 0; row < rows; row++) {
        const place = { t: t[row], b: 1, rho: optimality(advantages[row]) };
        rowGradient({ v, old: before, x, clean }, row * spec.actionSize, spec.actionSize, place, shift);
      }
      gradients.run(x, conditions, t, undefined, shift);
      return gradients.gradient.slice();
    },
    close() {
      velocities.close();
      gradients.close();
    },
  };
}

it("the gradient of mixed advantages is the mixture of gradients until an advantage is clipped (proposition 1)", () => {
  const { rows, random, gradient, close } = batch();
  const apart = (most: number): number => {
    const advantages = terms.map(() => Float64Array.from({ length: rows }, () => random.uniform(-most, most)));
    const drawn = terms.map(() => -Math.log(random.uniform()));
    const shares = drawn.map((one) => one / drawn.reduce((a, b) => a + b, 0));
    const gradients = advantages.map(gradient);
    const mixed = gradient(
      Float64Array.from({ length: rows }, (_, row) =>
        shares.reduce((all, share, k) => all + share * advantages[k][row], 0),
      ),
    );
    let [error, norm] = [0, 0];
    for (const [at, whole] of mixed.entries()) {
      error += (shares.reduce((all, share, k) => all + share * gradients[k][at], 0) - whole) ** 2;
      norm += whole ** 2;
    }
    return Math.sqrt(error / norm);
  };
  for (let round = 0; round < 5; round++) expect(apart(5)).toBeLessThan(1e-5);
  expect(apart(15)).toBeGreaterThan(0.01);
  close();
});

it("counts (K + N)/N backward passes where weights are kept for N steps, and K where they are not", () => {
  const passes = (parameters: object) => {
    const all = reportsOf(five, { updates: 6, passes: 1, ...parameters }).map(
      ({ measures }) => measures.backwardPasses,
    );
    return all.reduce((a, b) => a + b, 0) / all.length;
  };
  expect(passes({ balance: "min-norm", renewed: 3 })).toBeCloseTo((3 + 3) / 3, 12);
  expect(passes({ balance: "min-norm", renewed: 1 })).toBe(3);
  expect(passes({ balance: "pcgrad" })).toBe(3);
  expect(passes({ balance: "equal" })).toBe(1);
});

it("opposes no term where the nearest point is followed", () => {
  for (const { measures } of reportsOf(five, { balance: "min-norm", renewed: 1 })) {
    expect(measures.conflict).toBe(0);
    expect(measures.worstCosine).toBeGreaterThan(0);
  }
});

it("copies of one reward are that reward under every balance", () => {
  const copies = sum(channel("closeness"), channel("closeness"), channel("closeness"));
  const alone = reportsOf(channel("closeness"), { updates: 1, passes: 1 });
  for (const balance of ["equal", "min-norm", "pcgrad"]) {
    const [{ measures }] = reportsOf(copies, { balance, renewed: 1, updates: 1, passes: 1 });
    expect(measures.worstCosine).toBeCloseTo(1, 6);
    expect(measures.gradientNorm).toBeCloseTo(alone[0].measures.gradientNorm, 5);
  }
});

it("goes on from a checkpoint as if it had never stopped, running weights included", () => {
  const { reports } = expectResumes(trained(five, { balance: "min-norm", renewed: 3, kl: 0.1 }));
  expect(reports.at(-1)?.measures).toHaveProperty("leastGain");
});

it("refuses a reward that is no sum, in a sentence", () => {
  for (const balance of ["sum", "equal", "min-norm", "pcgrad"])
    expect(() => trained(channel("right"), { balance })()).toThrow(
      `balance: ${balance} is of the terms of a sum, and the reward is no sum`,
    );
});

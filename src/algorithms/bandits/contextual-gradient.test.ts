// The gradient bandit in contexts: its step against the gradient of log π, rounds without feedback, and trainings on a log.

import { describe, expect, test } from "vitest";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { environments } from "../../environments/index.ts";
import { contextualGradient } from "./contextual-gradient.ts";

const world = (await environments.get("retrieval/pipeline")).make({ classes: 3, options: 4 });
const settings = { rate: 0.3, baseline: "none", zero: "pay", period: 1, passes: 1 } as const;

/** A learner after rounds in the first context, by the pay of each. Returns the arms that it chose and its policy there. */
function learnt(own: Partial<Parameters<typeof contextualGradient>[2]>, pays: readonly number[], seed = 1) {
  const learner = contextualGradient(world.spec, 4, { ...settings, ...own });
  learner.reset(Random.of(seed, "learner"));
  const [seen, action] = [Float32Array.of(1, 0, 0), new Float64Array(1)];
  const arms = pays.map((pay) => {
    learner.act(seen, action);
    learner.receive?.(pay, Status.running);
    return action[0];
  });
  return { arms, policy: Array.from(learner.policy.subarray(0, 4)) };
}

const softmax = (logits: readonly number[]): number[] => {
  const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0);
  return logits.map((logit) => Math.exp(logit) / sum);
};

/** Logits after steps of rate·pay along the gradient of log π(arm), by finite differences. */
function ascended(steps: readonly (readonly [arm: number, size: number])[]): number[] {
  let logits = [0, 0, 0, 0];
  for (const [arm, size] of steps) {
    const h = 1e-6;
    const moved = (k: number, by: number) => Math.log(softmax(logits.map((x, j) => (j === k ? x + by : x)))[arm]);
    logits = logits.map((x, k) => x + size * ((moved(k, h) - moved(k, -h)) / (2 * h)));
  }
  return logits;
}

describe("a gradient bandit", () => {
  test("steps along the gradient of log π, by finite differences", () => {
    const pays = [1, -1, 0.5];
    const { arms, policy } = learnt({}, pays);
    const expected = softmax(ascended(arms.map((arm, k) => [arm, 0.3 * pays[k]])));
    for (const [k, chance] of policy.entries()) expect(chance).toBeCloseTo(expected[k], 8);
  });

  test("compares pay with the mean of earlier pay in the context", () => {
    const pays = [1, 1, -1];
    const { arms, policy } = learnt({ baseline: "mean" }, pays);
    const sizes = [1 - 0, 1 - 1, -1 - 1];
    const expected = softmax(ascended(arms.map((arm, k) => [arm, 0.3 * sizes[k]])));
    for (const [k, chance] of policy.entries()) expect(chance).toBeCloseTo(expected[k], 8);
  });

  test("learns of pay of 0 as of any other, unless it is no feedback", () => {
    const { arms, policy } = learnt({ baseline: "mean" }, [1, 0]);
    const expected = softmax(ascended(arms.map((arm, k) => [arm, 0.3 * [1, -1][k]])));
    for (const [k, chance] of policy.entries()) expect(chance).toBeCloseTo(expected[k], 8);
    const silent = { baseline: "mean", zero: "no feedback" } as const;
    expect(learnt(silent, [0, 0, 0]).policy).toEqual([0.25, 0.25, 0.25, 0.25]);
    const once = learnt(silent, [1, 0]);
    const first = softmax(ascended([[once.arms[0], 0.3]]));
    for (const [k, chance] of once.policy.entries()) expect(chance).toBeCloseTo(first[k], 8);
  });

  test("with a period learns at its end, and then from each record of the log", () => {
    const pays = [1, -1, 0, 1];
    expect(learnt({ period: 5 }, pays).policy).toEqual([0.25, 0.25, 0.25, 0.25]);
    const { arms, policy } = learnt({ period: 4, passes: 2 }, pays);
    const pass = arms.map((arm, k) => [arm, 0.3 * pays[k]] as const);
    const expected = softmax(ascended([...pass, ...pass]));
    for (const [k, chance] of policy.entries()) expect(chance).toBeCloseTo(expected[k], 8);
  });

  test("begins anew with each episode, and keeps contexts apart", () => {
    const learner = contextualGradient(world.spec, 4, settings);
    const action = new Float64Array(1);
    for (const seed of [1, 2]) {
      learner.reset(Random.of(seed, "learner"));
      expect(Array.from(learner.policy.subarray(0, 8))).toEqual(new Array(8).fill(0.25));
      learner.act(Float32Array.of(0, 1, 0), action);
      learner.receive?.(1, Status.running);
      learner.act(Float32Array.of(1, 0, 0), action);
      expect(learner.policy[action[0]]).toBeGreaterThan(0);
      expect(Array.from(learner.policy.subarray(4, 8))).toEqual([0.25, 0.25, 0.25, 0.25]);
    }
  });
});

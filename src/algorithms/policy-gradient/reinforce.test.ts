// REINFORCE's gradient against enumeration, its returns against sums by hand, and how it learns.

import { describe, expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { gaussianBandit } from "../../environments/bandits/independent-arms.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { actorCritic } from "./actor-critic.ts";
import { policyGradient } from "./policy-gradient-loss.ts";
import { reinforce } from "./reinforce.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "reinforce test", seed);

describe("on a bandit with three arms", () => {
  const pays = [1, -0.5, 0.25];
  const make = () => gaussianBandit.make({ means: pays, deviation: 0, horizon: 1 });
  const { spec } = make();

  test.each([0, 7])("the gradient is π_a·(r_a − J) less any baseline: %d", (baseline) => {
    const options = {
      hidden: [],
      activation: "tanh",
      criticInputs: 2,
      distribution: "gaussian",
      logDeviation: 0,
    } as const;
    const network = actorCritic(spec, options, Random.of(1));
    const logits = [0.3, -1, 0.8];
    network.parameters.view(0).fill(0);
    network.parameters.view(1).set(logits);
    const total = logits.reduce((sum, x) => sum + Math.exp(x), 0);
    const chances = logits.map((x) => Math.exp(x) / total);
    const expected = chances.reduce((sum, p, a) => sum + p * pays[a], 0);
    const descent = policyGradient(network, { entropy: 0, valueWeight: 0 });
    const gradient = new Float32Array(network.parameters.flat.length);
    const observation = [0.5, -2];
    descent.differentiate(
      {
        observations: Float32Array.from([...observation, ...observation, ...observation]),
        critic: new Float32Array(6),
        actions: Float32Array.of(0, 1, 2),
        advantages: Float32Array.from(pays, (r) => r - baseline),
        returns: new Float32Array(3),
        shares: Float32Array.from(chances),
        valueShares: new Float32Array(3).fill(1 / 3),
      },
      gradient,
    );
    // Sutton & Barto (2018), eq. 2.13: ∂J/∂h_a = π_a·(r_a − J); the loss is −J.
    for (let a = 0; a < 3; a++) {
      const slope = -chances[a] * (pays[a] - expected);
      expect(gradient[6 + a]).toBeCloseTo(slope, 5);
      for (let k = 0; k < 2; k++) expect(gradient[3 * k + a]).toBeCloseTo(observation[k] * slope, 5);
    }
    expect(gradient.slice(9).every((x) => x === 0)).toBe(true);
    descent.close();
    network.close();
  });

  test("the gradient of many episodes is nearly the enumerated one", () => {
    const training = reinforce
      .make({ steps: 1, episodes: 8000, hidden: [], baseline: "none", scaleRewards: false })
      .train(context(make));
    const report = training.update();
    training.close();
    expect(report?.steps).toBe(8000);
    // Logits begin within 0.01 of 0; the agent sees (−1, s): the start, and a payoff of 0 on the scale of [−0.5, 1].
    const mean = pays.reduce((a, b) => a + b, 0) / 3;
    const seen = Math.hypot(1, -1, (2 * 0.5) / 1.5 - 1);
    const norm = seen * Math.hypot(...pays.map((r) => (r - mean) / 3));
    expect(Math.abs((report?.measures.gradientNorm ?? 0) / norm - 1)).toBeLessThan(0.05);
  });

  test.each(["none", "value"])("it comes to pull the best arm; baseline: %s", (baseline) => {
    const training = reinforce
      .make({ steps: 4000, episodes: 20, rate: 0.03, hidden: [8], baseline, scaleRewards: false })
      .train(context(make));
    const reports = trainToEnd(training);
    training.close();
    const last = reports.slice(-10).reduce((sum, { measures }) => sum + measures.pay / 10, 0);
    expect(reports[0].measures.pay).toBeLessThan(0.6);
    expect(last).toBeGreaterThan(0.95);
  });
});

describe("credit for some choices alone", () => {
  const make = () => gaussianBandit.make({ means: [1, -1, 1], deviation: 0, horizon: 1 });

  test("leaves the rest to what is credited: here arm 1 becomes rarer, and arms 0 and 2 alike likelier", () => {
    const parameters = { steps: 3000, episodes: 20, rate: 0.03, hidden: [], baseline: "none", scaleRewards: false };
    const plan = reinforce.make({ ...parameters, credited: [1] });
    plan.check(make().spec);
    const training = plan.train(context(make));
    const last = trainToEnd(training).at(-1);
    expect(last?.measures.pay).toBeGreaterThan(0.95);
    // Two arms are left, and nothing tells them apart.
    expect(last?.measures.entropy).toBeGreaterThan(0.95 * Math.LN2);
    training.close();
  });
});

test("returns are discounted to the end of each episode, and rows that fill a batch up count nothing", () => {
  // Two arms that pay 1: returns of three rounds are 1.75, 1.5 and 1, and every log-probability is nearly −log 2.
  const make = () => gaussianBandit.make({ means: [1, 1], deviation: 0, horizon: 3 });
  // 15 steps, and 600: more than are differentiated at a time.
  for (const episodes of [5, 200]) {
    const training = reinforce
      .make({ steps: 1, episodes, discount: 0.5, baseline: "none", scaleRewards: false, logDeviation: 0 })
      .train(context(make));
    const measures = training.update()?.measures;
    training.close();
    expect((measures?.policyLoss ?? 0) / (Math.LN2 * 4.25)).toBeCloseTo(1, 1);
    expect(measures?.entropy).toBeCloseTo(Math.LN2, 2);
    expect(measures?.episodeSteps).toBe(3);
  }
});

test("a learnt baseline comes to the mean return, so that nothing is learnt from pay alike for all", () => {
  const make = () => gaussianBandit.make({ means: [5, 5], deviation: 0, horizon: 1 });
  const last = (baseline: string, seed: number) => {
    const training = reinforce
      .make({ steps: 1500, episodes: 5, rate: 0.05, hidden: [], baseline, scaleRewards: false })
      .train(context(make, seed));
    const report = trainToEnd(training).at(-1);
    training.close();
    return report?.measures ?? {};
  };
  for (const seed of [1, 2, 3]) {
    const learnt = last("value", seed);
    expect(learnt.valueLoss).toBeLessThan(1e-3);
    expect(learnt.gradientNorm).toBeLessThan(1e-3);
    // Without, the critic stays where it began, near 0 (half the square of 5), and any choice that is drawn is made likelier.
    const none = last("none", seed);
    expect(none.valueLoss).toBeGreaterThan(5);
    expect(none.gradientNorm).toBeGreaterThan(10 * learnt.gradientNorm);
  }
});

test("balances a pole three times as long as chance within 30,000 steps", () => {
  const make = () => cartPole.make();
  const training = reinforce.make({ steps: 30_000, rate: 5e-3, hidden: [32], normalise: true }).train(context(make));
  const lengths = trainToEnd(training).map(({ measures }) => measures.episodeSteps);
  training.close();
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  expect(mean(lengths.slice(0, 3))).toBeLessThan(35);
  expect(mean(lengths.slice(-3))).toBeGreaterThan(3 * mean(lengths.slice(0, 3)));
});

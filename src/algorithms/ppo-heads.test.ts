// Several value functions: what each foresees, how their advantages become one, and that spare ones do no harm.

import { describe, expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../test/fixtures/training.ts";
import type { Training } from "../core/algorithm.ts";
import { gaussianBandit } from "../environments/bandits/gaussian.ts";
import { environments } from "../environments/index.ts";
import { np } from "../nn/jax.ts";
import { byError, byRoutes, byShares } from "./advantage-routing.ts";
import { ppo } from "./ppo.ts";
import { vectorEnvironment } from "./vector-environment.ts";

const cartPole = () => trainingContext(() => environments.get("control/cart-pole").make(), "heads test");
const small = { steps: 2048, copies: 4, rollout: 64, hidden: [16], minibatches: 4 };

/** The actor's parameters after a training. */
function actor(parameters: object): Float32Array[] {
  const training: Training = ppo.make({ ...small, segments: 1, ...parameters }).train(cartPole());
  trainToEnd(training);
  const tensors = training.checkpoint()?.tensors ?? [];
  training.close();
  return tensors.flatMap(({ name, data }) => (name.includes(".actor.") ? [data] : []));
}

test("one head is what there is without heads", () => {
  expect(actor({ heads: [{ discount: 0.99 }] })).toEqual(actor({}));
});

test("a head without a share still teaches the layers that it shares with the others", () => {
  const heads = (weight: number) => [
    { discount: 0.5, share: 0, weight },
    { discount: 0.999, share: 1 },
  ];
  expect(actor({ heads: heads(1) })).not.toEqual(actor({ heads: heads(0) }));
  expect(actor({ heads: heads(1) })).toEqual(actor({ heads: heads(1) }));
});

test("each head foresees its own pay at its own discount: 1, 1/(1 − 0.5) and −3", () => {
  const make = () => gaussianBandit.make({ means: [1], deviation: 0, horizon: 1_000_000 });
  const context = trainingContext(make, "values");
  const training = ppo
    .make({
      steps: 40_000,
      copies: 8,
      rollout: 50,
      hidden: [],
      rate: 0.02,
      scaleRewards: false,
      clipValue: false,
      maxNorm: 1e9,
      segments: 1,
      heads: [
        { discount: 0 },
        { discount: 0.5, share: 0 },
        { discount: 0, share: 0, reward: { channel: "payoff", weight: -3 } },
      ],
    })
    .train(context);
  trainToEnd(training);
  const tensors = training.checkpoint()?.tensors ?? [];
  training.close();
  const find = (name: string) => tensors.find((tensor) => tensor.name.endsWith(name))?.data ?? new Float32Array(0);
  const [weight, bias] = [find("critic.0.weight"), find("critic.0.bias")];
  const world = vectorEnvironment(context, 1);
  world.step(new Float64Array(1));
  const values = Array.from(bias, (first, k) =>
    world.observations.reduce((sum, x, i) => sum + x * weight[i * 3 + k], first),
  );
  for (const [k, value] of [1, 2, -3].entries()) expect(values[k]).toBeCloseTo(value, 1);
});

describe("one advantage out of several", () => {
  const heads = [
    { advantages: Float64Array.of(1, -1), values: Float64Array.of(0, 0), returns: Float64Array.of(1, 3) },
    { advantages: Float64Array.of(10, 20), values: Float64Array.of(0, 0), returns: Float64Array.of(-3, 3) },
  ];

  test("by shares", () => {
    expect(byShares(heads, [0.5, 0.25])).toEqual(Float64Array.of(3, 4.5));
  });

  test("by error: the smaller error weighs more", () => {
    const { mixed, weights } = byError(heads, 2);
    const first = 1 / (1 + Math.exp(-(3 - 1) / 2));
    expect(mixed[0]).toBeCloseTo(first + (1 - first) * 10, 12);
    expect(mixed[1]).toBeCloseTo(9.5, 12);
    expect(weights[0]).toBeCloseTo((first + 0.5) / 2, 12);
    expect(weights[0] + weights[1]).toBeCloseTo(1, 12);
  });

  test("by a network: softmax weights, and how often they lie on the largest", () => {
    const routed = byRoutes(
      np.array([
        [0, Math.log(3)],
        [0, 0.1],
      ]),
      np.array([
        [1, 5],
        [4, 2],
      ]),
    );
    const [mixed] = [routed.mixed.dataSync()];
    expect(mixed[0]).toBeCloseTo(0.25 + 0.75 * 5, 5);
    expect(Number(routed.hackRate.dataSync()[0])).toBe(0.5);
    const h = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
    const second = 1 / (1 + Math.exp(0.1));
    expect(Number(routed.entropy.dataSync()[0])).toBeCloseTo((h(0.25) + h(second)) / 2, 5);
  });
});

test("every routing trains, and reports what it did", () => {
  const heads = [{ discount: 0.5 }, { discount: 0.99 }];
  const reports = (routing: string) => {
    const training = ppo.make({ ...small, heads, routing }).train(cartPole());
    const all = trainToEnd(training);
    training.close();
    return all[all.length - 1].measures;
  };
  const error = reports("error");
  expect(error.routeWeight0 + error.routeWeight1).toBeCloseTo(1, 9);
  const learned = reports("learned");
  expect(learned.routeEntropy).toBeGreaterThan(0);
  expect(learned.routeEntropy).toBeLessThanOrEqual(Math.log(2) + 1e-6);
  expect(learned.hackRate).toBeGreaterThan(0);
});

test("a training stops once the goal is paid", () => {
  const lengths = (stopAt?: number) => {
    const training = ppo
      .make({ ...small, steps: 20_480, segments: 1, ...(stopAt === undefined ? {} : { stopAt }) })
      .train(cartPole());
    const reports = trainToEnd(training);
    training.close();
    return reports.at(-1)?.steps;
  };
  expect(lengths()).toBe(20_480);
  expect(lengths(1e6)).toBe(20_480);
  expect(lengths(5)).toBeLessThan(8000);
});

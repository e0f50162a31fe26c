// Several value functions: what each foresees, how their advantages become one, and that spare ones do no harm.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd, wholeTraining } from "../../../test/fixtures/training.ts";
import type { TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { gaussianBandit } from "../../environments/bandits/independent-arms.ts";
import { acrobot } from "../../environments/control/acrobot.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { mountainCar } from "../../environments/control/mountain-car.ts";
import { np } from "../../nn/jax.ts";
import { observationScale, vectorEnvironment } from "../../play/vector-environment.ts";
import { byError, byRoutes, byShares } from "./advantage.ts";
import { ppo } from "./ppo.ts";

const cartPoleContext = () => trainingContext(() => cartPole.make(), "heads test");
const small = { mode: true, steps: 2048, copies: 4, rollout: 64, hidden: [16], minibatches: 4 };

const linear = settings(
  "copies: 8, rollout: 50, hidden: [], rate: 0.02, scaleRewards: false, clipValue: false, maxNorm: 1e9, segments: 1",
);
const actorOf = (kept: TrainingCheckpoint | undefined) =>
  (kept?.tensors ?? []).flatMap(({ name, data }) => (name.includes(".actor.") ? [data] : []));

/** The actor's parameters after a training. */
function actor(parameters: object, context = cartPoleContext()): Float32Array[] {
  return actorOf(wholeTraining(ppo.make({ ...small, segments: 1, ...parameters }).train(context)).checkpoints.at(-1));
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
  const negative = { discount: 0, share: 0, reward: { channel: "payoff", weight: -3 } };
  const heads = [{ discount: 0 }, { discount: 0.5, share: 0 }, negative];
  const values = foreseen({ steps: 40_000, heads }, context);
  for (const [k, value] of [1, 2, -3].entries()) expect(values[k]).toBeCloseTo(value, 1);
});

/** What layers without hidden ones say of one observation. */
function linearOutputs(kept: TrainingCheckpoint | undefined, part: string, observation: ArrayLike<number>): number[] {
  const [weight, bias] = ["weight", "bias"].map(
    (name) => kept?.tensors.find((tensor) => tensor.name.endsWith(`${part}.0.${name}`))?.data ?? new Float32Array(0),
  );
  return Array.from(bias, (first, k) =>
    Array.from(observation).reduce((sum, x, i) => sum + x * weight[i * bias.length + k], first),
  );
}

/** What a critic without hidden layers foresees after the first step. */
function foreseen(parameters: object, context: TrainingContext): number[] {
  const { checkpoints } = wholeTraining(ppo.make({ ...linear, ...parameters }).train(context));
  const world = vectorEnvironment(context, 1);
  world.step(new Float64Array(1));
  return linearOutputs(checkpoints.at(-1), "critic", world.observations);
}

test.each([
  ["bootstrap", 2],
  ["end", 1],
])("the last of two steps that pay 1, at γ = 0.5: truncation: %s foresees %d", (truncation, value) => {
  const context = trainingContext(() => gaussianBandit.make({ means: [1], deviation: 0, horizon: 2 }), "horizons");
  // What is seen after the first step is also seen after the second.
  const [first] = foreseen({ steps: 20_000, discount: 0.5, truncation }, context);
  expect(first).toBeCloseTo(value, 1);
});

describe("one advantage out of several", () => {
  const heads = [
    { advantages: Float64Array.of(1, -1), values: Float64Array.of(0, 0), returns: Float64Array.of(1, 3) },
    { advantages: Float64Array.of(10, 20), values: Float64Array.of(0, 0), returns: Float64Array.of(-3, 3) },
  ];

  test("by shares", () => {
    expect(byShares([0.5, 0.25])(heads).mixed).toEqual(Float64Array.of(3, 4.5));
  });

  test("by error: the smaller error weighs more", () => {
    const { mixed, measures } = byError(2)(heads, Random.of(1));
    const first = 1 / (1 + Math.exp(-(3 - 1) / 2));
    expect(mixed[0]).toBeCloseTo(first + (1 - first) * 10, 12);
    expect(mixed[1]).toBeCloseTo(9.5, 12);
    expect(measures.routeWeight0).toBeCloseTo((first + 0.5) / 2, 12);
    expect(measures.routeWeight0 + measures.routeWeight1).toBeCloseTo(1, 12);
  });

  test("by a network: softmax weights, and how often they lie on the largest", () => {
    const routed = byRoutes(
      np.array([
        [0, Math.log(3)],
        [0, 0.1],
      ]),
      np.array(matrix("1 5 | 4 2")),
    );
    const [mixed] = [routed.mixed.dataSync()];
    expect(mixed[0]).toBeCloseTo(0.25 + 0.75 * 5, 5);
    expect(Number(routed.hackRate.dataSync()[0])).toBe(0.5);
    const h = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
    const second = 1 / (1 + Math.exp(0.1));
    expect(Number(routed.entropy.dataSync()[0])).toBeCloseTo((h(0.25) + h(second)) / 2, 5);
  });
});

test("advantages are normalised unless they are not to be, under every routing", () => {
  for (const routing of ["shares", "learned"]) {
    const heads = [{ discount: 0.5 }, { discount: 0.99 }];
    const surrogate = (given: object = {}) => {
      const plan = ppo.make({ ...small, epochs: 1, minibatches: 1, heads, routing, ...given });
      const training = plan.train(cartPoleContext());
      const report = training.update();
      training.close();
      return report?.measures.surrogate ?? Number.NaN;
    };
    // Of a policy that has not moved the surrogate is the mean advantage.
    expect(Math.abs(surrogate())).toBeLessThan(1e-6);
    expect(Math.abs(surrogate({ normalise: false }))).toBeGreaterThan(0.01);
    expect(surrogate({ normalise: true })).toBe(surrogate());
  }
});

test("observations are scaled by declared bounds unless they are not to be", () => {
  const acrobotContext = trainingContext(() => acrobot.make(), "scale test");
  const { spec } = acrobotContext;
  const { shift, factor } = observationScale(spec, false);
  expect(Array.from(shift).every((x) => x === 0)).toBe(true);
  expect(Array.from(factor).every((x) => x === 1)).toBe(true);
  expect(observationScale(spec).factor[4]).toBeCloseTo(1 / spec.observation[4].high, 12);
  expect(actor({ scaleObservations: true }, acrobotContext)).toEqual(actor({}, acrobotContext));
  expect(actor({ scaleObservations: false }, acrobotContext)).not.toEqual(actor({}, acrobotContext));
});

test("a player sees what the learner saw, scaled or not", () => {
  const context = trainingContext(() => mountainCar.make(), "player test");
  const seen = Float32Array.of(-1, 0.05);
  for (const scaleObservations of [true, false]) {
    const training = ppo.make({ ...small, steps: 256, hidden: [], scaleObservations }).train(context);
    trainToEnd(training);
    const { shift, factor } = observationScale(context.spec, scaleObservations);
    const scaled = Array.from(seen, (x, i) => (x - shift[i]) * factor[i]);
    const logits = linearOutputs(training.checkpoint(), "actor", scaled);
    const player = training.player(0);
    const action = new Float64Array(1);
    player.reset(Random.of(1));
    player.act(seen, action);
    training.close();
    expect(action[0]).toBe(logits.indexOf(Math.max(...logits)));
  }
});

test("every routing trains, and reports what it did", () => {
  const heads = [{ discount: 0.5 }, { discount: 0.99 }];
  const reports = (routing: string, given: object = {}) =>
    wholeTraining(ppo.make({ ...small, heads, routing, ...given }).train(cartPoleContext())).reports.at(-1)?.measures ??
    {};
  const error = reports("error");
  expect(error.routeWeight0 + error.routeWeight1).toBeCloseTo(1, 9);
  expect(Math.abs(error.routeWeight0 - 0.5)).toBeGreaterThan(0.02);
  expect(Math.abs(reports("error", { permuted: true }).routeWeight0 - 0.5)).toBeLessThan(0.02);
  const learned = reports("learned");
  expect(learned.routeEntropy).toBeGreaterThan(0);
  expect(learned.routeEntropy).toBeLessThanOrEqual(Math.log(2) + 1e-6);
  expect(learned.hackRate).toBeGreaterThan(0);
});

test("a training stops once the goal is paid", () => {
  const length = (given: object) => {
    const plan = ppo.make({ ...small, steps: 10_240, segments: 1, ...given });
    return wholeTraining(plan.train(cartPoleContext())).reports.at(-1)?.steps;
  };
  expect(length({})).toBe(10_240);
  expect(length({ stopAt: 1e6 })).toBe(10_240);
  expect(length({ stopAt: 5 })).toBeLessThan(8000);
});

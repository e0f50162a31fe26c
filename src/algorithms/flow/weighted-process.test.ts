// Guidance as of Flow-NRG: its velocity, its draws where they are known exactly, and weights that a user changes without learning.

import { expect, test } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { clips } from "../../environments/pictures/clips.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { sum } from "../../rewards/combine.ts";
import { flowNetwork } from "./flow-network.ts";
import { guidanceParameters, guide, isGuided } from "./guidance.ts";
import { guidedFlow } from "./guided-flow.ts";
import { learntProcess, processShapes } from "./learnt-process.ts";
import type { ProcessReward } from "./process-reward.ts";
import { drawBySde, stochasticSteps } from "./samplers.ts";
import { weightedProcess } from "./weighted-process.ts";

const options = (kappa: number) =>
  guidanceParameters.parse({ by: "exact", schedule: "velocity", cap: 0, kappa, until: 0 });

/** Draws rows of one number without noise, by N steps in a field, guided. */
function drawn(
  x: Float32Array,
  steps: number,
  field: (x: number, t: number) => number,
  reward: ProcessReward,
  kappa = 1,
) {
  const grid = stochasticSteps({ kind: "constant", eta: 0 }, steps, false);
  const guides = guide(grid, reward, options(kappa), x.length, 1);
  const hook = guides.hook({ conditions: new Float32Array(0), tried() {}, random: Random.of(1, "guide") });
  drawBySde((state, t) => state.map((one) => field(one, t)), x, grid, Random.of(2, "steps"), undefined, hook);
  return { x, grid };
}

test("a step is that of the velocity v − κ·t/(1 − t)·∇r, and none begins at t = 1", () => {
  const slope: ProcessReward = ({ rows }, _, gradient) => {
    gradient?.fill(0.7);
    return rows;
  };
  const { x, grid } = drawn(Float32Array.of(1), 4, () => 0.2, slope, 3);
  let by = 1;
  for (const { t } of grid) by -= (0.2 - (t < 1 ? (3 * 0.7 * t) / (1 - t) : 0)) / 4;
  expect(x[0]).toBeCloseTo(by, 6);
  expect(grid.map((step) => isGuided(options(3), step))).toEqual([false, true, true, true]);
});

test("of normal data with r = 2x the guide by the exact value ends at the tilt, and a constant one drifts", () => {
  // x₀ ~ N(1, ¼), so that the tilt by exp(2x) is N(1.5, ¼).
  const [mean, variance] = [1, 0.25];
  const q = (t: number) => variance * (1 - t) ** 2 + t ** 2;
  const clean = (x: number, t: number) => mean + ((variance * (1 - t)) / q(t)) * (x - (1 - t) * mean);
  const field = (x: number, t: number) => (x - clean(x, t)) / t;
  const rewardOf =
    (slope: (t: number) => number): ProcessReward =>
    ({ t, rows }, _, gradient) => {
      gradient?.fill(slope(t));
      return rows;
    };
  const exact = rewardOf((t) => (2 * variance * (1 - t)) / q(t));
  // The map from noise is affine: its ends at ±1 are its mean and its deviation.
  const ends = (reward: ProcessReward, steps: number) => {
    const { x } = drawn(Float32Array.of(-1, 1), steps, field, reward);
    return { mean: (x[0] + x[1]) / 2, variance: ((x[1] - x[0]) / 2) ** 2 };
  };
  const { mean: at, variance: wide } = ends(exact, 2000);
  expect(at).toBeCloseTo(1.5, 2);
  expect(wide).toBeCloseTo(0.25, 2);
  const constant = rewardOf(() => 2);
  expect(ends(constant, 1000).mean).toBeGreaterThan(ends(constant, 100).mean + 1);
  expect(ends(constant, 100).mean).toBeGreaterThan(3);
});

const make = () => clips.make({ frames: 2 });
const { spec } = make();

test("a weighted gradient is the sum of those of single terms, each in its deviation", () => {
  const network = flowNetwork(spec, { width: 8, blocks: 1 });
  const weighted = weightedProcess(network, 2, { samples: 10, gradientSteps: 1 }, [2, -0.5]);
  const random = Random.of(3, "parameters");
  const { flat } = weighted.parameters;
  for (let k = 0; k < flat.length; k++) flat[k] = 0.3 * random.normal();
  const size = flat.length / 2;
  const deviations = [0.5, 4];
  for (const [k, deviation] of deviations.entries()) flat[(k + 1) * size - 1] = deviation;
  const state = {
    x: Float32Array.from({ length: 2 * spec.actionSize }, () => random.normal()),
    v: new Float32Array(2 * spec.actionSize),
    t: 0.6,
    conditions: new Float32Array(2 * spec.observationSize).fill(0.5),
    rows: 2,
    tried() {},
    random,
  };
  const gradientOf = (reward: ProcessReward) => {
    const gradient = new Float32Array(2 * spec.actionSize);
    reward(state, new Float64Array(2), gradient);
    return gradient;
  };
  const whole = gradientOf(weighted.reward);
  const single = deviations.map((_, k) => {
    const own = learntProcess(network, 2, { samples: 10, gradientSteps: 1 });
    own.parameters.flat.set(flat.subarray(k * size, (k + 1) * size));
    const gradient = gradientOf(own.reward);
    own.close();
    return gradient;
  });
  expect(processShapes(network)).toHaveLength(weighted.parameters.shapes.length / 2);
  expect(whole.some((one) => Math.abs(one) > 1e-4)).toBe(true);
  for (const [k, one] of whole.entries())
    expect(one).toBeCloseTo((2 * single[0][k]) / 0.5 - (0.5 * single[1][k]) / 4, 4);
  weighted.close();
});

test("other weights draw by what was learnt before, and another form is refused", () => {
  const plan = (weights: readonly number[], learnWidth = 8) =>
    guidedFlow.make({
      width: 8,
      blocks: 1,
      drawSteps: 3,
      level: 0,
      guidance: { by: "learnt", schedule: "velocity", cap: 0, samples: 192, gradientSteps: 2, learnWidth, weights },
    });
  const context = {
    ...trainingContext(make, "weights"),
    makeReward: () => sum(channel("likeness"), channel("closeness"))(spec),
    makeObjective: () => channel("right")(spec),
  };
  const first = plan([1, 1]).train(context);
  expect(first.update()?.measures).toHaveProperty("processArea30");
  const start = first.checkpoint();
  first.close();
  expect(start).toBeDefined();
  const second = plan([3, 0]).train({ ...context, ...(start && { start }) });
  expect(second.update()?.measures).toEqual({});
  second.close();
  expect(() => plan([1, 1], 16).train({ ...context, ...(start && { start }) })).toThrow("another form");
  const short = plan([1]).train(context);
  expect(() => short.update()).toThrow("1 weights of a process reward, and a reward of 2 terms");
  short.close();
});

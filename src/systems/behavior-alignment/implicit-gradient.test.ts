// The outer gradient against finite differences of whole inner solves, and the parts of the two loops.

import { describe, expect, test } from "vitest";
import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { openGrid } from "../../environments/tabular/open-grid.ts";
import { alignBehavior, type Blend, blended, exactLearner, implicitGradient } from "./implicit-gradient.ts";

const mdp = openGrid({ width: 3, height: 3, discount: 0.9 });
const n = mdp.states * 4;
const heuristic = Float64Array.from({ length: n }, (_, at) => (mdp.terminal[at >> 2] === 1 ? 0 : 0.1 * Math.sin(at)));
const channels = [mdp.reward, heuristic];
const blend: Blend = { weights: Float64Array.of(1, 0.5), discount: 0.8 };
const fixed = { warmUp: 6000, inner: 0, outer: 0, innerStep: 10, outerStep: 0, inverse: "exact" } as const;

describe.each([undefined, 0.95])("visits discounted by %s", (visitDiscount) => {
  const learner = exactLearner({
    mdp,
    channels,
    decay: 0.01,
    ...(visitDiscount === undefined ? {} : { visitDiscount }),
  });
  const settle = (b: Blend, theta: Float64Array = new Float64Array(n)) =>
    alignBehavior({ learner, theta, blend: b, ...fixed }).theta;
  const theta = settle(blend);
  const worth = (b: Blend) => expectedReturn(mdp, softmaxPolicy(mdp, settle(b, theta)));

  test("weights and discount, to a millionth", () => {
    expect(Math.hypot(...learner.direction(theta, blend))).toBeLessThan(1e-12);
    const { weights, discount } = implicitGradient(learner.sense(theta, blend), "exact");
    const h = 1e-4;
    for (const k of [0, 1]) {
      const at = (sign: number) =>
        worth({ ...blend, weights: blend.weights.map((w, i) => w + (i === k ? sign * h : 0)) });
      const slope = (at(1) - at(-1)) / (2 * h);
      expect(Math.abs(weights[k] - slope)).toBeLessThan(1e-6 * Math.abs(slope) + 1e-9);
    }
    const at = (sign: number) => worth({ ...blend, discount: blend.discount + sign * h });
    const slope = (at(1) - at(-1)) / (2 * h);
    expect(Math.abs(discount - slope)).toBeLessThan(1e-5 * Math.abs(slope));
  });

  test("a Neumann series comes to the same; without H⁻¹ it is something else", () => {
    const sensitivity = learner.sense(theta, blend);
    const exact = implicitGradient(sensitivity, "exact").weights;
    const series = implicitGradient(sensitivity, { step: 2, terms: 2000 }).weights;
    const none = implicitGradient(sensitivity, "none").weights;
    for (const k of [0, 1]) {
      expect(series[k]).toBeCloseTo(exact[k], 9);
      expect(Math.abs(none[k] / exact[k] - 1)).toBeGreaterThan(0.5);
    }
  });
});

test("an objective that reads the blend itself has a direct part", () => {
  const learner = exactLearner({ mdp, channels, decay: 0.01, objective: "blend" });
  const settle = (b: Blend) => alignBehavior({ learner, theta: new Float64Array(n), blend: b, ...fixed }).theta;
  const worth = (b: Blend) =>
    expectedReturn({ ...mdp, reward: blended(channels, b.weights) }, softmaxPolicy(mdp, settle(b)));
  const { weights } = implicitGradient(learner.sense(settle(blend), blend), "exact");
  const at = (sign: number) => worth({ ...blend, weights: Float64Array.of(1, 0.5 + sign * 1e-4) });
  expect(weights[1]).toBeCloseTo((at(1) - at(-1)) / 2e-4, 6);
});

test("the two loops: how many updates, how long an outer step, who is told", () => {
  const learner = exactLearner({ mdp, channels, decay: 0.01 });
  const seen: { updates: number; weight: number }[] = [];
  const theta = new Float64Array(n);
  const result = alignBehavior({
    learner,
    theta,
    blend,
    warmUp: 5,
    inner: 3,
    outer: 2,
    innerStep: 1,
    outerStep: 0.1,
    inverse: "exact",
    observe: (updates, _, { weights }) => seen.push({ updates, weight: weights[0] }),
  });
  expect(seen.map(({ updates }) => updates)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(new Set(seen.map(({ weight }) => weight)).size).toBe(3);
  expect(result.blend.discount).toBe(0.8);
  expect(blend.weights).toEqual(Float64Array.of(1, 0.5));
  expect(theta.every((x) => x === 0)).toBe(true);
  const moved = Math.hypot(result.blend.weights[0] - 1, result.blend.weights[1] - 0.5);
  expect(moved).toBeGreaterThan(0.1);
  expect(moved).toBeLessThanOrEqual(0.2 + 1e-12);
});

test("a learned discount rises where the learner is too short-sighted, and less with a penalty", () => {
  const corridor = chain({ length: 6, discount: 0.95 });
  const learner = exactLearner({ mdp: corridor, channels: [corridor.reward], decay: 0.01 });
  const learned = (penalty: number) =>
    alignBehavior({
      learner,
      theta: new Float64Array(14),
      blend: { weights: Float64Array.of(1), discount: 0.5 },
      warmUp: 100,
      inner: 20,
      outer: 20,
      innerStep: 5,
      outerStep: 0.1,
      inverse: "exact",
      learnDiscount: { penalty },
    });
  const free = learned(0);
  expect(free.blend.discount).toBeGreaterThan(0.6);
  expect(learned(10).blend.discount).toBeLessThan(0.5);
  const stuck = alignBehavior({
    learner,
    theta: new Float64Array(14),
    blend: { weights: Float64Array.of(1), discount: 0.5 },
    ...fixed,
    warmUp: 500,
    innerStep: 5,
  });
  const worth = (theta: Float64Array) => expectedReturn(corridor, softmaxPolicy(corridor, theta));
  expect(worth(free.theta)).toBeGreaterThan(worth(stuck.theta));
});

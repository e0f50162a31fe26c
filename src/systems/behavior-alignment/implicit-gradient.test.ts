// The outer gradient against finite differences of whole inner solves, and the parts of the two loops.

import { describe, expect, test } from "vitest";
import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { openGrid } from "../../environments/tabular/open-grid.ts";
import { DECAY, field, heuristic } from "./field.ts";
import { alignBehavior, type Blend, blended, exactLearner, implicitGradient } from "./implicit-gradient.ts";

const mdp = openGrid({ width: 3, height: 3, discount: 0.9 });
const n = mdp.states * 4;
const hint = Float64Array.from({ length: n }, (_, at) => (mdp.terminal[at >> 2] === 1 ? 0 : 0.1 * Math.sin(at)));
const channels = [mdp.reward, hint];
const blend: Blend = { weights: Float64Array.of(1, 0.5), discount: 0.8 };
const fixed = { warmUp: 6000, inner: 0, outer: 0, innerStep: 10, outerStep: 0, inverse: "exact" } as const;

describe("the outer gradient", () => {
  const learner = exactLearner({ mdp, channels, decay: 0.01 });
  const settle = (b: Blend, theta: Float64Array = new Float64Array(n)) =>
    alignBehavior({ learner, theta, blend: b, ...fixed }).theta;
  const theta = settle(blend);
  const worth = (b: Blend) => expectedReturn(mdp, softmaxPolicy(mdp, settle(b, theta)));

  test("is that of whole solves, to a millionth, for weights and discount", () => {
    expect(Math.hypot(...learner.direction(theta, blend))).toBeLessThan(1e-12);
    const slopes = implicitGradient(learner.sense(theta, blend), "exact");
    const h = 1e-4;
    for (const k of [0, 1]) {
      const at = (sign: number) =>
        worth({ ...blend, weights: blend.weights.map((w, i) => w + (i === k ? sign * h : 0)) });
      const slope = (at(1) - at(-1)) / (2 * h);
      expect(Math.abs(slopes[k] - slope)).toBeLessThan(1e-6 * Math.abs(slope) + 1e-9);
    }
    const at = (sign: number) => worth({ ...blend, discount: blend.discount + sign * h });
    const slope = (at(1) - at(-1)) / (2 * h);
    expect(Math.abs(slopes[2] - slope)).toBeLessThan(1e-5 * Math.abs(slope));
  });
});

describe("by a Neumann series with step 1/‖H‖, on the field of the study", () => {
  const learner = exactLearner({ mdp: field, channels: [field.reward, heuristic("good", 0).reward], decay: DECAY });
  const at: Blend = { weights: Float64Array.of(1, 1), discount: field.discount };
  const first = new Float64Array(field.states * field.actions);
  const { theta } = alignBehavior({ learner, theta: first, blend: at, ...fixed, warmUp: 4000, innerStep: 20 });
  const sensitivity = learner.sense(theta, at);
  const exact = implicitGradient(sensitivity, "exact");

  /** ‖H‖ of a symmetric matrix by power iteration. */
  function largestEigenvalue(): number {
    const random = Random.of(0, "power iteration");
    let x = first.map(() => random.normal());
    let size = 0;
    for (let i = 0; i < 500; i++) {
      const y = sensitivity.product(x);
      size = Math.hypot(...y);
      x = y.map((value) => value / size);
    }
    return size;
  }

  test("the error falls with the number of terms, to less than a hundredth", () => {
    const step = 1 / largestEigenvalue();
    const errors = [1, 3, 10, 30, 100, 2000].map((terms) => {
      const series = implicitGradient(sensitivity, { step, terms });
      return Math.hypot(...series.map((x, k) => x - exact[k])) / Math.hypot(...exact);
    });
    // Below 1e-12 rounding is all that is left.
    for (const [k, error] of errors.slice(1).entries()) expect(error).toBeLessThan(Math.max(errors[k], 1e-12));
    expect(errors[errors.length - 1]).toBeLessThanOrEqual(0.01);
  });
});

test("an objective that reads the blend itself has a direct part", () => {
  const learner = exactLearner({ mdp, channels, decay: 0.01, objective: "blend" });
  const settle = (b: Blend) => alignBehavior({ learner, theta: new Float64Array(n), blend: b, ...fixed }).theta;
  const worth = (b: Blend) =>
    expectedReturn({ ...mdp, reward: blended(channels, b.weights) }, softmaxPolicy(mdp, settle(b)));
  const weights = implicitGradient(learner.sense(settle(blend), blend), "exact");
  const at = (sign: number) => worth({ ...blend, weights: Float64Array.of(1, 0.5 + sign * 1e-4) });
  expect(weights[1]).toBeCloseTo((at(1) - at(-1)) / 2e-4, 6);
});

test("the two loops: how many updates, and how long an outer step", () => {
  const learner = exactLearner({ mdp, channels, decay: 0.01 });
  const seen: number[] = [];
  const direction: typeof learner.direction = (now, paid) => {
    seen.push(paid.weights[0]);
    return learner.direction(now, paid);
  };
  const theta = new Float64Array(n);
  const counts = { warmUp: 5, inner: 3, outer: 2, innerStep: 1, outerStep: 0.1, inverse: "exact" } as const;
  const result = alignBehavior({ learner: { ...learner, direction }, theta, blend, ...counts });
  expect(seen).toHaveLength(11);
  expect(new Set(seen).size).toBe(3);
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
  const first = { learner, theta: new Float64Array(14), blend: { weights: Float64Array.of(1), discount: 0.5 } };
  const loops = { warmUp: 100, inner: 20, outer: 20, innerStep: 5, outerStep: 0.1, inverse: "exact" } as const;
  const learned = (penalty: number) => alignBehavior({ ...first, ...loops, learnDiscount: { penalty } });
  const free = learned(0);
  expect(free.blend.discount).toBeGreaterThan(0.6);
  expect(learned(10).blend.discount).toBeLessThan(0.5);
  const stuck = alignBehavior({ ...first, ...fixed, warmUp: 500, innerStep: 5 });
  const worth = (theta: Float64Array) => expectedReturn(corridor, softmaxPolicy(corridor, theta));
  expect(worth(free.theta)).toBeGreaterThan(worth(stuck.theta));
});

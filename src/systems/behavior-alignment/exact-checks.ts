// What can be checked without any learning curve: the implicit gradient against finite differences of the whole inner
// solve, the Neumann series, and that potential shaping changes nothing but the return from the start.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { changedStates, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { Random } from "../../core/random.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { DECAY, field, heuristic, worth } from "./field.ts";
import { alignBehavior, type Blend, exactLearner, type InnerLearner, implicitGradient } from "./implicit-gradient.ts";

const blend: Blend = { weights: Float64Array.of(1, 1), discount: field.discount };

/** dJ/dφ for the good heuristic with weights (1, 1), by an independent script with its own finite differences. */
const REFERENCE = [0.010388, 0.004653];

/** The checks, and the control without H⁻¹. */
export function exactChecks(): { checks: Check[]; control: Control } {
  const learner = exactLearner({ mdp: field, channels: [field.reward, heuristic("good", 0).reward], decay: DECAY });
  const theta = settle(learner, blend, new Float64Array(field.states * field.actions));
  const sensitivity = learner.sense(theta, blend);
  const exact = implicitGradient(sensitivity, "exact").weights;
  const differences = finiteDifferences(learner, theta);
  const none = implicitGradient(sensitivity, "none").weights;
  const withInverse = relativeError(exact, differences);
  const withoutInverse = relativeError(none, differences);

  const step = 1 / largestEigenvalue(sensitivity.product, theta.length);
  const lengths = [1, 3, 10, 30, 100, 2000];
  const errors = lengths.map((terms) => relativeError(implicitGradient(sensitivity, { step, terms }).weights, exact));
  // Below 1e-12 rounding is all that is left.
  const falling = errors.every((error, k) => k === 0 || error < Math.max(errors[k - 1], 1e-12));
  return {
    checks: [
      holds(
        "implicit gradient against central differences of the whole inner solve",
        "relative error ≤ 2%",
        percent(withInverse),
        withInverse <= 0.02,
      ),
      ...REFERENCE.map((expected, k) =>
        closeTo(`dJ/dφ of channel ${k} at weights (1, 1), good heuristic`, exact[k], expected, 1e-6, true),
      ),
      holds(
        `Neumann series with step ${step.toFixed(1)} = 1/‖H‖, ${lengths.join(", ")} terms`,
        "error falls, ≤ 1% at 2000",
        errors.map(percent).join(", "),
        falling && errors[errors.length - 1] <= 0.01,
      ),
      ...shapingChecks(),
    ],
    control: {
      name: "the outer gradient without H⁻¹",
      failed: withoutInverse > 0.02,
      measured: `relative error ${percent(withoutInverse)}`,
    },
  };
}

/** Shaping with any potential: the same optimal actions, and every policy's return less by Φ(s₀). */
function shapingChecks(): Check[] {
  const random = Random.of(0, "potentials");
  const target = optimalTarget(field);
  let changed = 0;
  let furthest = 0;
  const trials = 50;
  for (let trial = 0; trial < trials; trial++) {
    const potential = Float64Array.from({ length: field.states }, () => random.normal());
    const shaped = potentialShaping(field, potential);
    changed += changedStates(field, target, shaped).length;
    const policy = softmaxPolicy(
      field,
      field.reward.map(() => random.normal()),
    );
    const fall = expectedReturn(field, policy) - expectedReturn(withReward(field, shaped), policy);
    furthest = Math.max(furthest, Math.abs(fall - potential[0]));
  }
  return [
    holds(`states whose optimal actions change under ${trials} random potentials`, "0", String(changed), changed === 0),
    holds(
      "change of the return from the start against −Φ(s₀), random policies",
      "equal to 1e-9",
      `furthest ${furthest.toExponential(1)}`,
      furthest <= 1e-9,
    ),
  ];
}

/** Inner updates until the fixed point is reached to working precision. */
function settle(learner: InnerLearner, at: Blend, theta: Float64Array): Float64Array {
  const still = { inner: 0, outer: 0, outerStep: 0, inverse: "exact" } as const;
  return alignBehavior({ learner, theta, blend: at, warmUp: 4000, innerStep: 20, ...still }).theta;
}

function finiteDifferences(learner: InnerLearner, theta: Float64Array): number[] {
  const h = 1e-3;
  return [0, 1].map((k) => {
    const at = (sign: number) => {
      const weights = blend.weights.map((w, i) => w + (i === k ? sign * h : 0));
      return worth(settle(learner, { ...blend, weights }, theta));
    };
    return (at(1) - at(-1)) / (2 * h);
  });
}

/** ‖H‖ of a symmetric matrix by power iteration. */
function largestEigenvalue(product: (x: Float64Array) => Float64Array, n: number): number {
  const random = Random.of(0, "power iteration");
  let x = Float64Array.from({ length: n }, () => random.normal());
  let size = 0;
  for (let i = 0; i < 500; i++) {
    const y = product(x);
    size = Math.hypot(...y);
    x = Float64Array.from(y, (value) => value / size);
  }
  return size;
}

function relativeError(measured: ArrayLike<number>, expected: ArrayLike<number>): number {
  let error = 0;
  let size = 0;
  for (let k = 0; k < expected.length; k++) {
    error += (measured[k] - expected[k]) ** 2;
    size += expected[k] ** 2;
  }
  return Math.sqrt(error / size);
}

function percent(share: number): string {
  return share < 1e-4 ? share.toExponential(1) : `${(100 * share).toFixed(2)}%`;
}

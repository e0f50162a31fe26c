// What can be computed without any learning curve: the implicit gradient against finite differences of the whole inner
// solve, and that potential shaping changes nothing but the return from the start.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { changedStates, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { Random } from "../../core/random.ts";
import { withReward } from "../../environments/tabular/mdp.ts";
import { atMost } from "../../study/bound.ts";
import { type Claim, control, equation, is, never } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { DECAY, field, heuristic, worth } from "./field.ts";
import { alignBehavior, type Blend, exactLearner, type InnerLearner, implicitGradient } from "./implicit-gradient.ts";

const blend: Blend = { weights: Float64Array.of(1, 1), discount: field.discount };

/** dJ/dφ for the good heuristic with weights (1, 1), by an independent script with its own finite differences. */
const REFERENCE = [0.010388, 0.004653];

/** The equations, and the control without H⁻¹. */
export function exactClaims(): Partial<StudyResult> {
  const learner = exactLearner({ mdp: field, channels: [field.reward, heuristic("good", 0).reward], decay: DECAY });
  const theta = settle(learner, blend, new Float64Array(field.states * field.actions));
  const sensitivity = learner.sense(theta, blend);
  const implicit = implicitGradient(sensitivity, "exact").subarray(0, REFERENCE.length);
  const differences = finiteDifferences(learner, theta);
  const besideDifferences = (gradient: ArrayLike<number>) =>
    is(percent(exact(relativeError(gradient, differences))), atMost(0.02), "relative error");
  return {
    claims: [
      equation("implicit gradient against central differences of the whole inner solve", besideDifferences(implicit)),
      equation(
        "dJ/dφ at weights (1, 1), good heuristic",
        matching(["designer's reward", "heuristic"], implicit, REFERENCE, 1e-6),
      ),
      shapingEquation(),
    ],
    controls: [control("the outer gradient without H⁻¹", besideDifferences(implicitGradient(sensitivity, "none")))],
  };
}

/** Shaping with any potential: the same optimal actions, and every policy's return less by Φ(s₀). */
function shapingEquation(): Claim {
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
  return equation(`shaping with ${trials} random potentials`, [
    never(changed, "states whose optimal actions change"),
    is(furthest, atMost(1e-9), "change of the return from the start, largest distance from −Φ(s₀)"),
  ]);
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

function relativeError(measured: ArrayLike<number>, expected: readonly number[]): number {
  const squares = (values: readonly number[]) => values.reduce((sum, x) => sum + x ** 2, 0);
  return Math.sqrt(squares(expected.map((x, k) => measured[k] - x)) / squares(expected));
}

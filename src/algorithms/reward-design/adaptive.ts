// Adaptive reward design (arXiv 2402.07019, AAMAS 2024): a teacher who knows the optimal policy looks at the learner's
// policy and pays what moves it most, without moving the optimum.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { occupancy } from "../planning/evaluation.ts";
import { deterministicPolicy, type Policy } from "../planning/policy.ts";
import { type DesignOptions, designProgram, type OptimalTarget, optimalTarget, tidy } from "./invariance.ts";

/** The target's occupancy is that of its choice with a uniform action in this share of the steps, as released. */
const EXPLORATION = 0.3;

/** Designs a reward [states × actions] for a learner's policy. */
export type AdaptiveDesigner = (policy: Policy) => Float64Array;

/**
 * I(R | L) = Σ_{s,a} μ*(s)·L(a|s)·(A*(s,a) − E_L A*(s,·))·(R(s,a) − E_L R(s,·)) is linear in R; these are its coefficients.
 * States are weighed by the target's occupancy alone, as in the paper's objective. A positive value says that a step of the policy
 * gradient on R raises the learner's agreement with the target.
 */
export function informativenessCoefficients(mdp: TabularMdp, target: OptimalTarget, policy: Policy): Float64Array {
  const { states: S, actions: A, terminal } = mdp;
  const played = deterministicPolicy(mdp, target.choice).map((p) => (1 - EXPLORATION) * p + EXPLORATION / A);
  const visits = occupancy(mdp, played).map((d, s) => (terminal[s] === 1 ? 0 : d));
  const all = visits.reduce((a, b) => a + b, 0);
  const coefficients = new Float64Array(S * A);
  for (let s = 0; s < S; s++) {
    if (terminal[s] === 1) continue;
    let mean = 0;
    for (let a = 0; a < A; a++) mean += policy[s * A + a] * target.actionValues[s * A + a];
    let total = 0;
    for (let at = s * A; at < (s + 1) * A; at++) {
      coefficients[at] = (visits[s] / all) * policy[at] * (target.actionValues[at] - mean);
      total += coefficients[at];
    }
    // E_L R takes its share of every action; but for rounding the total is zero.
    for (let at = s * A; at < (s + 1) * A; at++) coefficients[at] -= policy[at] * total;
  }
  return coefficients;
}

/** A designer for this process: maximises I(R | L) under the constraints of `DesignOptions`. A sign of −1 is a control: it pays what moves the learner away. */
export function adaptiveDesigner(
  programs: LinearPrograms,
  mdp: TabularMdp,
  { sign = 1, ...options }: DesignOptions & { readonly sign?: 1 | -1 } = {},
): AdaptiveDesigner {
  const target = optimalTarget(mdp);
  const program = designProgram(mdp, target, options);
  return (policy) => {
    const coefficients = informativenessCoefficients(mdp, target, policy);
    // The scale does not matter to the optimum, but it does to the solver's tolerances.
    let largest = 0;
    for (const c of coefficients) largest = Math.max(largest, Math.abs(c));
    const objective = new Float64Array(program.columns);
    for (let at = 0; at < coefficients.length; at++) objective[at] = (sign * coefficients[at]) / (largest || 1);
    return tidy(programs.optimum({ sense: "maximise", objective, ...program }).x, coefficients.length);
  };
}

/** A reward that keeps the target and is otherwise what the solver happened to find: invariance without information. */
export function invariantReward(programs: LinearPrograms, mdp: TabularMdp, options: DesignOptions = {}): Float64Array {
  const program = designProgram(mdp, optimalTarget(mdp), options);
  const objective = new Float64Array(program.columns);
  return tidy(programs.optimum({ sense: "minimise", objective, ...program }).x, mdp.states * mdp.actions);
}

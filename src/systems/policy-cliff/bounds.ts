// When a small change of a reward makes a large change of the best policy: action gaps and ties, the reward that moves an
// optimum to where one wants it, and the bounds of every change.
// Source: Xu, arXiv 2507.20150 (the reward-policy map and its discontinuities).

import { bestActions, type Policy } from "../../algorithms/planning/policy.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { largest } from "../../math/largest.ts";

/** How clear the choice of a state is. */
export interface ActionGap {
  readonly state: number;
  /** The best actions, ties included. */
  readonly best: readonly number[];
  /** How much worse the best of the other actions is; ∞ where all are tied. */
  readonly gap: number;
}

/** Gaps of every row of action values, [states × actions]. Rows may be states, or prompts with scores of sampled answers. */
export function actionGaps(q: ArrayLike<number>, states: number, actions: number): ActionGap[] {
  return Array.from({ length: states }, (_, state) => {
    const best = bestActions(q, state, actions);
    const row = Array.from({ length: actions }, (_, a) => q[state * actions + a]);
    return { state, best, gap: Math.max(...row) - Math.max(...row.filter((_, a) => !best.includes(a))) };
  });
}

/** The uniform choice among the best actions of each state. */
export function tiePolicy(q: ArrayLike<number>, states: number, actions: number): Policy {
  const policy = new Float64Array(states * actions);
  for (let s = 0; s < states; s++) {
    const best = bestActions(q, s, actions);
    for (const a of best) policy[s * actions + a] = 1 / best.length;
  }
  return policy;
}

/** ½Σ_a |π₁(a|s) − π₂(a|s)|, in [0, 1]. */
export function totalVariation(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  state: number,
  actions: number,
): number {
  let sum = 0;
  for (let a = state * actions; a < (state + 1) * actions; a++) sum += Math.abs(first[a] - second[a]);
  return sum / 2;
}

/** ‖Q*₁ − Q*₂‖ ≤ ‖R₁ − R₂‖/(1 − γ): values are stable also where policies are not. */
export function valueBound(rewardDistance: number, discount: number): number {
  return rewardDistance / (1 - discount);
}

/** TV of soft policies ≤ ‖R₁ − R₂‖/(2α(1 − γ)), in every state; `temperature` α > 0. */
export function softPolicyBound(rewardDistance: number, temperature: number, discount: number): number {
  return rewardDistance / (2 * temperature * (1 - discount));
}

/** TV of soft policies ≤ tanh(‖Q₁ − Q₂‖/(2α)): sharper, for logits that move by ‖ΔQ‖/α in opposite directions. */
export function softValueBound(valueDistance: number, temperature: number): number {
  return Math.tanh(valueDistance / (2 * temperature));
}

/** No reward nearer than this changes a greedy choice that is clear by `gap`: gap·(1 − γ)/2. */
export function safeRadius(gap: number, discount: number): number {
  return (gap * (1 - discount)) / 2;
}

/** The reward whose optimal action values are `q`: R(s,a) = q(s,a) − γE max_a' q(s',a'); terminal states pay nothing. */
export function bellmanInversion(mdp: TabularMdp, q: ArrayLike<number>): Float64Array {
  const { states: S, actions: A } = mdp;
  const values = Float64Array.from(mdp.terminal, (ended, s) => (ended === 1 ? 0 : largest(q, s * A, A)));
  return Float64Array.from({ length: S * A }, (_, at) => {
    const s = Math.floor(at / A);
    return mdp.terminal[s] === 1 ? 0 : q[at] - mdp.discount * expectedNext(mdp, s, at - s * A, values);
  });
}

/**
 * Action values near `q` under which `action` alone is best in `state`, by `margin` > 0: what was better comes down to half way,
 * the action goes up to it and `margin` further. With a tie nothing comes down: that is the construction of the paper.
 */
export function raised({ actions }: TabularMdp, q: Float64Array, state: number, action: number, margin: number) {
  const changed = q.slice();
  const row = changed.subarray(state * actions, (state + 1) * actions);
  const [own, most] = [row[action], Math.max(...row.filter((_, a) => a !== action))];
  const half = own >= most ? own : (most + own) / 2;
  for (let a = 0; a < actions; a++) row[a] = Math.min(row[a], half);
  row[action] = half + margin;
  return changed;
}

/**
 * A reward at most (1 + γ)(Δ/2 + margin) from the process's own under which `action` is the only best one in `state`, where Δ is how
 * much worse it was: with Δ = 0 as near as one likes. `q` are the process's optimal action values.
 */
export function tieBreaker(mdp: TabularMdp, q: Float64Array, state: number, action: number, margin: number) {
  return bellmanInversion(mdp, raised(mdp, q, state, action, margin));
}

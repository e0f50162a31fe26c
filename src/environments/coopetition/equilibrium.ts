// The coopetitive equilibrium of TR-1: investments of actors who care about those they depend on. It is computed from the first-order
// condition, because payoffs are too flat near the optimum for a search to find more than two digits. Source: Pant & Yu, arXiv 2510.18802
// (TR-1); equation numbers are that report's.

import { type BestResponseOptions, bestResponseFixedPoint } from "../../math/best-response.ts";
import { root } from "../../math/root.ts";
import { marginalValue, NO_ACTION, type ValueGame } from "./value.ts";

/** Bounds and precision. Defaults are TR-1's: all start at 10, actions in [0.01, 100], at most 1000 sweeps. */
export type EquilibriumOptions = Partial<BestResponseOptions>;

/** Investments from which no actor gains by a unilateral deviation. */
export interface Equilibrium {
  readonly actions: number[];
  /** False where the best responses did not converge. */
  readonly converged: boolean;
}

/**
 * Computes a* with a_i* ∈ argmax U_i(·, a*_−i), U_i = π_i + Σ_j D_ij·π_j (TR-1 eq. 13, def. 3). As π_j depends on a_i only through the
 * synergy, a best response solves −1 + f'(a_i) + w_i·γ·g(a)/(N·a_i) = 0 with w_i = α_i + Σ_j D_ij·α_j. The left side decreases in a_i for
 * every value function used here (β < 1), so the root is unique. `dependence` is [N × N]; rows belong to the depending actor. The lower
 * bound must be positive: at 0 the left side is infinite.
 */
export function coopetitiveEquilibrium(
  game: ValueGame,
  dependence: readonly (readonly number[])[],
  options: EquilibriumOptions = {},
): Equilibrium {
  const { floor = 0.01, ceiling = 100, start = new Float64Array(game.share.length).fill(10), ...rest } = options;
  const weights = surplusWeights(game.share, dependence);
  const limit = (bound: number | readonly number[], i: number) => (typeof bound === "number" ? bound : bound[i]);
  const respond = (i: number, actions: Float64Array) =>
    bestInvestment(i, actions, game, weights[i], limit(floor, i), limit(ceiling, i));

  const { actions, converged } = bestResponseFixedPoint(respond, { ...rest, start, floor, ceiling });
  return { actions: Array.from(actions), converged };
}

/** w_i = α_i + Σ_j D_ij·α_j: weight of a unit of surplus in U_i. */
export const surplusWeights = (share: readonly number[], dependence: readonly (readonly number[])[]): number[] =>
  share.map((own, i) => share.reduce((sum, other, j) => (j === i ? sum : sum + dependence[i][j] * other), own));

/**
 * argmax over a_i in [low, high] of U_i(a) + slope·a_i, with `weight` on the surplus: the root of slope − 1 + f'(a_i) + w_i·γ·g(a)/(N·a_i),
 * or the end where it has no sign change. `slope` is any further return per unit of investment, 0 in TR-1.
 */
export function bestInvestment(
  i: number,
  actions: ArrayLike<number>,
  game: Pick<ValueGame, "value" | "gamma">,
  weight: number,
  low: number,
  high: number,
  slope = 0,
): number {
  const n = actions.length;
  const pull = ((weight * game.gamma) / n) * othersPart(i, actions);
  const marginal = (a: number) => slope - 1 + marginalValue(a, game.value) + pull * a ** (1 / n - 1);
  if (marginal(low) <= 0) return low;
  if (marginal(high) >= 0) return high;
  return root(marginal, low, high);
}

/** (∏_{j≠i} a_j)^(1/N): the others' factor in the synergy; 0 where one of them contributes nothing. */
function othersPart(i: number, actions: ArrayLike<number>): number {
  let logs = 0;
  for (let j = 0; j < actions.length; j++) {
    if (j === i) continue;
    if (actions[j] <= NO_ACTION) return 0;
    logs += Math.log(actions[j]);
  }
  return Math.exp(logs / actions.length);
}

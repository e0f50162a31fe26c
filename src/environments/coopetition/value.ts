// Value creation and interdependence: individual value, synergy, and utilities with dependence. Source: Pant & Yu, arXiv 2510.18802 (TR-1);
// equation numbers are that report's.

/** Actions at or below this create no synergy (TR-1's implementation). */
export const NO_ACTION = 1e-10;

/** Value function of an actor's own investment: θ·ln(1+a) or a^β (TR-1 eq. 5, 6). */
export type ValueFunction =
  | { readonly form: "logarithmic"; readonly theta: number }
  | { readonly form: "power"; readonly beta: number };

/** The two specifications that TR-1 validates. */
export const LOGARITHMIC: ValueFunction = { form: "logarithmic", theta: 20 };
export const POWER: ValueFunction = { form: "power", beta: 0.75 };

/** Value of an actor's own investment, f(a) (TR-1 eq. 5, 6). */
export const ownValue = (action: number, value: ValueFunction): number =>
  value.form === "logarithmic" ? value.theta * Math.log(1 + action) : action ** value.beta;

/** Marginal value f'(a) of an actor's own investment. */
export const marginalValue = (action: number, value: ValueFunction): number =>
  value.form === "logarithmic" ? value.theta / (1 + action) : value.beta * action ** (value.beta - 1);

/** argmax f(a) − a: optimal investment without synergy, θ − 1 or β^(1/(1−β)). */
export const bestAlone = (value: ValueFunction): number =>
  value.form === "logarithmic" ? Math.max(0, value.theta - 1) : value.beta ** (1 / (1 - value.beta));

/** Synergy g(a) = (∏ a_i)^(1/N), exactly 0 where an actor contributes nothing (TR-1 eq. 7). */
export function synergy(actions: ArrayLike<number>): number {
  let product = 1;
  for (let i = 0; i < actions.length; i++) {
    if (actions[i] <= NO_ACTION) return 0;
    product *= actions[i];
  }
  return rootOf(product, actions);
}

/** N-th root of the product of `actions`; computed by logarithms where the product over- or underflows. */
export function rootOf(product: number, actions: ArrayLike<number>): number {
  const n = actions.length;
  if (product > 1e-300 && product < 1e300) return n === 2 ? Math.sqrt(product) : product ** (1 / n);
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.log(actions[i]);
  return Math.exp(sum / n);
}

/** A static game of TR-1: endowments e, bargaining shares α (with sum 1), value function and synergy weight γ. */
export interface ValueGame {
  readonly endowment: readonly number[];
  readonly share: readonly number[];
  readonly value: ValueFunction;
  readonly gamma: number;
}

/** Private payoffs π_i = e_i − a_i + f(a_i) + α_i·γ·g(a) (TR-1 eq. 11). */
export function privatePayoffs(actions: ArrayLike<number>, game: ValueGame): number[] {
  const surplus = game.gamma * synergy(actions);
  return game.endowment.map((e, i) => e - actions[i] + ownValue(actions[i], game.value) + game.share[i] * surplus);
}

/** U_i = π_i + Σ_j D_ij·π_j (TR-1 eq. 13); a row of `dependence` belongs to the depending actor. */
export const integratedUtilities = (payoffs: readonly number[], dependence: readonly (readonly number[])[]): number[] =>
  payoffs.map((own, i) => payoffs.reduce((sum, other, j) => (j === i ? sum : sum + dependence[i][j] * other), own));

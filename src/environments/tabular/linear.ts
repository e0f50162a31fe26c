// Linear Markov decision processes (Jin et al., 2020): rewards and transitions are mixtures of a few factors, so that every Bellman backup
// is linear in the features.

import { type TabularMdp, tabularMdp } from "./mdp.ts";

/** Size, features and factors of a linear process. */
export interface LinearMdpOptions {
  readonly states: number;
  readonly actions: number;
  readonly discount?: number;
  /** φ(s, a): weights of the factors, non-negative with sum 1, [states × actions] rows of [factors]. */
  readonly features: readonly (readonly number[])[];
  /** μ_i: next-state distribution of factor i, [factors] distributions over [states]. */
  readonly next: readonly (readonly number[])[];
  /** θ_i: reward of factor i, [factors]. */
  readonly pay: readonly number[];
}

/** Creates the process P(s'|s,a) = Σ_i φ_i(s,a)μ_i(s'), r(s,a) = Σ_i φ_i(s,a)θ_i. */
export const linearMdp = ({ states, actions, discount = 1, features, next, pay }: LinearMdpOptions): TabularMdp =>
  tabularMdp({
    states,
    actions,
    discount,
    transitions: (s, a) =>
      features[s * actions + a].flatMap((share, i) => next[i].map((p, to) => [to, share * p] as const)),
    reward: (s, a) => features[s * actions + a].reduce((sum, share, i) => sum + share * pay[i], 0),
  });

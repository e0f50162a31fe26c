// How far apart two rewards are, for all policies: what no optimal policy can notice (scale, potential-based shaping) counts as none.

import { isNoSpread } from "../../math/spread.ts";

/** R(s, a, s') on every triple of states and actions, also on those that cannot happen. */
export type TransitionReward = (state: number, action: number, next: number) => number;

/** The space that rewards are compared on, with uniform coverage of states, actions and successors. */
interface Coverage {
  readonly states: number;
  readonly actions: number;
  /** γ of the process. */
  readonly discount: number;
}

/** R on every triple, [states × actions × states]. */
function tabled(reward: TransitionReward, { states, actions }: Coverage): Float64Array {
  const table = new Float64Array(states * actions * states);
  for (let s = 0, at = 0; s < states; s++)
    for (let a = 0; a < actions; a++) for (let next = 0; next < states; next++, at++) table[at] = reward(s, a, next);
  return table;
}

/**
 * C(R)(s, a, s') = R(s, a, s') + E[γR(s', A, S') − R(s, A, S') − γR(S, A, S')] with S, S' and A uniform (Gleave et al., EPIC,
 * arXiv 2006.13900, definition 4.1): the same for all rewards that differ by potential-based shaping only.
 * [states × actions × states].
 */
export function canonicalReward(reward: TransitionReward, coverage: Coverage): Float64Array {
  const { states, actions, discount } = coverage;
  const each = actions * states;
  const table = tabled(reward, coverage);
  const leaving = new Float64Array(states);
  for (let at = 0; at < table.length; at++) leaving[Math.floor(at / each)] += table[at] / each;
  const overall = leaving.reduce((a, b) => a + b, 0) / states;
  return table.map((value, at) => {
    return value + (discount * leaving[at % states] - leaving[Math.floor(at / each)] - discount * overall);
  });
}

/**
 * √((1 − ρ)/2) with ρ Pearson's correlation of the two canonical rewards (arXiv 2006.13900, definition 4.7): 0 for rewards
 * that are alike up to scale and shaping, 1 for opposite ones. It is computed as half the distance between the two as
 * centred vectors of length one, which is the same number without 1 − ρ losing its digits. Null where a canonical reward
 * is constant, as that of pure shaping is.
 */
export function epicDistance(one: TransitionReward, other: TransitionReward, coverage: Coverage): number | null {
  const [a, b] = [one, other].map((reward) => unit(reward, coverage));
  if (a === null || b === null) return null;
  return Math.sqrt(a.reduce((sum, value, k) => sum + (value - b[k]) ** 2, 0)) / 2;
}

/** The canonical reward, centred and of length one; null where rounding of the reward is all that is left. */
function unit(reward: TransitionReward, coverage: Coverage): Float64Array | null {
  const canonical = canonicalReward(reward, coverage);
  const centre = canonical.reduce((sum, value) => sum + value, 0) / canonical.length;
  const length = Math.sqrt(canonical.reduce((sum, value) => sum + (value - centre) ** 2, 0));
  const size = tabled(reward, coverage).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (isNoSpread(length, size * Math.sqrt(canonical.length))) return null;
  return canonical.map((value) => (value - centre) / length);
}

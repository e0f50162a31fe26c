// How far apart two rewards are, for all policies that they may pay: differences that no optimal policy can notice (scale,
// potential-based shaping) count as none.

/** R(s, a, s') on every triple of states and actions, also on those that cannot happen. */
export type TransitionReward = (state: number, action: number, next: number) => number;

/** The space that rewards are compared on, with uniform coverage of states, actions and successors. */
export interface Coverage {
  readonly states: number;
  readonly actions: number;
  /** γ of the process. */
  readonly discount: number;
}

/**
 * C(R)(s, a, s') = R(s, a, s') + E[γR(s', A, S') − R(s, A, S') − γR(S, A, S')] with S, S' and A uniform (Gleave et al., EPIC,
 * arXiv 2006.13900, definition 4.1): the same for all rewards that differ by potential-based shaping only.
 * [states × actions × states].
 */
export function canonicalReward(reward: TransitionReward, { states, actions, discount }: Coverage): Float64Array {
  const table = new Float64Array(states * actions * states);
  const leaving = new Float64Array(states);
  for (let s = 0; s < states; s++) {
    for (let a = 0; a < actions; a++) {
      for (let t = 0; t < states; t++) {
        const value = reward(s, a, t);
        table[(s * actions + a) * states + t] = value;
        leaving[s] += value / (actions * states);
      }
    }
  }
  const overall = leaving.reduce((a, b) => a + b, 0) / states;
  for (let s = 0; s < states; s++) {
    for (let a = 0; a < actions; a++) {
      for (let t = 0; t < states; t++) {
        table[(s * actions + a) * states + t] += discount * leaving[t] - leaving[s] - discount * overall;
      }
    }
  }
  return table;
}

/**
 * √((1 − ρ)/2) with ρ Pearson's correlation of the two canonical rewards (arXiv 2006.13900, definition 4.7): 0 for rewards
 * that are alike up to scale and shaping, 1 for opposite ones. It is computed as half the distance between the two as
 * centred vectors of length one, which is the same number without 1 − ρ losing its digits. Null where a canonical reward
 * is constant, as that of pure shaping is.
 */
export function epicDistance(one: TransitionReward, other: TransitionReward, coverage: Coverage): number | null {
  const [a, b] = [one, other].map((reward) => unit(canonicalReward(reward, coverage), reward, coverage));
  if (a === null || b === null) return null;
  let squares = 0;
  for (let k = 0; k < a.length; k++) squares += (a[k] - b[k]) ** 2;
  return Math.sqrt(squares) / 2;
}

/** Centred and of length one; null where nothing is left beside the rounding of the reward that was made canonical. */
function unit(canonical: Float64Array, reward: TransitionReward, { states, actions }: Coverage): Float64Array | null {
  const centre = canonical.reduce((sum, value) => sum + value, 0) / canonical.length;
  let squares = 0;
  let size = 0;
  for (let at = 0; at < canonical.length; at++) {
    squares += (canonical[at] - centre) ** 2;
    const pair = Math.floor(at / states);
    size = Math.max(size, Math.abs(reward(Math.floor(pair / actions), pair % actions, at % states)));
  }
  const length = Math.sqrt(squares);
  if (!(length > 1e-12 * size * Math.sqrt(canonical.length))) return null;
  return canonical.map((value) => (value - centre) / length);
}

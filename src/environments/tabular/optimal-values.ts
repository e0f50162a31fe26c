// Optimal values of a finite decision process, hard and soft (entropy-regularised), by sweeps over its states.

import type { TabularMdp } from "./mdp.ts";

/** Values and action values of an optimal policy. */
export interface Solution {
  /** [states] */
  readonly values: Float64Array;
  /** [states × actions] */
  readonly actionValues: Float64Array;
  readonly sweeps: number;
}

/** How far to go. */
export interface IterationOptions {
  /** Stop when no value moved by more than this in a sweep; the error is then below tolerance·γ/(1 − γ). Default 1e-12. */
  readonly tolerance?: number;
  /** Default 1,000,000. */
  readonly maxSweeps?: number;
}

/** V(s) = max_a [r(s,a) + γE V(s')] (Bellman, 1957), by Gauss-Seidel sweeps. Throws where they do not settle. */
export function valueIteration(mdp: TabularMdp, options: IterationOptions = {}): Solution {
  return iterate(mdp, options, 0);
}

/** V(s) = α·log Σ_a exp(Q(s,a)/α): the value of the best policy with an entropy bonus of weight `temperature` α > 0. */
export function softValueIteration(mdp: TabularMdp, temperature: number, options: IterationOptions = {}): Solution {
  return iterate(mdp, options, temperature);
}

/** Both of the above; hard where `temperature` is 0. */
function iterate(
  mdp: TabularMdp,
  { tolerance = 1e-12, maxSweeps = 1_000_000 }: IterationOptions,
  temperature: number,
): Solution {
  const { states: S, actions: A, terminal } = mdp;
  const values = new Float64Array(S);
  const q = new Float64Array(S * A);
  for (let sweep = 1; sweep <= maxSweeps; sweep++) {
    let moved = 0;
    for (let s = 0; s < S; s++) {
      if (terminal[s] === 1) continue;
      const most = lookAhead(mdp, s, values, q);
      const value = temperature > 0 ? soft(q, s * A, A, most, temperature) : most;
      const change = Math.abs(value - values[s]);
      if (change > moved) moved = change;
      values[s] = value;
    }
    if (moved <= tolerance) {
      for (let s = 0; s < S; s++) if (terminal[s] === 0) lookAhead(mdp, s, values, q);
      return { values, actionValues: q, sweeps: sweep };
    }
  }
  throw new Error(
    `value iteration did not settle in ${maxSweeps} sweeps; with a discount of ${mdp.discount}, does every policy end?`,
  );
}

/** Writes r(s,a) + γE V(s') of every action of `s` into `q`, and gives the largest. */
export function lookAhead(mdp: TabularMdp, s: number, values: Float64Array, q: Float64Array): number {
  const { actions: A, discount, reward, offset, next, probability } = mdp;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = s * A; at < (s + 1) * A; at++) {
    let later = 0;
    for (let k = offset[at]; k < offset[at + 1]; k++) later += probability[k] * values[next[k]];
    const value = reward[at] + discount * later;
    q[at] = value;
    if (value > most) most = value;
  }
  return most;
}

/** α·log Σ_a exp(q_a/α) of a row whose largest entry is `most`. */
function soft(q: Float64Array, row: number, actions: number, most: number, temperature: number): number {
  let sum = 0;
  // exp is most of the work, and the best action's is 1.
  for (let at = row; at < row + actions; at++) sum += q[at] === most ? 1 : Math.exp((q[at] - most) / temperature);
  return most + temperature * Math.log(sum);
}

// Whether a reward can be farmed: what it pays at most to a policy that never reaches what it is paid for in the end.

import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";

/** The largest returns of policies that stay away from some states. */
export interface Farming {
  /** Largest discounted return from each state, [states]; NaN where every policy may reach what is forbidden. */
  readonly values: Float64Array;
  /** Its mean over the first states from which that can be avoided, by their chances; NaN where there are none. */
  readonly mean: number;
}

/**
 * The process without every action that may lead to a forbidden state, or to one in which no action is left, solved by value
 * iteration (Bellman, 1957). What is reward there was earned without the end.
 */
export function farming(mdp: TabularMdp, isForbidden: (state: number) => boolean): Farming {
  const { states: S, actions: A, terminal, start } = mdp;
  const lost = Float64Array.from({ length: S }, (_, s) => (isForbidden(s) ? 1 : 0));
  const isLeft = (s: number, a: number): boolean => expectedNext(mdp, s, a, lost) === 0;
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    for (let s = 0; s < S; s++) {
      if (lost[s] === 1 || terminal[s] === 1) continue;
      let left = 0;
      for (let a = 0; a < A; a++) if (isLeft(s, a)) left += 1;
      if (left === 0) lost[s] = 1;
    }
    now = lost.reduce((sum, one) => sum + one, 0);
  }
  const reward = mdp.reward.slice();
  const ended = Uint8Array.from(terminal, (one, s) => (one === 1 || lost[s] === 1 ? 1 : 0));
  for (let s = 0; s < S; s++)
    for (let a = 0; a < A; a++) if (ended[s] === 0 && !isLeft(s, a)) reward[s * A + a] = Number.NEGATIVE_INFINITY;
  const { values } = valueIteration({ ...mdp, reward, terminal: ended });
  let [weight, total] = [0, 0];
  for (let s = 0; s < S; s++) {
    if (lost[s] === 1) values[s] = Number.NaN;
    else if (start[s] > 0) {
      weight += start[s];
      total += start[s] * values[s];
    }
  }
  return { values, mean: total / weight };
}

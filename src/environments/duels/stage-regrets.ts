// What each action loses at each step of an episode, if all later ones are the best.

import { expectedNext, type TabularMdp } from "../tabular/mdp.ts";

/**
 * Writes V*_h(s) − Q*_h(s, a) ≥ 0, [horizon × states × actions], without discounting (Bellman, 1957). Along an episode of a policy
 * they add up, in expectation, to V* less the policy's return.
 */
export function stageRegrets(mdp: TabularMdp, horizon: number, into: Float64Array): void {
  const { states: S, actions: A } = mdp;
  const values = new Float64Array(S);
  const later = new Float64Array(S);
  for (let h = horizon - 1; h >= 0; h--) {
    later.set(values);
    for (let s = 0; s < S; s++) {
      const row = (h * S + s) * A;
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++) {
        const q = mdp.reward[s * A + a] + expectedNext(mdp, s, a, later);
        into[row + a] = q;
        if (q > most) most = q;
      }
      for (let a = 0; a < A; a++) into[row + a] = most - into[row + a];
      values[s] = most;
    }
  }
}

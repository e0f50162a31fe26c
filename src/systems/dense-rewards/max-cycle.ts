// The loop that pays best per step in a process whose moves are certain: where a reward can be farmed.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";

/**
 * Reward per step of the loop that pays best among states that can be reached from state 0, by Karp's theorem (1978):
 * max_v min_k [D_n(v) − D_k(v)]/(n − k), D_k(v) the largest reward of a walk of k steps to v. Waiting in a terminal state is
 * no loop. Null where there is none. Throws where a move is not certain. O(states² × actions).
 */
export function maximumMeanCycle(mdp: TabularMdp): number | null {
  const { states: S, actions: A, terminal, reward, next, offset } = mdp;
  const best = Array.from({ length: S + 1 }, () => new Float64Array(S).fill(Number.NEGATIVE_INFINITY));
  best[0][0] = 0;
  for (let k = 1; k <= S; k++) {
    for (let s = 0; s < S; s++) {
      if (best[k - 1][s] === Number.NEGATIVE_INFINITY || terminal[s] === 1) continue;
      for (let a = 0; a < A; a++) {
        const at = s * A + a;
        if (offset[at + 1] - offset[at] !== 1) throw new Error(`state ${s}, action ${a} has several successors`);
        const to = next[offset[at]];
        best[k][to] = Math.max(best[k][to], best[k - 1][s] + reward[at]);
      }
    }
  }
  let most: number | null = null;
  for (let v = 0; v < S; v++) {
    if (best[S][v] === Number.NEGATIVE_INFINITY) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < S; k++) least = Math.min(least, (best[S][v] - best[k][v]) / (S - k));
    most = Math.max(most ?? least, least);
  }
  return most;
}

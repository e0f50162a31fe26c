// The loop that pays best per step in a process whose moves are certain: where a reward can be farmed.

import type { TabularMdp } from "../../environments/tabular/mdp.ts";

/** A loop of states, each leading to the next and the last to the first. */
export interface Cycle {
  /** Reward per step. */
  readonly mean: number;
  readonly states: readonly number[];
}

/**
 * The maximum mean cycle among states that can be reached from state `from` (default 0) by Karp's theorem (1978):
 * max_v min_k [D_n(v) − D_k(v)]/(n − k), D_k(v) the largest reward of a walk of k steps to v. Waiting in a terminal state is
 * no loop. Null where there is none. Throws where a move is not certain. O(states² × actions).
 */
export function maximumMeanCycle(mdp: TabularMdp, from = 0): Cycle | null {
  const { states: S, actions: A, terminal, reward, next, offset } = mdp;
  const best = Array.from({ length: S + 1 }, () => new Float64Array(S).fill(Number.NEGATIVE_INFINITY));
  const before = Array.from({ length: S + 1 }, () => new Int32Array(S).fill(-1));
  best[0][from] = 0;
  for (let k = 1; k <= S; k++) {
    for (let s = 0; s < S; s++) {
      if (best[k - 1][s] === Number.NEGATIVE_INFINITY || terminal[s] === 1) continue;
      for (let a = 0; a < A; a++) {
        const at = s * A + a;
        if (offset[at + 1] - offset[at] !== 1) throw new Error(`state ${s}, action ${a} has several successors`);
        const to = next[offset[at]];
        const value = best[k - 1][s] + reward[at];
        if (value > best[k][to]) {
          best[k][to] = value;
          before[k][to] = s;
        }
      }
    }
  }
  let most = Number.NEGATIVE_INFINITY;
  let end = -1;
  for (let v = 0; v < S; v++) {
    if (best[S][v] === Number.NEGATIVE_INFINITY) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < S; k++) least = Math.min(least, (best[S][v] - best[k][v]) / (S - k));
    if (least > most) {
      most = least;
      end = v;
    }
  }
  return end < 0 ? null : { mean: most, states: loopOf(best, before, end, most) };
}

/** The walk of S steps to `end` goes round at least once; of its loops, the one whose mean is the maximum. */
function loopOf(best: readonly Float64Array[], before: readonly Int32Array[], end: number, mean: number): number[] {
  const S = before.length - 1;
  const walk = new Int32Array(S + 1);
  walk[S] = end;
  for (let k = S; k > 0; k--) walk[k - 1] = before[k][walk[k]];
  const seen = new Map<number, number>();
  let found: number[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  // Removing loops as they close keeps each one simple.
  const path: number[] = [];
  const paid: number[] = [];
  for (let k = 0; k <= S; k++) {
    const state = walk[k];
    const first = seen.get(state);
    if (k > 0) paid.push(best[k][state] - best[k - 1][walk[k - 1]]);
    if (first === undefined) {
      seen.set(state, path.length);
      path.push(state);
      continue;
    }
    const length = path.length - first;
    const total = paid.splice(first).reduce((a, b) => a + b, 0);
    const loop = path.splice(first + 1);
    for (const gone of loop) seen.delete(gone);
    const distance = Math.abs(total / length - mean);
    if (distance < nearest) {
      nearest = distance;
      found = [state, ...loop];
    }
  }
  return found;
}

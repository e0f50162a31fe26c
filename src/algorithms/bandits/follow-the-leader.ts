// Follow the leader: the arm that lost least so far, which a sequence written against it makes lose without end.

import type { ObservingLearner } from "./observing.ts";

/** Plays the arm of the smallest sum of losses seen, the first of several. Asks for all losses. */
export function followTheLeader(arms: number): ObservingLearner {
  const sums = new Float64Array(arms);
  return {
    choose(asked) {
      asked.fill(1);
      let best = 0;
      for (let k = 1; k < arms; k++) if (sums[k] < sums[best]) best = k;
      return best;
    },
    learn(_arm, seen, losses) {
      for (let k = 0; k < arms; k++) if (seen[k] === 1) sums[k] += losses[k];
    },
  };
}

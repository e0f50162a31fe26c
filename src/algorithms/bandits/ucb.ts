// UCB1: pull the arm whose mean could still be the largest (Auer, Cesa-Bianchi & Fischer 2002, fig. 1).

import { armMeans, record, untried } from "./arm-means.ts";
import type { BanditLearner } from "./learner.ts";

/** Options of UCB1. */
export interface UcbOptions {
  /** Width of the range of payoffs, by which the bonus is scaled. Default 1, for payoffs in [0, 1]. */
  readonly range?: number;
  /** α in the bonus range·√(α·ln n / n_j). Default 2, for which the published bound holds. */
  readonly exploration?: number;
}

/** Pulls each arm once, then the one of the largest x̄_j + range·√(α·ln n / n_j); of equals, the first. */
export function ucb1(arms: number, options: UcbOptions = {}): BanditLearner {
  const { range = 1, exploration = 2 } = options;
  const seen = armMeans(arms);
  return {
    choose() {
      const first = untried(seen);
      if (first >= 0) return first;
      const width = exploration * Math.log(seen.rounds);
      let best = 0;
      let highest = Number.NEGATIVE_INFINITY;
      for (let arm = 0; arm < arms; arm++) {
        const bound = seen.means[arm] + range * Math.sqrt(width / seen.pulls[arm]);
        if (bound > highest) {
          highest = bound;
          best = arm;
        }
      }
      return best;
    },
    learn: (arm, payoff) => record(seen, arm, payoff),
  };
}

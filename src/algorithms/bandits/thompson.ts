// Thompson sampling: draw a world from what is believed, and pull the arm that is best in it (Thompson 1933).

import { drawBeta } from "../../math/beta-draw.ts";
import { armMeans, record, untried } from "./arm-means.ts";
import type { BanditLearner } from "./learner.ts";

/** Beta(1, 1) belief about each arm's probability, for payoffs of 0 and 1 (Chapelle & Li 2011, algorithm 2). */
export function thompsonBernoulli(arms: number): BanditLearner {
  const won = new Float64Array(arms).fill(1);
  const lost = new Float64Array(arms).fill(1);
  return {
    choose(random) {
      let best = 0;
      let highest = -1;
      for (let arm = 0; arm < arms; arm++) {
        const drawn = drawBeta(won[arm], lost[arm], random);
        if (drawn > highest) {
          highest = drawn;
          best = arm;
        }
      }
      return best;
    },
    learn(arm, payoff) {
      won[arm] += payoff;
      lost[arm] += 1 - payoff;
    },
  };
}

/** Normal belief N(x̄_j, σ²/n_j) from a flat prior, for payoffs with noise of known deviation σ; each arm is pulled once first. */
export function thompsonGaussian(arms: number, deviation = 1): BanditLearner {
  const seen = armMeans(arms);
  return {
    choose(random) {
      const first = untried(seen);
      if (first >= 0) return first;
      let best = 0;
      let highest = Number.NEGATIVE_INFINITY;
      for (let arm = 0; arm < arms; arm++) {
        const drawn = seen.means[arm] + (deviation / Math.sqrt(seen.pulls[arm])) * random.normal();
        if (drawn > highest) {
          highest = drawn;
          best = arm;
        }
      }
      return best;
    },
    learn: (arm, payoff) => record(seen, arm, payoff),
  };
}

// A learner of vectors that also looks at the last payoffs: an autoregression of them beside what the arm brings.

import type { LinearLearner } from "./learner.ts";

/**
 * Shows `make`'s learner vectors of dimension + lags numbers: an arm's own, then the last `lags` payoffs, newest first, 0 before there were any. The
 * payoffs are the same for all arms, so that they explain what an arm is not to be praised for.
 */
export function lagged(
  arms: number,
  dimension: number,
  lags: number,
  make: (dimension: number) => LinearLearner,
): LinearLearner {
  const width = dimension + lags;
  const learner = make(width);
  const shown = new Float64Array(arms * width);
  const past = new Float64Array(lags);
  return {
    choose(features, random) {
      for (let arm = 0; arm < arms; arm++) {
        for (let k = 0; k < dimension; k++) shown[arm * width + k] = features[arm * dimension + k];
        for (let k = 0; k < lags; k++) shown[arm * width + dimension + k] = past[k];
      }
      return learner.choose(shown, random);
    },
    learn(payoff) {
      learner.learn(payoff);
      past.copyWithin(1, 0, lags - 1);
      if (lags > 0) past[0] = payoff;
    },
  };
}

// Judges that are wrong at known rates. Their mistakes are drawn by the step itself, as those of a model at temperature
// 0 are: asked twice about one step, they say the same.

import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { isReached, type Judge, type SubgoalDescription, transitionKey, verdictOf } from "./judge.ts";

/** How often a judge is wrong, each in [0, 1]. */
export interface ErrorRates {
  /** Share of the steps without a sub-goal that are said to reach it. Default 0. */
  readonly falsePositive?: number;
  /** Share of the steps that reach it of which nothing is said. Default 0. */
  readonly falseNegative?: number;
}

/** `judge` with mistakes, drawn for each sub-goal and step from `seed`. */
export function noisyJudge(judge: Judge, rates: ErrorRates, seed: number): Judge {
  const { falsePositive = 0, falseNegative = 0 } = rates;
  for (const rate of [falsePositive, falseNegative]) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new UserError({ code: "bad-rate", what: `an error rate is ${rate}`, hint: "it must lie between 0 and 1" });
    }
  }
  const { subgoals } = judge;
  return {
    ...judge,
    verdict(transition) {
      const truth = judge.verdict(transition);
      const key = transitionKey(transition);
      return verdictOf(subgoals.length, (k) => {
        const wrong = Random.of(seed, "judge", subgoals[k].name, key).uniform();
        return isReached(truth, k) ? wrong >= falseNegative : wrong < falsePositive;
      });
    },
  };
}

/** Says of each sub-goal with probability `rate` that it was reached, whatever happened. */
export function coinJudge(subgoals: readonly SubgoalDescription[], rate: number, seed: number): Judge {
  return noisyJudge({ subgoals, verdict: () => 0 }, { falsePositive: rate }, seed);
}

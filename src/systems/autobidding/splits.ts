// Splits of a budget over channels that a learner must stand beside: equal, and tuned on a pilot.

import type { BudgetLearner, BudgetLearnerOptions } from "../../algorithms/bandits/budget-learner.ts";
import type { RandomSource } from "../../algorithms/bandits/observing.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { bestMixture } from "../../mechanisms/budgets/levers.ts";

/** The same for every channel, for ever. */
export function equalSplit({ channels, budget }: Pick<BudgetLearnerOptions, "channels" | "budget">): BudgetLearner {
  return { budgets: new Float64Array(channels).fill(budget / channels), choose() {}, learn() {} };
}

/**
 * Plays budgets by turns in a pilot of T^(2/3) periods, and to the end the best mixture by the means that it saw, where the last money returns as
 * much in every channel. What the pilot spent and returned counts towards the limits.
 */
export function tunedSplit(options: BudgetLearnerOptions, solver: LinearPrograms, random: RandomSource): BudgetLearner {
  const { channels, arms, budget, roi, horizon } = options;
  const pilot = Math.round(horizon ** (2 / 3));
  const left = horizon - pilot;
  const budgets = new Float64Array(channels);
  const means = Array.from({ length: channels }, () => Array.from(arms, () => ({ value: 0, spend: 0 })));
  let chances: ArrayLike<number> = [];
  let [period, spare, slack] = [0, pilot * budget, 0];
  return {
    budgets,
    choose() {
      const arm = (j: number) =>
        period < pilot ? period % arms.length : drawAt(chances, j * arms.length, arms.length, random);
      for (let j = 0; j < channels; j++) budgets[j] = arms[arm(j)];
    },
    learn(values, spends) {
      const pulls = Math.floor(period / arms.length) + 1;
      for (let j = 0; period < pilot && j < channels; j++) {
        const mean = means[j][period % arms.length];
        mean.value += (values[j] - mean.value) / pulls;
        mean.spend += (spends[j] - mean.spend) / pulls;
        spare -= spends[j];
        slack += values[j] - roi * spends[j];
      }
      period += 1;
      if (period !== pilot) return;
      const limits = { budget: Math.max(0, budget + spare / left), roi, slack: Math.max(0, slack / left) };
      chances = bestMixture(solver, means, limits).x;
    },
  };
}

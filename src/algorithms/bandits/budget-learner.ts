// Learning how much of a budget to give each channel, from nothing but what each bought: a bandit over a grid of budgets for every
// channel, and two prices that keep them together, one of money and one of return on spend (SGD-UCB, arXiv 2302.01523).

import type { SpendingLimits } from "../../mechanisms/budgets/levers.ts";

/** ρ and γ are money a period, and value for each unit of it, over all channels. */
export interface BudgetLearnerOptions extends SpendingLimits {
  readonly channels: number;
  /** Budgets that a channel may be given, rising. */
  readonly arms: Float64Array;
  /** Periods. */
  readonly horizon: number;
  /** c in the bonus c·√(2 ln T/n), in units of value; 0 is greedy. */
  readonly bonus: number;
}

/** The prices stay below this. */
const HIGHEST = 10;

/** A learner of budgets. Nothing is allocated between periods. */
export interface BudgetLearner {
  /** [channels] the budgets of the next period. */
  readonly budgets: Float64Array;
  /** Writes the next budgets. */
  choose(): void;
  /** Told what each channel bought, and what it spent. */
  learn(values: ArrayLike<number>, spends: ArrayLike<number>): void;
}

/**
 * First every arm once, in all channels at the same time; then each channel's arm of the largest
 * (1 + λ)·(mean + bonus) − (λ·γ + μ)·(mean spend), of equal ones the smaller. The paper prices the budget that is given, and assumes
 * that all of it is spent; limits are on what is spent.
 */
export function budgetLearner(options: BudgetLearnerOptions): BudgetLearner {
  const { channels, arms, budget, roi, horizon, bonus } = options;
  const rate = 1 / Math.sqrt(horizon);
  const A = arms.length;
  const means = new Float64Array(channels * A);
  const costs = new Float64Array(channels * A);
  const pulls = new Float64Array(channels * A);
  const chosen = new Int32Array(channels);
  const budgets = new Float64Array(channels);
  /** μ and λ, the prices of money and of return. */
  const prices = new Float64Array(2);
  const width = 2 * Math.log(horizon);
  let period = 0;

  function best(channel: number): number {
    const [money, back] = prices;
    let [arm, most] = [0, Number.NEGATIVE_INFINITY];
    for (let a = 0; a < A; a++) {
      const k = channel * A + a;
      const worth = (1 + back) * (means[k] + bonus * Math.sqrt(width / pulls[k])) - (back * roi + money) * costs[k];
      if (worth > most) [arm, most] = [a, worth];
    }
    return arm;
  }

  return {
    budgets,
    choose() {
      for (let j = 0; j < channels; j++) {
        chosen[j] = period < A ? period : best(j);
        budgets[j] = arms[chosen[j]];
      }
    },
    learn(values, spends) {
      let [value, spend] = [0, 0];
      for (let j = 0; j < channels; j++) {
        const k = j * A + chosen[j];
        pulls[k] += 1;
        means[k] += (values[j] - means[k]) / pulls[k];
        costs[k] += (spends[j] - costs[k]) / pulls[k];
        value += values[j];
        spend += spends[j];
      }
      period += 1;
      prices[0] = Math.min(HIGHEST, Math.max(0, prices[0] - rate * (budget - spend)));
      prices[1] = Math.min(HIGHEST, Math.max(0, prices[1] - rate * (value - roi * spend)));
    },
  };
}

/** So many budgets, evenly from 0 to `highest`. */
export function budgetGrid(count: number, highest: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => (highest * k) / (count - 1));
}

// A learner of budgets at work, period after period.

import type { BudgetLearner } from "../../algorithms/bandits/budget-learner.ts";
import type { Purchase } from "../../mechanisms/budgets/levers.ts";

/** What a learner's budgets buy in so many periods, in the mean. `market` opens a period, in which a channel is given a budget. */
export function campaign(
  learner: BudgetLearner,
  periods: number,
  market: (period: number) => (channel: number, budget: number) => Purchase,
): Purchase {
  const { budgets } = learner;
  const [values, spends] = [new Float64Array(budgets.length), new Float64Array(budgets.length)];
  let [value, spend] = [0, 0];
  for (let period = 0; period < periods; period++) {
    const buy = market(period);
    learner.choose();
    for (let j = 0; j < budgets.length; j++) {
      const own = buy(j, budgets[j]);
      values[j] = own.value;
      spends[j] = own.spend;
      value += own.value;
      spend += own.spend;
    }
    learner.learn(values, spends);
  }
  return { value: value / periods, spend: spend / periods };
}

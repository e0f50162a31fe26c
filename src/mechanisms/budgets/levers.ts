// What channels buy for a budget, and what an advertiser could buy who chose in all of them at once, under one budget and one return on
// spend; and what is left of it where each is steered by a budget of its own, or by a return of its own (arXiv 2302.01523).

import type { LinearPrograms } from "../../math/linear-program.ts";

/** Auctions of a channel: what winning each is worth, and the highest bid against it, which is what it costs. */
export interface Auctions {
  readonly values: Float64Array;
  readonly costs: Float64Array;
}

/** What was bought. */
export interface Purchase {
  readonly value: number;
  readonly spend: number;
}

/** A channel's auctions in the order in which they are bought, with sums from the first on. */
export interface Shelf {
  /** [auctions + 1] value and cost of the first k auctions. */
  readonly value: Float64Array;
  readonly cost: Float64Array;
}

/** Sorts auctions by value over cost, the best first; what costs nothing comes before all. */
export function shelfOf({ values, costs }: Auctions): Shelf {
  const order = [...values.keys()].sort((a, b) => values[b] * costs[a] - values[a] * costs[b] || a - b);
  const [value, cost] = [new Float64Array(order.length + 1), new Float64Array(order.length + 1)];
  for (const [k, auction] of order.entries()) {
    value[k + 1] = value[k] + values[auction];
    cost[k + 1] = cost[k] + costs[auction];
  }
  return { value, cost };
}

/** V(budget) and what of the budget is spent. */
export function bought({ value, cost }: Shelf, budget: number): Purchase {
  let k = 0;
  while (k + 1 < cost.length && cost[k + 1] <= budget) k++;
  if (k + 1 === cost.length) return { value: value[k], spend: cost[k] };
  const part = (budget - cost[k]) / (cost[k + 1] - cost[k]);
  return { value: value[k] + part * (value[k + 1] - value[k]), spend: budget };
}

/** What is to be kept over all channels together. */
export interface SpendingLimits {
  /** ρ: money. */
  readonly budget: number;
  /** γ: value is to be at least so much for each unit of money. */
  readonly roi: number;
}

/** The best plan, and what it buys in each channel. */
export interface SpendingPlan {
  readonly value: number;
  readonly channels: readonly Purchase[];
}

/** max Σ v·x with Σ v·x ≥ γ·Σ d·x, Σ d·x ≤ ρ and 0 ≤ x ≤ 1, over the auctions of all channels. */
export function globalPlan(
  solver: LinearPrograms,
  channels: readonly Auctions[],
  { budget, roi }: SpendingLimits,
): SpendingPlan {
  const values = channels.flatMap((channel) => [...channel.values]);
  const costs = channels.flatMap((channel) => [...channel.costs]);
  const columns = [...values.keys()];
  const { objective, x } = solver.optimum({
    sense: "maximise",
    objective: values,
    upper: 1,
    rows: [
      { columns, values: values.map((value, k) => value - roi * costs[k]), lower: 0 },
      { columns, values: costs, upper: budget },
    ],
  });
  let from = 0;
  return {
    value: objective,
    channels: channels.map((channel) => {
      let [value, spend] = [0, 0];
      for (let k = 0; k < channel.values.length; k++, from++) {
        value += x[from] * channel.values[k];
        spend += x[from] * channel.costs[k];
      }
      return { value, spend };
    }),
  };
}

/**
 * Chances of budgets for each channel, [channels·budgets], and the value of that mixture: the most that keeps both limits in the mean, where
 * `means` has what each budget buys, [channels][budgets]. The last money returns as much in every channel.
 */
export function bestMixture(
  solver: LinearPrograms,
  means: readonly (readonly Purchase[])[],
  { budget, roi, slack = 0 }: SpendingLimits & { readonly slack?: number },
): { readonly x: Float64Array; readonly objective: number } {
  const cells = means.flat();
  const columns = [...cells.keys()];
  const size = means[0].length;
  return solver.optimum({
    sense: "maximise",
    objective: cells.map(({ value }) => value),
    rows: [
      { columns, values: cells.map(({ spend }) => spend), upper: budget },
      { columns, values: cells.map(({ value, spend }) => value - roi * spend), lower: -slack },
      ...means.map((own, j) => ({
        columns: columns.slice(j * size, (j + 1) * size),
        values: own.map(() => 1),
        lower: 1,
        upper: 1,
      })),
    ],
  });
}

/** What channels buy, each for a budget of its own. */
export function byBudgets(channels: readonly Auctions[], budgets: readonly number[]): Purchase {
  return total(channels.map((channel, j) => bought(shelfOf(channel), budgets[j])));
}

/**
 * What channels buy that may spend any amount, if each returns its own γ_j: down the list of value for money, as long as all
 * that is bought returns as much; the last auction in part.
 */
export function byReturns(channels: readonly Auctions[], returns: readonly number[]): Purchase {
  return total(channels.map((channel, j) => boughtAtReturn(channel, returns[j])));
}

function boughtAtReturn(channel: Auctions, roi: number): Purchase {
  const { value, cost } = shelfOf(channel);
  let k = 0;
  while (k + 1 < cost.length && value[k + 1] >= roi * cost[k + 1]) k++;
  if (k + 1 === cost.length) return { value: value[k], spend: cost[k] };
  // Slack of what is bought, over what the next auction falls short by.
  const [short, slack] = [roi * (cost[k + 1] - cost[k]) - (value[k + 1] - value[k]), value[k] - roi * cost[k]];
  const part = short > 0 ? Math.min(1, slack / short) : 0;
  return { value: value[k] + part * (value[k + 1] - value[k]), spend: cost[k] + part * (cost[k + 1] - cost[k]) };
}

function total(parts: readonly Purchase[]): Purchase {
  return {
    value: parts.reduce((sum, { value }) => sum + value, 0),
    spend: parts.reduce((sum, { spend }) => sum + spend, 0),
  };
}

// What channels of auctions buy, where each is steered by a budget of its own, or by a return of its own (arXiv 2302.01523).

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

// Purchases of auction channels that are steered by budgets or by target returns per channel (arXiv 2302.01523).

/** Auctions of a channel: the value of winning each, and its cost, the highest competing bid. */
export interface Auctions {
  readonly values: Float64Array;
  readonly costs: Float64Array;
}

/** Total value and cost of a purchase. */
export interface Purchase {
  readonly value: number;
  readonly spend: number;
}

/** A channel's auctions in the order of purchase, with cumulative sums. */
export interface Shelf {
  /** [auctions + 1] value and cost of the first k auctions. */
  readonly value: Float64Array;
  readonly cost: Float64Array;
}

/** Sorts auctions by value over cost, the best first; auctions without cost come before all others. */
export function shelfOf({ values, costs }: Auctions): Shelf {
  const order = [...values.keys()].sort((a, b) => values[b] * costs[a] - values[a] * costs[b] || a - b);
  const [value, cost] = [new Float64Array(order.length + 1), new Float64Array(order.length + 1)];
  for (const [k, auction] of order.entries()) {
    value[k + 1] = value[k] + values[auction];
    cost[k + 1] = cost[k] + costs[auction];
  }
  return { value, cost };
}

/** Value bought with a budget, and the part of the budget that is spent. */
export function bought({ value, cost }: Shelf, budget: number): Purchase {
  let k = 0;
  while (k + 1 < cost.length && cost[k + 1] <= budget) k++;
  if (k + 1 === cost.length) return { value: value[k], spend: cost[k] };
  const part = (budget - cost[k]) / (cost[k + 1] - cost[k]);
  return { value: value[k] + part * (value[k + 1] - value[k]), spend: budget };
}

/** Constraints over all channels together. */
export interface SpendingLimits {
  /** Budget ρ. */
  readonly budget: number;
  /** Target return γ: least value per unit of money. */
  readonly roi: number;
}

/**
 * Purchases of channels with unlimited budgets but individual target returns γ_j: each buys by descending value per cost as long as its
 * total return reaches γ_j; the last auction is bought in part.
 */
export function byReturns(channels: readonly Auctions[], returns: readonly number[]): Purchase {
  return total(channels.map((channel, j) => boughtAtReturn(channel, returns[j])));
}

function boughtAtReturn(channel: Auctions, roi: number): Purchase {
  const { value, cost } = shelfOf(channel);
  let k = 0;
  while (k + 1 < cost.length && value[k + 1] >= roi * cost[k + 1]) k++;
  if (k + 1 === cost.length) return { value: value[k], spend: cost[k] };
  // Slack of the purchases so far, divided by the shortfall of the next auction.
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

// What a channel buys for a budget: it knows what each of its auctions is worth and costs, buys down the list of value for money, and
// the last one in part. So conversion is continuous, concave and piecewise linear in the budget, and all of it is spent while there is
// something to buy (arXiv 2302.01523).

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

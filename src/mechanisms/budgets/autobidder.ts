// An autobidder for second-price auctions with a budget and a target return on spend. It learns the dual prices of both constraints by dual
// descent: a price rises while its constraint is violated and falls while it is satisfied.

export interface BidLimits {
  /** Budget per auction. */
  readonly budget: number;
  /** Target value per unit of money. */
  readonly roi: number;
}

/** An autobidder; `reset` starts a new episode. */
export interface Autobidder {
  reset(limits: BidLimits): void;
  /** Returns the bid v·(1 + λ)/(μ + λ·γ), where λ is the price of the return and μ that of money; at most `highest`. */
  bid(value: number, highest: number): number;
  /** Updates the prices with the auction's cost, 0 where it was lost. */
  learn(value: number, cost: number, won: boolean): void;
}

/**
 * Creates an autobidder. Both prices start at 1. The step size is `rate`, or by default 1/(1 + t) in auction t, which corrects initial
 * violations slowly.
 */
export function autobidder(rate?: number): Autobidder {
  let [money, back, t] = [1, 1, 0];
  let limits: BidLimits = { budget: 0, roi: 0 };
  return {
    reset(given) {
      limits = given;
      [money, back, t] = [1, 1, 0];
    },
    bid(value, highest) {
      const price = money + back * limits.roi;
      return price > 0 ? Math.min(highest, (value * (1 + back)) / price) : highest;
    },
    learn(value, cost, won) {
      const step = rate ?? 1 / (1 + t);
      money = Math.max(0, money - step * (limits.budget - cost));
      if (won) back = Math.max(0, back - step * (value - limits.roi * cost));
      t += 1;
    },
  };
}

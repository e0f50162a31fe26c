// A bidder that is told a budget and a return on spend, and finds its bids itself: prices of money and of return rise while a
// constraint is broken and fall while it is kept (dual descent in second-price auctions).

/** What an autobidder has to keep, by the auction. */
export interface BidLimits {
  /** Money an auction. */
  readonly budget: number;
  /** Value for each unit of money. */
  readonly roi: number;
}

/** A bidder at work; it begins anew with each `reset`. */
export interface Autobidder {
  reset(limits: BidLimits): void;
  /** v·(1 + λ)/(μ + λ·γ), where λ is the price of return and μ that of money; at most `highest`. */
  bid(value: number, highest: number): number;
  /** Told what the auction cost it, 0 where it lost. */
  learn(value: number, cost: number, won: boolean): void;
}

/**
 * Both prices begin at 1, and step by `rate`, or without one by 1/(1 + t) in auction t: then what is far from kept at first is made good
 * slowly.
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

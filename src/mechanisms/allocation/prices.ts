// Learning of resource prices from requested uses: after a request that used b, with a budget of ρ per request, each price takes a step of
// online mirror descent, μ ← argmin_{μ ≥ 0} ⟨ρ − b, μ⟩ + V_h(μ, μ_t)/η (arXiv 2011.10124).

/** h = ‖μ‖²/2 gives the projected subgradient step, h = Σ μ·ln μ multiplicative weights. */
export const MIRRORS = ["subgradient", "multiplicative"] as const;
export type Mirror = (typeof MIRRORS)[number];

export interface PriceRule {
  readonly mirror: Mirror;
  /** Step size η, above 0. */
  readonly rate: number;
}

/** Lower bound of multiplicative prices, since a price of 0 could never rise. */
const FLOOR = 1e-12;

/** Returns `price` after one step, where `used` was used and `rate` is the budget per request. */
export function nextPrice(mirror: Mirror, price: number, step: number, rate: number, used: number): number {
  return mirror === "subgradient"
    ? Math.max(0, price - step * (rate - used))
    : Math.max(FLOOR, price * Math.exp(-step * (rate - used)));
}

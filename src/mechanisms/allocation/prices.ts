// Prices of resources that learn from what is asked: after a request that used b where ρ a request is in store, each price takes a
// step of online mirror descent, μ ← argmin_{μ ≥ 0} ⟨ρ − b, μ⟩ + V_h(μ, μ_t)/η (arXiv 2011.10124).

/** h = ‖μ‖²/2 gives the projected subgradient step, h = Σ μ·ln μ multiplicative weights. */
export const MIRRORS = ["subgradient", "multiplicative"] as const;
export type Mirror = (typeof MIRRORS)[number];

/** How prices move. */
export interface PriceRule {
  readonly mirror: Mirror;
  /** η, above 0. */
  readonly rate: number;
}

/** Multiplicative prices stay above this: from 0 they could never rise. */
const FLOOR = 1e-12;

/** One step of price `price` after `used` was used where `rate`, the budget a request, is in store. */
export function nextPrice(mirror: Mirror, price: number, step: number, rate: number, used: number): number {
  return mirror === "subgradient"
    ? Math.max(0, price - step * (rate - used))
    : Math.max(FLOOR, price * Math.exp(-step * (rate - used)));
}

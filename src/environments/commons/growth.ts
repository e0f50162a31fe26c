// How a common resource grows back between two harvests.

export const GROWTHS = ["constant", "logistic", "proportional"] as const;
export type Regrowth = (typeof GROWTHS)[number];

export const GROWTH_MEANING =
  "how the stock grows by `rate`: by that share of the capacity; by r·R·(1 − R/K); or by that share of itself";

/** Returns the stock after growth, in [0, capacity]. */
export function regrown(growth: Regrowth, stock: number, rate: number, capacity: number): number {
  const added =
    growth === "constant"
      ? rate * capacity
      : growth === "logistic"
        ? rate * stock * (1 - stock / capacity)
        : rate * stock;
  return Math.min(capacity, Math.max(0, stock + added));
}

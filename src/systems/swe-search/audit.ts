// An audit of value functions: whether values tell of what they must not see, among cases in which all that they may see is alike.

import { grouped } from "../../core/grouped.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { areLevel } from "../../math/spread.ts";

/** A valued case. */
export interface ValuedCase {
  /** What may be seen, as a key. */
  readonly seen: string;
  /** What must not be seen. */
  readonly hidden: number;
  readonly value: number;
}

/**
 * Σ(v − v̄)(h − h̄)/Σ(h − h̄)² with means of the cases that look alike: points of value by the unit of what is hidden. It is 0 on average
 * where values see no more than they may. NaN where nothing hidden differs.
 */
export function leak(cases: readonly ValuedCase[]): number {
  let [together, spread] = [0, 0];
  for (const alike of grouped(cases, ({ seen }) => seen).values()) {
    const [value, hidden] = [mean(alike.map((one) => one.value)), mean(alike.map((one) => one.hidden))];
    if (areLevel(alike.map((one) => one.hidden))) continue;
    together += alike.reduce((sum, one) => sum + (one.value - value) * (one.hidden - hidden), 0);
    spread += alike.reduce((sum, one) => sum + (one.hidden - hidden) ** 2, 0);
  }
  return spread === 0 ? Number.NaN : together / spread;
}

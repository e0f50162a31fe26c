// A rule over many runs. What decides successes is drawn apart from what breaks ties, in the same order whatever the rule does: so
// rules that are given the same stream meet the same luck.

import type { Random } from "../../core/random.ts";
import type { Impressions } from "./impressions.ts";
import { bestEdges, type MatchingRule } from "./rules.ts";

/**
 * How successes come about. `coins`: each impression has a number of its own, and is a success where it is below p. `thresholds`: each
 * advertiser has a threshold, Exp(1), and is taken when Σ −ln(1 − p) over its offers passes it; the same law, but luck that rules
 * share although they make different offers. `fluid`: when Σ p does, what both become as p vanishes.
 */
export const LUCKS = ["coins", "thresholds", "fluid"] as const;
export type Luck = (typeof LUCKS)[number];

/** Successes of each run, written to `successes` [runs]. Nothing is allocated within or between runs. */
export function simulate(
  { advertisers, count, starts, neighbours, chances }: Impressions,
  rule: MatchingRule,
  luck: Luck,
  random: Random,
  successes: Int32Array,
): void {
  const [drawn, ties, own] = [random.stream("luck"), random.stream("ties"), random.stream("rule")];
  const free = new Uint8Array(advertisers);
  const loads = new Float64Array(advertisers);
  const best = new Int32Array(advertisers);
  // What is left to each advertiser's threshold, and what an offer takes off it.
  const left = new Float64Array(advertisers);
  const taken = luck === "fluid" ? chances : chances.map((p) => -Math.log1p(-p));
  const coins = new Float64Array(luck === "coins" ? count : 0);
  for (let run = 0; run < successes.length; run++) {
    free.fill(1);
    loads.fill(0);
    for (let t = 0; t < coins.length; t++) coins[t] = drawn.uniform();
    if (luck !== "coins") for (let u = 0; u < advertisers; u++) left[u] = -Math.log1p(-drawn.uniform());
    rule.begin?.(own);
    let sum = 0;
    for (let t = 0; t < count && sum < advertisers; t++) {
      const tied = bestEdges(rule, neighbours, chances, starts[t], starts[t + 1], free, loads, best);
      if (tied === 0) continue;
      const e = best[tied === 1 ? 0 : ties.integer(tied)];
      const u = neighbours[e];
      loads[u] += chances[e];
      left[u] -= taken[e];
      if (luck === "coins" ? coins[t] < chances[e] : left[u] < 0) {
        free[u] = 0;
        sum += 1;
      }
    }
    successes[run] = sum;
  }
}

// A rule over many runs. What decides successes is drawn apart from what breaks ties, in the same order whatever the rule does: so
// rules that are given the same stream meet the same luck.

import type { Random } from "../../core/random.ts";
import type { Impressions } from "../../mechanisms/matching/impressions.ts";
import type { MatchingRule } from "../../mechanisms/matching/rules.ts";
import { cleared, deskOf, offer } from "./serve.ts";

/**
 * How successes come about. `coins`: each impression has a number of its own, and is a success where it is below p. `thresholds`: each
 * advertiser has a threshold, Exp(1), and is taken when Σ −ln(1 − p) over its offers passes it; the same law, but luck that rules
 * share although they make different offers. `fluid`: when Σ p does, what both become as p vanishes.
 */
export const LUCKS = ["coins", "thresholds", "fluid"] as const;
export type Luck = (typeof LUCKS)[number];

/** Successes of each run, written to `successes` [runs]. Nothing is allocated within or between runs. */
export function simulate(
  problem: Impressions,
  rule: MatchingRule,
  rng: Luck,
  random: Random,
  successes: Int32Array,
): void {
  const { advertisers, count, chances } = problem;
  const [drawn, ties, own] = [random.stream("luck"), random.stream("ties"), random.stream("rule")];
  const desk = deskOf(new Float64Array(advertisers).fill(1), rule);
  const coins = new Float64Array(rng === "coins" ? count : 0);
  const left = new Float64Array(advertisers);
  const taken = rng === "thresholds" ? chances.map((p) => -Math.log1p(-p)) : chances;
  const decided = rng === "coins" ? { coins } : { thresholds: { left, taken } };
  for (let run = 0; run < successes.length; run++) {
    for (let t = 0; t < coins.length; t++) coins[t] = drawn.uniform();
    if (rng !== "coins") for (let u = 0; u < advertisers; u++) left[u] = -Math.log1p(-drawn.uniform());
    offer(cleared(desk, own), problem, decided, ties);
    successes[run] = desk.successes;
  }
}

// The rules that are compared, over many runs. What decides successes is drawn apart from what breaks ties, in the same order whatever
// the rule does: so rules that are given the same stream meet the same luck.

import type { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import type { Impressions } from "../../mechanisms/matching/impressions.ts";
import type { MatchingRule, RuleName } from "../../mechanisms/matching/rules.ts";
import { cleared, deskOf, offer } from "./serve.ts";

/** Of greedy by index the one that triangles hurt. */
export const ARMS = [
  "balance",
  "weighted-exponential",
  "weighted-survival",
  "ranking",
  "random-neighbour",
  "most-likely",
  "largest-index",
] as const satisfies readonly RuleName[];

/** A mean and its standard error. */
export interface MeanOfRuns {
  readonly value: number;
  readonly error: number;
}

export function meanOfRuns(values: ArrayLike<number>): MeanOfRuns {
  return { value: mean(values), error: deviation(values) / Math.sqrt(values.length) };
}

/**
 * How successes come about. `coins`: each impression has a number of its own, and is a success where it is below p. `thresholds`: each
 * advertiser has a threshold, Exp(1), and is taken when Σ −ln(1 − p) over its offers passes it; the same law, but luck that rules
 * share although they make different offers. `fluid`: when Σ p does, what both become as p vanishes.
 */
type Decision = "coins" | "thresholds" | "fluid";

/** Successes of each run, [runs]. Nothing is allocated within or between runs. */
export function simulate(
  problem: Impressions,
  rule: MatchingRule,
  decision: Decision,
  random: Random,
  runs: number,
): Int32Array {
  const { advertisers, count, chances } = problem;
  const [drawn, ties, own] = [random.stream("luck"), random.stream("ties"), random.stream("rule")];
  const desk = deskOf(new Float64Array(advertisers).fill(1), rule);
  const coins = new Float64Array(decision === "coins" ? count : 0);
  const left = new Float64Array(advertisers);
  const taken = decision === "thresholds" ? chances.map((p) => -Math.log1p(-p)) : chances;
  const decided = decision === "coins" ? { coins } : { thresholds: { left, taken } };
  const successes = new Int32Array(runs);
  for (let run = 0; run < runs; run++) {
    for (let t = 0; t < coins.length; t++) coins[t] = drawn.uniform();
    if (decision !== "coins") for (let u = 0; u < advertisers; u++) left[u] = -Math.log1p(-drawn.uniform());
    offer(cleared(desk, own), problem, decided, ties);
    successes[run] = desk.successes;
  }
  return successes;
}

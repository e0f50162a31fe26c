// Offering impressions in their order by a rule: one loop for runs that end soon and for streams that do not end. It allocates nothing and
// takes the same time for every impression of as many neighbours, however many came before. And the rules that are compared, over many
// runs: what decides successes is drawn apart from what breaks ties, in the same order under any rule, so that rules that are
// given the same stream meet the same luck.

import type { Random } from "../../core/random.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import type { Impressions } from "../../mechanisms/matching/impressions.ts";
import { bestEdges, type MatchingRule, RULES } from "../../mechanisms/matching/rules.ts";
import type { Figure } from "../../study/figure.ts";

/** What happened so far, advertiser by advertiser, and what the rule makes of it. */
interface Desk {
  readonly rule: MatchingRule;
  /** [advertisers] successes that each wants at the start */
  readonly wants: Float64Array;
  /** [advertisers] successes that it still wants, and whether that is any */
  readonly open: Float64Array;
  readonly free: Uint8Array;
  /** [advertisers] Σ p over all that it was offered, for each success that it wants; and the rule's worth at that load */
  readonly loads: Float64Array;
  readonly worths: Float64Array;
  /** Room for ties. */
  readonly best: Int32Array;
  /** Successes of all, and advertisers that want more. */
  successes: number;
  left: number;
}

/** A desk where nothing was offered yet; `wants` is 1 or more for each advertiser. */
export function deskOf(wants: ArrayLike<number>, rule: MatchingRule): Desk {
  const n = wants.length;
  const [open, loads, worths] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const desk = { rule, wants: Float64Array.from(wants), open, free: new Uint8Array(n), loads, worths };
  return cleared({ ...desk, best: new Int32Array(n), successes: 0, left: 0 });
}

/** The desk as it was at first; with `random`, the rule draws what a run has of its own. */
export function cleared(desk: Desk, random?: Random): Desk {
  if (random !== undefined) desk.rule.begin?.(random);
  desk.open.set(desk.wants);
  desk.free.fill(1);
  desk.loads.fill(0);
  for (let u = 0; u < desk.worths.length; u++) desk.worths[u] = desk.rule.worth(u, 0);
  desk.successes = 0;
  desk.left = desk.wants.length;
  return desk;
}

/** What decides whether an offer is a success: coins or thresholds. */
interface Deciders {
  /** [count] a number in [0, 1) for each impression, which is a success where that is below p */
  readonly coins?: Float64Array;
  /** [advertisers] what is left to each one's threshold, and [edges] what an offer takes off it: for those that want one success. */
  readonly thresholds?: { readonly left: Float64Array; readonly taken: Float64Array };
}

/** Offers all impressions, until no advertiser wants any; ties are broken by `ties`. */
export function offer(desk: Desk, impressions: Impressions, { coins, thresholds }: Deciders, ties: Random): void {
  const { count, starts, neighbours, chances } = impressions;
  const { rule, wants, open, free, loads, worths, best } = desk;
  const { byChance } = rule;
  for (let t = 0; t < count && desk.left > 0; t++) {
    const tied = bestEdges(byChance, neighbours, chances, starts[t], starts[t + 1], free, worths, best);
    if (tied === 0) continue;
    const e = best[tied === 1 ? 0 : ties.integer(tied)];
    const u = neighbours[e];
    loads[u] += chances[e] / wants[u];
    worths[u] = rule.worth(u, loads[u]);
    if (thresholds !== undefined) thresholds.left[u] -= thresholds.taken[e];
    if (coins === undefined ? thresholds === undefined || thresholds.left[u] >= 0 : coins[t] >= chances[e]) continue;
    desk.successes += 1;
    open[u] -= 1;
    if (open[u] > 0) continue;
    free[u] = 0;
    desk.left -= 1;
  }
}

/** Of greedy by index the one that triangles hurt. */
export const ARMS = RULES.filter((rule) => rule !== "smallest-index");

/** A mean and its standard error. */
export interface MeanOfRuns {
  readonly value: number;
  readonly error: number;
}

/** A share of `whole`, with an interval of three standard errors to either side. */
export function shareOf({ value, error }: MeanOfRuns, whole = 1): Figure {
  return { value: value / whole, low: (value - 3 * error) / whole, high: (value + 3 * error) / whole };
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

// Offers impressions in order by a rule, in one loop for finite runs and endless streams. It allocates no memory, and its time per
// impression depends only on the number of neighbours.

import type { Random } from "../../core/random.ts";
import type { Impressions } from "./impressions.ts";
import { bestEdges, type MatchingRule } from "./rules.ts";

/** State of a run by advertiser, with the rule's worth at the current loads. */
interface Desk {
  readonly rule: MatchingRule;
  /** [advertisers] number of successes that each wants at the start */
  readonly wants: Float64Array;
  /** [advertisers] number of successes still wanted, and whether that is positive */
  readonly open: Float64Array;
  readonly free: Uint8Array;
  /** [advertisers] load: Σ p over all its offers divided by the number of successes it wants; and the rule's worth at that load */
  readonly loads: Float64Array;
  readonly worths: Float64Array;
  /** Buffer for tied edges. */
  readonly best: Int32Array;
  /** Total number of successes, and number of advertisers that want more. */
  successes: number;
  left: number;
}

/** Creates the initial state; `wants` is at least 1 for each advertiser. */
export function deskOf(wants: ArrayLike<number>, rule: MatchingRule): Desk {
  const n = wants.length;
  const [open, loads, worths] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const desk = { rule, wants: Float64Array.from(wants), open, free: new Uint8Array(n), loads, worths };
  return cleared({ ...desk, best: new Int32Array(n), successes: 0, left: 0 });
}

/** Resets the state; with `random`, the rule draws the random numbers of a new run. */
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

/** Random numbers that decide whether an offer succeeds: coins or thresholds. */
interface Deciders {
  /** [count] a number in [0, 1) per impression; an offer succeeds where it is below p */
  readonly coins?: Float64Array;
  /** [advertisers] distance to each threshold, and [edges] the decrease of it by an offer; for advertisers that want one success */
  readonly thresholds?: { readonly left: Float64Array; readonly taken: Float64Array };
}

/** Offers all impressions, until no advertiser wants more; `ties` breaks ties. */
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

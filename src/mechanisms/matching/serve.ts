// Offering impressions in their order by a rule: one loop for runs that end soon and for streams that do not end. It allocates nothing and
// takes the same time for every impression of as many neighbours, however many came before.

import type { Random } from "../../core/random.ts";
import type { Impressions } from "./impressions.ts";
import { bestEdges, type MatchingRule } from "./rules.ts";

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

// Balance as it is easily got wrong, by a plain reading of the rule, for controls: a load that counts successes only, and an
// advertiser that is offered more after it was taken.

import type { Random } from "../../core/random.ts";
import type { Impressions } from "../../mechanisms/matching/impressions.ts";

type Fault = "load counts successes" | "the taken are free";

/** Mean successes of runs in the fluid form (thresholds of load), or by coins. */
export function faultyMean(
  { advertisers, count, starts, neighbours, chances }: Impressions,
  fault: Fault,
  rng: "coins" | "fluid",
  runs: number,
  random: Random,
): number {
  let sum = 0;
  for (let run = 0; run < runs; run++) {
    const taken = new Set<number>();
    const loads = new Float64Array(advertisers);
    const thresholds = loads.map(() => -Math.log1p(-random.uniform()));
    for (let t = 0; t < count; t++) {
      let best = -1;
      for (let e = starts[t]; e < starts[t + 1]; e++) {
        if (fault !== "the taken are free" && taken.has(neighbours[e])) continue;
        if (best < 0 || loads[neighbours[e]] < loads[neighbours[best]]) best = e;
      }
      if (best < 0) continue;
      const u = neighbours[best];
      if (fault !== "load counts successes") loads[u] += chances[best];
      const success = rng === "coins" ? random.uniform() < chances[best] : loads[u] > thresholds[u];
      if (!success) continue;
      sum += 1;
      taken.add(u);
      if (fault === "load counts successes") loads[u] += chances[best];
    }
  }
  return sum / runs;
}

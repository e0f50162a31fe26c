// A reader who goes through the ads: the best order, how near a greedy placement comes, and what it costs that a text has an order
// of its own.

import { mean } from "../../evaluation/statistics/moments.ts";
import type { AssignedPair } from "../../math/assignment.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { bestReading, cascadeBound, cascadeWelfare, greedyCascade } from "../../mechanisms/position/cascade.ts";
import { bestCascade } from "../../mechanisms/position/cascade-optimum.ts";
import { type Check, holds } from "../../study/study.ts";
import { ADS, cascadeMarket } from "./markets.ts";

export interface CascadeFound {
  readonly checks: readonly Check[];
  readonly measured: string;
}

/** Over so many drawn markets. */
export function cascadeChecks(solver: LinearPrograms, firstSeed: number, count: number): CascadeFound {
  let [better, above] = [0, 0];
  const [greedy, text, bound] = [[] as number[], [] as number[], [] as number[]];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { market, values } = cascadeMarket(seed);
    const everybody = Array.from({ length: ADS }, (_, ad): AssignedPair => [ad, (ad + seed) % ADS]);
    const sorted = cascadeWelfare(market, values, bestReading(values, everybody));
    for (const order of permutations(everybody)) {
      if (cascadeWelfare(market, values, order) > sorted + 1e-12) better += 1;
    }
    const best = bestCascade(market, values, "any").welfare;
    greedy.push(greedyCascade(market, values).welfare / best);
    text.push(bestCascade(market, values, "text").welfare / best);
    const upper = cascadeBound(solver, market, values);
    if (best > upper + 1e-7) above += 1;
    bound.push(best / upper);
  }
  const least = Math.min(...greedy);
  return {
    measured: `greedy placement for a reader who goes through the ads reaches ${mean(greedy).toFixed(3)} of the best (worst ${least.toFixed(2)}); the text's own order ${mean(text).toFixed(3)}`,
    checks: [
      holds(
        `cascade: orders of four ads that beat the most valuable first, ${count} × 24`,
        "none",
        `${better}`,
        better === 0,
      ),
      holds("cascade: greedy over the best placement, worst", "≥ 1/3", least.toFixed(3), least >= 1 / 3),
      holds(
        "cascade: the best in the text's order over the best in any order",
        "never above 1",
        `mean ${mean(text).toFixed(3)}, largest ${Math.max(...text).toFixed(6)}`,
        Math.max(...text) <= 1 + 1e-12,
      ),
      holds(
        "cascade: the best placement against the bound of the linear program",
        "never above it",
        `${above} above; from ${Math.min(...bound).toFixed(3)} of it on`,
        above === 0,
      ),
    ],
  };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, k) => permutations(items.filter((_, j) => j !== k)).map((rest) => [item, ...rest]));
}

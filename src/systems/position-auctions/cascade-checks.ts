// A reader who goes through the ads: the best order, how near a greedy placement comes, and what it costs that a text has an order
// of its own.

import type { AssignedPair } from "../../math/assignment.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { bestReading, cascadeBound, cascadeWelfare, greedyCascade } from "../../mechanisms/position/cascade.ts";
import { bestCascade } from "../../mechanisms/position/cascade-optimum.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { beside, claim, equation, is, never } from "../../study/claim.ts";
import { exact, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { ADS, cascadeMarket } from "./markets.ts";

/** Over so many drawn markets. */
export function cascadeClaims(solver: LinearPrograms, firstSeed: number, count: number): Pick<StudyResult, "claims"> {
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
  const largest = (values: readonly number[]) => exact(Math.max(...values));
  const least = (values: readonly number[]) => exact(Math.min(...values));
  return {
    claims: [
      equation(`cascade: orders of four ads that beat the most valuable first, ${count} × 24`, never(better)),
      claim("cascade: greedy over the best placement", [
        is(least(greedy), atLeast(1 / 3), "worst"),
        beside("mean", sampled(greedy)),
      ]),
      equation("cascade: the best in the text's order over the best in any order", [
        is(largest(text), atMost(1 + 1e-12), "largest"),
        beside("mean", sampled(text)),
      ]),
      equation("cascade: the best placement is above the bound of the linear program", [
        never(above),
        beside("smallest share of the bound", least(bound)),
      ]),
    ],
  };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, k) => permutations(items.filter((_, j) => j !== k)).map((rest) => [item, ...rest]));
}

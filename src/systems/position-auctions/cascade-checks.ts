// A reader who goes through the ads: how near a greedy placement comes to the best, and what it costs that a text has an order of
// its own.

import type { LinearPrograms } from "../../math/linear-program.ts";
import { cascadeBound, greedyCascade } from "../../mechanisms/position/cascade.ts";
import { bestCascade } from "../../mechanisms/position/cascade-optimum.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { beside, claim, equation, is, never } from "../../study/claim.ts";
import { exact, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { cascadeMarket } from "./markets.ts";

/** Over so many drawn markets. */
export function cascadeClaims(solver: LinearPrograms, firstSeed: number, count: number): Pick<StudyResult, "claims"> {
  let above = 0;
  const [greedy, text, bound] = [[] as number[], [] as number[], [] as number[]];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { market, values } = cascadeMarket(seed);
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

// Placements by a logit reader: the optimum against all that there are, and against placing each ad as if it were read alone.

import { placements } from "../../mechanisms/position/cascade.ts";
import { bestLogitPlacement, logitWelfare, separatePlacement } from "../../mechanisms/position/logit.ts";
import { atMost, below } from "../../study/bound.ts";
import { beside, claim, equation, is, never } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { ADS, logitMarket, PLACES } from "./markets.ts";

/** Over so many drawn markets. */
export function welfareClaims(firstSeed: number, count: number): Pick<StudyResult, "claims"> {
  const ratios: number[] = [];
  let [mismatches, rounds] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { market, values } = logitMarket(seed);
    const found = bestLogitPlacement(market, values);
    let best = 0;
    for (const pairs of placements(ADS, PLACES, market.limit)) {
      best = Math.max(best, logitWelfare(market, values, pairs));
    }
    if (!(Math.abs(found.welfare - best) <= 1e-9)) mismatches += 1;
    rounds = Math.max(rounds, found.rounds);
    ratios.push(logitWelfare(market, values, separatePlacement(market, values)) / best);
  }
  return {
    claims: [
      equation(`logit: best placement against every placement, ${count} markets`, [
        never(mismatches, "apart by 1e-9"),
        is(rounds, atMost(6), "matchings solved at most"),
      ]),
      claim("logit: welfare of placing each ad as if it were read alone, share of the best", [
        is(sampled(ratios), below(0.97)),
        beside("worst", Math.min(...ratios)),
      ]),
    ],
  };
}

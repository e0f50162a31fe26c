// Placements by a logit reader: the optimum against all that there are, and against placing each ad as if it were read alone.

import { mean } from "../../evaluation/statistics/moments.ts";
import { placements } from "../../mechanisms/position/cascade.ts";
import { bestLogitPlacement, logitWelfare, separatePlacement } from "../../mechanisms/position/logit.ts";
import { type Check, holds } from "../../study/study.ts";
import { ADS, logitMarket, PLACES } from "./markets.ts";

export interface WelfareFound {
  readonly checks: readonly Check[];
  readonly measured: string;
}

/** Over so many drawn markets. */
export function welfareChecks(firstSeed: number, count: number): WelfareFound {
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
  const shared = mean(ratios);
  return {
    measured: `placing ads as if each were read alone keeps ${shared.toFixed(3)} of the best welfare (worst ${Math.min(...ratios).toFixed(2)})`,
    checks: [
      holds(
        `logit: best placement against every placement, ${count} markets; matchings solved`,
        "none apart by 1e-9; at most 6",
        `${mismatches} apart; at most ${rounds}`,
        mismatches === 0 && rounds <= 6,
      ),
      holds(
        "logit: welfare of placing each ad as if it were read alone, share of the best",
        "< 0.97",
        `${shared.toFixed(4)}, worst ${Math.min(...ratios).toFixed(3)}`,
        shared < 0.97,
      ),
    ],
  };
}

// A reader who chooses among all ads at once: placements, whether the truth is every bidder's best report, by search over
// misreports, and whether any bidder loses by it.

import { bestMisreport, searchedMisreport } from "../../evaluation/audits/misreports.ts";
import { type DirectMechanism, payYourBid, utilities } from "../../mechanisms/direct.ts";
import {
  bestLogitPlacement,
  type LogitPlaces,
  logitClicks,
  logitVcg,
  logitWelfare,
  separatePlacement,
} from "../../mechanisms/position/logit.ts";
import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, equation, is } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { logitMarket } from "./markets.ts";

/** Bids that every bidder tries: 31 of them in [0, 1.5]. */
const BIDS = Float64Array.from({ length: 31 }, (_, k) => k / 20);

/** Placing each ad as if it were read alone, against the best placement, in so many drawn markets. */
export function welfareClaims(firstSeed: number, count: number): Pick<StudyResult, "claims"> {
  const ratios = Array.from({ length: count }, (_, k) => {
    const { market, values } = logitMarket(firstSeed + k);
    const best = logitWelfare(market, values, bestLogitPlacement(market, values).pairs);
    return logitWelfare(market, values, separatePlacement(market, values)) / best;
  });
  return {
    claims: [
      claim("logit: welfare of placing each ad as if it were read alone, share of the best", [
        is(sampled(ratios), below(0.97)),
        beside("worst", Math.min(...ratios)),
      ]),
    ],
  };
}

/** Payments in so many drawn markets. */
export function truthClaims(firstSeed: number, count: number): StudyResult {
  let [gain, searched, least, lowest, shaded, next] = [0, 0, 0, 0, 0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { market, values } = logitMarket(seed);
    const vcg = logitVcg(market);
    gain = Math.max(gain, bestMisreport(vcg, values, BIDS).gain);
    searched = Math.max(searched, searchedMisreport(vcg, values, 1.5, 31).gain);
    const outcome = vcg.run(values);
    lowest = Math.min(lowest, ...outcome.payments);
    least = Math.min(least, ...utilities(values, outcome));
    shaded = Math.max(shaded, bestMisreport(payYourBid(vcg), values, BIDS).gain);
    next = Math.max(next, bestMisreport(nextBid(market), values, BIDS).gain);
  }
  const gains = (found: number) => is(found, atMost(1e-9), "largest gain of a bid");
  return {
    claims: [
      claim(`VCG: no bid gains over the truth, ${count} markets`, [
        is(gain, atMost(1e-9), "31 bids"),
        is(searched, atMost(1e-9), "search between them"),
      ]),
      equation("VCG: no bidder loses by the truth, and none is paid", [
        is(least, atLeast(-1e-9), "lowest utility"),
        is(lowest, atLeast(-1e-9), "lowest payment"),
      ]),
    ],
    controls: [
      control("the same placement where each bidder pays the bid: no bid gains", gains(shaded)),
      control("the same placement where a click costs the next bid (GSP): no bid gains", gains(next)),
    ],
  };
}

/** Charges a click what the next lower bid among the ads that are shown is, the lowest nothing. */
function nextBid(market: LogitPlaces): DirectMechanism {
  return {
    bidders: market.weights.length,
    run(reports) {
      const allocation = logitClicks(market, bestLogitPlacement(market, reports).pairs);
      const shown = [...allocation.keys()].filter((ad) => allocation[ad] > 0).sort((a, b) => reports[b] - reports[a]);
      const payments = new Float64Array(allocation.length);
      for (const [k, ad] of shown.entries()) payments[ad] = allocation[ad] * (reports[shown[k + 1]] ?? 0);
      return { allocation, payments };
    },
  };
}

// A reader who chooses among all ads at once: placements, whether the truth is every bidder's best report, by search over misreports, and
// whether any bidder loses by it.

import { bestMisreport, searchedMisreport } from "../../evaluation/audits/misreports.ts";
import { type DirectMechanism, payYourBid, truthfulMechanism, utilities } from "../../mechanisms/direct.ts";
import { placements } from "../../mechanisms/position/cascade.ts";
import {
  bestLogitPlacement,
  type LogitPlaces,
  logitClicks,
  logitVcg,
  logitWelfare,
  separatePlacement,
} from "../../mechanisms/position/logit.ts";
import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, equation, identity, is, never } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { ADS, logitMarket, PLACES } from "./markets.ts";

/** Bids that every bidder tries: 31 of them in [0, 1.5]. */
const BIDS = Float64Array.from({ length: 31 }, (_, k) => k / 20);

/** The best placement of so many drawn markets against all that there are, and against placing each ad as if it were read alone. */
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

/** Payments in so many drawn markets. */
export function truthClaims(firstSeed: number, count: number): StudyResult {
  let [gain, searched, falls, apart, least, lowest] = [0, 0, 0, 0, 0, 0];
  let [shaded, next] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { market, values } = logitMarket(seed);
    const vcg = logitVcg(market);
    gain = Math.max(gain, bestMisreport(vcg, values, BIDS).gain);
    searched = Math.max(searched, searchedMisreport(vcg, values, 1.5, 31).gain);
    falls += fallsOf(vcg, values);
    const outcome = vcg.run(values);
    const derived = truthfulMechanism(vcg.bidders, (reports) => allocated(market, reports)).run(values);
    for (const [ad, payment] of outcome.payments.entries()) {
      apart = Math.max(apart, Math.abs(payment - derived.payments[ad]));
      lowest = Math.min(lowest, payment);
    }
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
      equation("VCG: clicks that fall as an ad's own bid rises", never(falls)),
      identity("VCG: payments against the payment identity", apart, 1e-9),
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

function allocated(market: LogitPlaces, reports: Float64Array): Float64Array {
  return logitClicks(market, bestLogitPlacement(market, reports).pairs);
}

/** How often clicks fall from one bid to the next, the others' bids being their values. */
function fallsOf(mechanism: DirectMechanism, values: Float64Array): number {
  let falls = 0;
  for (let ad = 0; ad < mechanism.bidders; ad++) {
    const reports = values.slice();
    let before = 0;
    for (const bid of BIDS) {
      reports[ad] = bid;
      const clicks = mechanism.run(reports).allocation[ad];
      if (clicks < before - 1e-12) falls += 1;
      before = clicks;
    }
  }
  return falls;
}

/** Charges a click what the next lower bid among the ads that are shown is, the lowest nothing. */
function nextBid(market: LogitPlaces): DirectMechanism {
  return {
    bidders: market.weights.length,
    run(reports) {
      const allocation = allocated(market, reports);
      const shown = [...allocation.keys()].filter((ad) => allocation[ad] > 0).sort((a, b) => reports[b] - reports[a]);
      const payments = new Float64Array(allocation.length);
      for (const [k, ad] of shown.entries()) payments[ad] = allocation[ad] * (reports[shown[k + 1]] ?? 0);
      return { allocation, payments };
    },
  };
}

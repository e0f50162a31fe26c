// Whether the truth is everybody's best report, by search over misreports, and whether anybody loses by it.

import { bestMisreport, searchedMisreport } from "../../evaluation/audits/misreports.ts";
import type { DirectMechanism } from "../../mechanisms/direct.ts";
import { payYourBid, truthfulMechanism, utilities } from "../../mechanisms/direct.ts";
import { bestLogitPlacement, type LogitPlaces, logitClicks, logitVcg } from "../../mechanisms/position/logit.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { claim, control, equation, is, never } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { logitMarket } from "./markets.ts";

/** Bids that every bidder tries: 31 of them in [0, 1.5]. */
const BIDS = Float64Array.from({ length: 31 }, (_, k) => k / 20);

/** Over so many drawn markets. */
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
      equation("VCG: payments against the payment identity", is(apart, atMost(1e-9), "largest difference")),
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

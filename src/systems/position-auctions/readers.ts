// Readers who choose among all ads at once, and readers who go through them: how near other placements come to the best, whether the
// truth is every bidder's best report, and what it costs that a text has an order of its own.

import { Random } from "../../core/random.ts";
import { bestMisreport, searchedMisreport } from "../../evaluation/audits/misreports.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type DirectMechanism, payYourBid, utilities } from "../../mechanisms/direct.ts";
import { type CascadePlaces, cascadeBound, greedyCascade } from "../../mechanisms/position/cascade.ts";
import { bestCascade } from "../../mechanisms/position/cascade-optimum.ts";
import {
  bestLogitPlacement,
  type LogitPlaces,
  logitClicks,
  logitVcg,
  logitWelfare,
  separatePlacement,
} from "../../mechanisms/position/logit.ts";
import { exponentialValues } from "../../mechanisms/value-distribution.ts";
import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, equation, is, never } from "../../study/claim.ts";
import { exact, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";

/** Ads and places of a market. */
const ADS = 4;
const PLACES = 4;

interface Drawn<M> {
  readonly market: M;
  /** [ads] per click. */
  readonly values: Float64Array;
}

/** Weights e^N(−1/2, 1) and values U[0, 1]; at most 1 to 4 ads, by turns. */
export function logitMarket(seed: number, ads = ADS, places = PLACES, limit = 1 + (seed % ADS)): Drawn<LogitPlaces> {
  const random = Random.of(seed, "logit");
  const weights = Array.from({ length: ads }, () =>
    Float64Array.from({ length: places }, () => Math.exp(random.normal() - 0.5)),
  );
  return { market: { weights, limit }, values: Float64Array.from({ length: ads }, () => random.uniform()) };
}

/** Rates U[0, 1]² and values of mean 1, exponential; at most 1 to 4 ads, by turns. */
function cascadeMarket(seed: number): Drawn<CascadePlaces> {
  const random = Random.of(seed, "cascade");
  const rates = Array.from({ length: ADS }, () => Float64Array.from({ length: PLACES }, () => random.uniform() ** 2));
  const { draw } = exponentialValues();
  return { market: { rates, limit: 1 + (seed % ADS) }, values: Float64Array.from({ length: ADS }, () => draw(random)) };
}

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

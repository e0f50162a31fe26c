// Readers who choose among all ads at once, and readers who go through them: how near other placements come to the best, whether the
// truth is every bidder's best report, and what it costs that a text has an order of its own.

import { Random } from "../../core/random.ts";
import { bestMisreport, searchedMisreport } from "../../evaluation/audits/misreports.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type DirectMechanism, payYourBid, utilities } from "../../mechanisms/direct.ts";
import {
  type CascadePlaces,
  cascadeBound,
  greedyCascade,
  pickedCascade,
  truthfulCascade,
} from "../../mechanisms/position/cascade.ts";
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
import { combined, type StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";

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

/** The most that a bid of any bidder gains over the truth. */
const gained = <M>(drawn: readonly Drawn<M>[], sell: (market: M) => DirectMechanism, bids: Float64Array) =>
  Math.max(...drawn.map(({ market, values }) => bestMisreport(sell(market), values, bids).gain));

const gainless = (title: string, gain: number) => control(`${title}: no bid gains`, is(gain, atMost(1e-9)));

/** Whether the truth pays best, and no bidder loses by it. */
function truthful<M>(
  title: string,
  drawn: readonly Drawn<M>[],
  sell: (market: M) => DirectMechanism,
  bids: Float64Array,
): StudyResult {
  const outcomes = drawn.map(({ market, values }) => ({ values, ...sell(market).run(values) }));
  const paid = (market: M) => payYourBid(sell(market));
  const searched = drawn.map(({ market, values }) => searchedMisreport(sell(market), values, bids[30], 31).gain);
  const least = (ends: readonly Float64Array[], label: string) =>
    is(Math.min(...ends.map((some) => Math.min(...some))), atLeast(-1e-9), label);
  return {
    claims: [
      claim(`${title}: no bid gains over the truth, ${drawn.length} markets`, [
        is(gained(drawn, sell, bids), atMost(1e-9), "31 bids"),
        is(Math.max(...searched), atMost(1e-9), "search between them"),
      ]),
      equation(`${title}: no bidder loses by the truth, and none is paid`, [
        least(
          outcomes.map((one) => utilities(one.values, one)),
          "lowest utility",
        ),
        least(
          outcomes.map(({ payments }) => payments),
          "lowest payment",
        ),
      ]),
    ],
    controls: [gainless(`${title}, bidders pay their bids`, gained(drawn, paid, bids))],
  };
}

/** Payments in so many drawn markets of either kind; values of cascade markets reach four times as far. */
export function truthClaims(firstSeed: number, count: number): StudyResult {
  const seeds = Array.from({ length: count }, (_, k) => firstSeed + k);
  const logits = seeds.map((seed) => logitMarket(seed));
  const higher = BIDS.map((bid) => 4 * bid);
  return combined(
    truthful("VCG", logits, logitVcg, BIDS),
    {
      controls: [gainless("VCG's placement, where a click costs the next bid (GSP)", gained(logits, nextBid, BIDS))],
    },
    truthful("cascade, greedy as picked", seeds.map(cascadeMarket), truthfulCascade, higher),
  );
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
export function cascadeClaims(solver: LinearPrograms, firstSeed: number, count: number): Partial<StudyResult> {
  let above = 0;
  const [greedy, picked, text, bound] = [[] as number[], [] as number[], [] as number[], [] as number[]];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { market, values } = cascadeMarket(seed);
    const best = bestCascade(market, values, "any").welfare;
    greedy.push(greedyCascade(market, values).welfare / best);
    picked.push(pickedCascade(market, values).welfare / best);
    text.push(bestCascade(market, values, "text").welfare / best);
    const upper = cascadeBound(solver, market, values);
    if (best > upper + 1e-7) above += 1;
    bound.push(best / upper);
  }
  const least = (values: readonly number[]) => exact(Math.min(...values));
  const nearBest = (values: readonly number[]) => [
    is(least(values), atLeast(1 / 3), "worst"),
    beside("mean", sampled(values)),
  ];
  return {
    claims: [
      claim("cascade: greedy by gains over the best placement", nearBest(greedy)),
      claim("cascade: greedy as picked, the one that is truthful, over the best placement", nearBest(picked)),
      equation("cascade: the best placement is above the bound of the linear program", [
        never(above),
        beside("smallest share of the bound", least(bound)),
      ]),
    ],
    tables: [
      table("cascade: welfare of the best in the text's order, share of the best in any order", {
        "all markets": { mean: sampled(text), least: least(text) },
      }),
    ],
  };
}

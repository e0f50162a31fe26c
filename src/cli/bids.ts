// `agon bids`: what a bidder's own log shows about prices to beat, another bidding policy, and predicted win probabilities.

import type { Calibration } from "../evaluation/statistics/calibration.ts";
import { type BidFigures, type BidPolicyValue, bidFigures } from "../lab/bids/bid-log.ts";
import type { CampaignRule } from "../mechanisms/campaign/linear-bids.ts";
import type { Flags } from "./commands.ts";
import { bounds, interval, number, print, pValue, remark, table, whole } from "./output.ts";
import { columnFlag, place, rowsOf } from "./place.ts";
import { computed } from "./progress.ts";

/** Significance level for errors of predictions. */
const LEVEL = 0.05;

/** Prints the analysis of a log of bids. */
export const bids = (file: string, flags: Flags<"bids">): Promise<number> =>
  computed(
    flags,
    (watched) =>
      bidFigures(rowsOf(file, flags), { ...place(flags.store), rule: flags.rule, mapping: columnFlag, ...watched }),
    (figures) => printFigures(figures, flags.rule),
  );

function printFigures(figures: BidFigures, rule: CampaignRule): void {
  const { file, auctions, won, known, prices, policy, calibration, caveats } = figures;
  const [lower, middle, upper] = prices.quartiles.map(({ mean }) => (mean === null ? "unknown" : number(mean)));
  print(
    `${file}: ${whole(auctions)} auctions, ${whole(won)} won; the price to beat is known in ${whole(known)} and above the bid in ${whole(auctions - known)}`,
    "",
    table(
      ["bid", "wins", "pays", "among known prices"],
      prices.landscape.map(({ bid, wins, pays, amongKnown }) => [
        ...[number(bid), interval(wins), number(pays), number(amongKnown)],
      ]),
    ),
    "",
    `Chance that a bid wins and what it then pays (${rule}), by Kaplan and Meier. The last column looks at known prices alone.`,
    `Mean price ${interval(prices.mean)}, with those above ${number(prices.until)} counted as that; of the known ones alone ${interval(prices.meanOfKnown)}.`,
    `A quarter of all prices is at most ${lower}, half ${middle}, three quarters ${upper}.`,
  );
  if (policy !== undefined) printPolicy(policy);
  if (calibration !== undefined) printCalibration(calibration);
  remark(...caveats);
}

function printPolicy({ logged, model, ...estimates }: BidPolicyValue): void {
  const { ips, selfNormalised, doublyRobust, gain, effectiveSample, meanWeight } = estimates;
  const rows = [
    ["the log's bids, as they were", logged],
    ["other bids: inverse propensities", ips],
    ["other bids: self-normalised", selfNormalised],
    ["other bids: doubly robust", doublyRobust],
    ["gain of the other bids, doubly robust", gain],
  ] as const;
  print(
    "",
    table(
      ["policy", "payoff of an auction"],
      [
        ...rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, interval(value)]])),
        ...(model === undefined ? [] : [["other bids: the model alone", number(model)]]),
      ],
    ),
  );
  if (meanWeight === undefined || effectiveSample === undefined) return;
  print(
    "",
    `The log has ${number(Math.round(effectiveSample))} decisions' worth of the other bids; weights average ${interval(meanWeight)}.`,
  );
}

function printCalibration({ bins, brier, parts, chiSquare, p }: Calibration): void {
  const { reliability, resolution, uncertainty, within } = parts;
  const surely = p === null || p >= LEVEL ? "agree with what happened as far as chance explains" : "do not come true";
  print(
    "",
    table(
      ["predicted chance", "mean", "won", "95 % interval", "auctions"],
      bins.map(({ predicted, happened, ...bin }) => [
        ...[bounds(bin), number(predicted), number(happened.mean)],
        ...[bounds(happened), number(happened.n)],
      ]),
    ),
    "",
    `Predicted chances of winning ${surely} (χ² ${number(chiSquare)} of ${bins.length} bins, p ${pValue(p)}).`,
    `Brier score ${interval(brier)}: reliability ${number(reliability)}, less resolution ${number(resolution)}, and uncertainty ${number(uncertainty)}; within bins ${number(within)}.`,
  );
}

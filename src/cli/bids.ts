// `agon bids`: what a bidder's own log says of the prices to beat, of another policy's bids and of predicted chances of winning.

import type { Calibration } from "../evaluation/statistics/calibration.ts";
import { type BidFigures, type BidPolicyValue, bidFigures } from "../lab/bids/bid-log.ts";
import type { CampaignRule } from "../mechanisms/campaign/linear-bids.ts";
import { type JsonFlag, ownColumns, place, type StoreFlag } from "./flags.ts";
import { interval, note, number, print, printJson, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";

interface BidsFlags extends JsonFlag, StoreFlag {
  readonly columns?: readonly string[];
  readonly where?: string;
  readonly rule: CampaignRule;
  readonly skipBadRows?: boolean;
}

/** Predictions that are off by more than chance explains. */
const LEVEL = 0.05;

/** Prints what a log of bids says. */
export const bids = async (file: string, flags: BidsFlags): Promise<number> =>
  interruptible((signal) => told(file, flags, signal), "stopped");

async function told(file: string, { columns, where, rule, store, skipBadRows, json }: BidsFlags, signal: AbortSignal) {
  const progress = progressLine();
  const source = {
    file,
    columns: ownColumns("--columns", columns),
    skipBadRows: skipBadRows === true,
    ...(where === undefined ? {} : { where }),
  };
  const found = await bidFigures(source, {
    ...place(store),
    rule,
    mapping: { path: ["--columns"], words: (name, own) => `--columns ${name}=${own}` },
    signal,
    onProgress: progress.tell,
  }).finally(progress.end);
  return json === true ? printJson(found) : printFigures(found, rule);
}

function printFigures(found: BidFigures, rule: CampaignRule): number {
  const { file, auctions, won, known, prices, policy, calibration, caveats } = found;
  const count = (value: number) => value.toLocaleString("en-US");
  const [lower, middle, upper] = prices.quartiles.map(({ mean }) => (mean === null ? "unknown" : number(mean)));
  print(
    `${file}: ${count(auctions)} auctions, ${count(won)} won; the price to beat is known in ${count(known)} and above the bid in ${count(auctions - known)}`,
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
  for (const caveat of caveats) note(`agon: ${caveat}`);
  return 0;
}

function printPolicy({ logged, model, ...found }: BidPolicyValue): void {
  const { ips, selfNormalised, doublyRobust, gain, effectiveSample, meanWeight } = found;
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
  const bounds = (low: number | null, high: number | null) => `${number(low)} to ${number(high)}`;
  const surely = p === null || p >= LEVEL ? "agree with what happened as far as chance explains" : "do not come true";
  print(
    "",
    table(
      ["predicted chance", "mean", "won", "95 % interval", "auctions"],
      bins.map(({ low, high, predicted, happened }) => [
        ...[bounds(low, high), number(predicted), number(happened.mean)],
        ...[bounds(happened.low, happened.high), number(happened.n)],
      ]),
    ),
    "",
    `Predicted chances of winning ${surely} (χ² ${number(chiSquare)} of ${bins.length} bins, p ${p === null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3)}).`,
    `Brier score ${interval(brier)}: reliability ${number(reliability)}, less resolution ${number(resolution)}, and uncertainty ${number(uncertainty)}; within bins ${number(within)}.`,
  );
}

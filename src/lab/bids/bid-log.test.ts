// A log of bids from a file to figures: what is made is known, and rows that contradict themselves are told.

import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { LEVELS, OTHER, ownBidsCsv, payoff, wins } from "../../../test/fixtures/own-bids.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { type BidLogOptions, bidFigures } from "./bid-log.ts";

const read = (text: string, options: BidLogOptions = {}) =>
  bidFigures("b.csv", { ...folderOf({ "b.csv": text }), ...options });

const holds = ({ low, high }: Estimate, value: number) => low !== null && high !== null && low < value && value < high;

/** The log with these columns only. */
function cut(text: string, names: readonly string[]): string {
  const [head, ...lines] = text
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  return [head, ...lines].map((line) => line.filter((_, k) => names.includes(head[k])).join(",")).join("\n");
}

test("prices are found though lost auctions hide them, other bids have their value, and wrong chances are told", async () => {
  const report = await read(ownBidsCsv(6000, 902));
  const { prices, policy, calibration } = report;
  expect(report).toMatchObject({ file: "b.csv", auctions: 6000, skipped: 0, caveats: [] });
  expect(report.known).toBe(report.won);
  expect(prices.landscape.map(({ bid }) => bid)).toEqual(LEVELS);
  for (const { bid, wins: won, pays, amongKnown } of prices.landscape) {
    expect(holds(won, wins(bid))).toBe(true);
    // E[m | m ≤ b] of an exponential.
    expect(pays).toBeCloseTo((1 - Math.exp(-bid) * (1 + bid)) / wins(bid), 1);
    expect(amongKnown).toBeGreaterThan(wins(bid) + 0.1);
  }
  expect(holds(prices.mean, wins(1.6))).toBe(true);
  expect(holds(prices.meanOfKnown, wins(1.6))).toBe(false);
  for (const [k, quarter] of [Math.log(4 / 3), Math.LN2, 2 * Math.LN2].entries()) {
    expect(holds(prices.quartiles[k], quarter)).toBe(true);
  }
  expect(policy).toBeDefined();
  const { ips, selfNormalised, doublyRobust, gain, logged, model, meanWeight } = policy ?? {};
  for (const value of [ips, selfNormalised, doublyRobust]) expect(value && holds(value, payoff(OTHER))).toBe(true);
  const earned = 0.5 * payoff(0.4) + 0.3 * payoff(0.8) + 0.2 * payoff(1.6);
  expect(logged && holds(logged, earned)).toBe(true);
  expect(gain && holds(gain, payoff(OTHER) - earned)).toBe(true);
  expect(model).toBeCloseTo(payoff(OTHER), 1);
  expect(meanWeight && holds(meanWeight, 1)).toBe(true);
  const width = (value: Estimate | undefined) => (value?.high ?? 0) - (value?.low ?? 0);
  expect(width(doublyRobust)).toBeLessThan(0.9 * width(ips));
  expect(calibration?.p).toBeLessThan(1e-6);
  expect(calibration?.bins).toHaveLength(3);
  for (const { predicted, happened } of calibration?.bins ?? []) expect(happened.high).toBeLessThan(predicted);
});

test("by a first price the own bid is paid", async () => {
  const text =
    "time,bid,won,price,value,propensity,other\n1,2,1,1,5,0.5,2\n2,2,0,,,0.5,2\n3,1,1,0.5,3,0.5,2\n4,1,0,,,0.5,2\n";
  const second = await read(text);
  const first = await read(text, { rule: "first-price" });
  expect(second.policy?.logged.mean).toBeCloseTo((4 + 2.5) / 4, 12);
  expect(second.policy?.ips?.mean).toBeCloseTo((2 * 4) / 4, 12);
  expect(first.policy?.logged.mean).toBeCloseTo((3 + 2) / 4, 12);
  expect(first.policy?.ips?.mean).toBeCloseTo((2 * 3) / 4, 12);
  expect(first.prices.landscape.map(({ pays }) => pays)).toEqual([1, 2]);
});

test("a log that tells less has fewer figures, and says what is missing", async () => {
  const whole = ownBidsCsv(400, 903);
  const bare = await read(cut(whole, ["time", "bid", "won", "price"]));
  expect(bare).toMatchObject({ auctions: 400, caveats: [] });
  expect([bare.policy, bare.calibration]).toEqual([undefined, undefined]);
  const blind = await read(cut(whole, ["time", "bid", "won", "price", "other"]));
  expect(blind.policy).toBeUndefined();
  expect(blind.caveats).toEqual([expect.stringContaining('no column "value"')]);
  const modelled = await read(cut(whole, ["time", "bid", "won", "price", "value", "other"]));
  expect(modelled.policy).toMatchObject({ model: expect.any(Number), logged: { n: 400 } });
  expect(modelled.policy?.ips).toBeUndefined();
  expect(modelled.caveats).toEqual([expect.stringContaining('Without a column "propensity"')]);
});

test("wrong propensities, few of the other bids and bids beyond the log are told", async () => {
  const head = "time,bid,won,price,value,propensity,other";
  const rows = (propensity: number, other: (t: number) => number) =>
    [
      head,
      ...Array.from(
        { length: 400 },
        (_, t) =>
          `${t},${1 + (t % 2)},${t % 2},${t % 2 === 1 ? 1.5 : ""},${t % 2 === 1 ? 3 : ""},${propensity},${other(t)}`,
      ),
    ].join("\n");
  expect((await read(rows(0.5, () => 2))).caveats).toEqual([]);
  expect((await read(rows(0.9, () => 2))).caveats).toEqual([expect.stringMatching(/Weights average 0\.556 and not 1/)]);
  expect((await read(rows(0.5, () => 1.7))).caveats).toEqual([expect.stringContaining("never bids what was bid")]);
  const beyond = await read(rows(0.5, (t) => (t < 60 ? 2 : 2.5)));
  expect(beyond.caveats).toEqual([
    expect.stringContaining("In 340 auctions the other bid is above all bids of the log"),
    expect.stringContaining("30 decisions' worth"),
    expect.stringContaining("and not 1"),
  ]);
});

test("rows that contradict themselves are told with line and column, or left out", async () => {
  const rows = [
    "time,bid,won,price,value,propensity",
    "1,2,1,1,5,0.5",
    "2,2,1,,5,0.5",
    "3,2,1,3,5,0.5",
    "4,2,0,1,,0.5",
    "5,2,0,,4,0.5",
    "6,2,0.5,1,,0.5",
    "7,2,1,1,5,0",
    "8,2,false,2.5,,0.5",
  ].join("\n");
  const problems = [
    "b.csv:3: price: is empty, and the auction was won: then the price to beat is known",
    "b.csv:4: price: 3 is more than the bid of 2, which won",
    "b.csv:5: price: 1 is less than the bid of 2, which lost",
    "b.csv:6: value: is above 0, and the auction was lost",
    "b.csv:7: won: 0.5 is neither 0 nor 1",
    "b.csv:8: propensity: is 0, and the bid was made: it is above 0",
  ];
  await expect(read(rows)).rejects.toThrow(problems.join("\n"));
  const left = await read(rows, { skipBadRows: true });
  // The price of a lost auction counts where it is known.
  expect(left).toMatchObject({ auctions: 2, won: 1, known: 2, skipped: 6, reasons: problems });
});

test("a value that is missing of an auction that was won is a mistake", async () => {
  await expect(read("time,bid,won,price,value,other\n1,2,1,1,5,2\n2,2,1,1,,2\n")).rejects.toThrow(
    "b.csv: value: 1 of the 2 auctions that were won have no value; write 0 where winning brought nothing, or leave the column out",
  );
});

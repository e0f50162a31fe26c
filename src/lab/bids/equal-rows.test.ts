// Equal in, equal out: what a log of bids says follows neither the order of rows of one time nor the unit of money, and a log that is there
// twice says the same with more certainty.

import { fc, test as property } from "@fast-check/vitest";
import { expect, it } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { near } from "../../../test/fixtures/near.ts";
import { type BidFigures, bidFigures } from "./bid-log.ts";

interface Row {
  readonly time: number;
  readonly bid: number;
  readonly price: number;
  readonly value: number;
  readonly worth: number;
  readonly chance: number;
  readonly other: number;
}

const amount = fc.constantFrom(0.5, 1, 1.5, 2, 3);
const row: fc.Arbitrary<Row> = fc.record({
  time: fc.integer({ min: 0, max: 3 }),
  ...{ bid: amount, price: amount, value: fc.constantFrom(0, 1, 2.5), worth: amount, other: amount },
  chance: fc.constantFrom(0.1, 0.5, 0.9),
});
const rows = fc.array(row, { minLength: 5, maxLength: 30 }).filter((all) => all.some(({ bid, price }) => price <= bid));

const csvOf = (all: readonly Row[], times = 1): string => {
  const lines = all.map(({ time, bid, price, value, worth, chance, other }) => {
    const won = price <= bid;
    const money = (own: number) => own * times;
    const seen = won ? [1, money(price), money(value)] : [0, "", ""];
    return [time, money(bid), ...seen, money(worth), chance, 0.5, money(other)].join(",");
  });
  return `${["time,bid,won,price,value,worth,chance,propensity,other", ...lines].join("\n")}\n`;
};
const read = (text: string, rule: "first-price" | "second-price"): Promise<BidFigures> =>
  bidFigures("b.csv", { ...folderOf({ "b.csv": text }), rule });

/** Rows by their time, those of one time in an order that `keys` give. */
const byTime = (all: readonly Row[], keys: readonly number[]): Row[] =>
  all
    .map((own, k) => ({ own, key: keys[k % keys.length] }))
    .sort((a, b) => a.own.time - b.own.time || a.key - b.key)
    .map(({ own }) => own);
const keys = fc.array(fc.nat(), { minLength: 30, maxLength: 30 });

property.prop([rows, keys, keys, fc.constantFrom("first-price" as const, "second-price" as const)], { numRuns: 25 })(
  "rows of one time may stand in any order",
  async (all, one, other, rule) => {
    const report = await read(csvOf(byTime(all, one)), rule);
    expect(await read(csvOf(byTime(all, other)), rule)).toEqual(near(report));
  },
);

property.prop([rows], { numRuns: 10 })(
  "in cents all amounts are a hundredfold, and all shares the same",
  async (all) => {
    const sorted = byTime(all, [0]);
    const [euros, cents] = [await read(csvOf(sorted), "second-price"), await read(csvOf(sorted, 100), "second-price")];
    expect(cents.prices.mean.mean).toBeCloseTo(100 * (euros.prices.mean.mean ?? 0), 6);
    expect(cents.calibration).toEqual(near(euros.calibration));
    expect(cents.prices.landscape).toEqual(
      near(
        euros.prices.landscape.map((point) => ({
          ...point,
          bid: 100 * point.bid,
          pays: point.pays === null ? null : 100 * point.pays,
        })),
        6,
      ),
    );
    for (const name of ["logged", "ips", "doublyRobust", "gain"] as const)
      expect(cents.policy?.[name]?.mean).toBeCloseTo(100 * (euros.policy?.[name]?.mean ?? Number.NaN), 6);
  },
);

property.prop([rows], { numRuns: 10 })("a log that is there twice has the same shares of prices", async (all) => {
  const sorted = byTime(all, [0]);
  const [once, twice] = [sorted, sorted.flatMap((own) => [own, own])].map((own) => read(csvOf(own), "second-price"));
  const [one, two] = [await once, await twice];
  expect(two.auctions).toBe(2 * one.auctions);
  expect(two.prices.landscape.map(({ wins, pays, amongKnown }) => [wins.mean, pays, amongKnown])).toEqual(
    near(one.prices.landscape.map(({ wins, pays, amongKnown }) => [wins.mean, pays, amongKnown])),
  );
});

it("all rows of one time are no less a log", async () => {
  const all = Array.from({ length: 20 }, (_, k): Row => {
    const [bid, price] = [1 + (k % 2), 1 + (k % 3)];
    return { time: 1, bid, price, value: 2, worth: 1 + (k % 4), chance: 0.5, other: 2 };
  });
  const report = await read(csvOf(all), "second-price");
  expect(report.policy?.doublyRobust?.mean).toEqual(expect.any(Number));
  expect(await read(csvOf(all.toReversed()), "second-price")).toEqual(near(report));
});

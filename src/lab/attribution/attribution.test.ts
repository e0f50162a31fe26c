// Credit from a file: by hand for every rule, with intervals that are known where a formula knows them.

import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { qt } from "lib-r-math.js";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { touchesCsv } from "../../../test/fixtures/touches.ts";
import { Random } from "../../core/random.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { CREDIT_RULES, type CreditRule } from "../../feedback/attribution/credit-totals.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type Attribution, type AttributionOptions, attributeTouches } from "./attribution.ts";

const read = (text: string | Uint8Array, options: AttributionOptions = {}, file = "t.csv") =>
  attributeTouches(file, { ...folderOf({ [file]: text }), ...options });

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 10));
const means = ({ channels }: Attribution, rule: CreditRule) => channels.map(({ credit }) => credit[rule].mean);

// p: a, b, b, bought an hour after the last; q: b, none; r: bought without a touch.
const BY_HAND = `journey,time,channel,converted,end,cost
p,2,b,1,4,3
q,1,b,0,,5
p,1,a,1,4,1
r,,,1,,
p,3,b,1,4,3
`;

test("three journeys by hand, by every rule", async () => {
  const report = await read(BY_HAND, { halfLife: { amount: 1, isTime: false } });
  expect(report).toMatchObject({
    file: "t.csv",
    rows: 5,
    touches: 4,
    journeys: 3,
    purchases: 2,
    untouched: 1,
    skipped: 0,
  });
  expect(report).toMatchObject({ halfLife: 1, longest: 3, timeUnit: null, priced: true });
  expect(report.channels.map(({ channel, touches, cost }) => [channel, touches, cost])).toEqual([
    ["a", 1, 1],
    ["b", 3, 11],
  ]);
  // The chain: start → a or b at a half each, a → b, b → b, bought or none at a third each, so that b buys with 1/2, and so does a. Without
  // a a quarter is left of a half, without b nothing: removal 1/2 and 1 of the one purchase.
  const expected: Record<CreditRule, number[]> = {
    "last touch": [0, 1],
    "first touch": [1, 0],
    linear: [1 / 3, 2 / 3],
    "time decay": [1 / 7, 6 / 7],
    "Markov removal": [1 / 3, 2 / 3],
    Shapley: [1 / 2, 1 / 2],
  };
  for (const rule of CREDIT_RULES) expect(means(report, rule)).toEqual(near(expected[rule]));
  const [a, b] = report.channels;
  expect(a.credit["last touch"]).toMatchObject({ mean: 0, low: null, high: null });
  expect(a.credit.linear.low).not.toBeNull();
  expect(a.costPerPurchase?.Shapley.mean).toBeCloseTo(2, 10);
  expect(b.costPerPurchase?.["time decay"].mean).toBeCloseTo(77 / 6, 10);
  // A channel that earned nothing has no price.
  expect(a.costPerPurchase?.["last touch"].mean).toBeNull();
  const moved = (one: CreditRule, other: CreditRule) =>
    report.disagreements.find(({ rules }) => rules[0] === one && rules[1] === other)?.moved.mean;
  expect(report.disagreements).toHaveLength(15);
  expect(moved("last touch", "first touch")).toBeCloseTo(1, 10);
  expect(moved("last touch", "Markov removal")).toBeCloseTo(1 / 3, 10);
  expect(moved("linear", "Markov removal")).toBeCloseTo(0, 10);
});

test("the same from Parquet, and in any order of the rows", async () => {
  const csv = touchesCsv(300, 5);
  const [head, ...lines] = csv.trimEnd().split("\n");
  const rows = lines.map((line) => line.split(","));
  const columnData = head.split(",").map((name, k): ColumnSource => {
    const texts = rows.map((row) => row[k]);
    if (name === "cost" || name === "converted") return { name, data: texts.map(Number), type: "DOUBLE" };
    if (name !== "time" && name !== "end") return { name, data: texts, type: "STRING" };
    return { name, data: texts.map((time) => new Date(`${time.replace(" ", "T")}Z`)), type: "TIMESTAMP" };
  });
  const { file: _, ...expected } = await read(csv, { halfLife: { amount: 86_400, isTime: true } });
  expect(expected).toMatchObject({ timeUnit: "s", journeys: 300 });
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData }));
  expect(await read(parquet, { halfLife: { amount: 86_400, isTime: true } }, "t.parquet")).toMatchObject(expected);
  shuffle(lines, Random.of(3));
  expect(await read([head, ...lines].join("\n"), { halfLife: { amount: 86_400, isTime: true } })).toMatchObject(
    expected,
  );
});

test("intervals are those of a mean where credit is one, and rules that agree are told from those that don't", async () => {
  const csv = touchesCsv(2000, 6);
  const report = await read(csv, { halfLife: { amount: 3 * 86_400, isTime: true } });
  // By last touch a journey gives a channel 1 or 0: the spread of a sum of so many is known.
  const owned = report.channels.map(({ credit }) => Number(credit["last touch"].mean));
  for (const [c, { credit }] of report.channels.entries()) {
    const { low, high, n } = credit["last touch"];
    expect(n).toBe(50);
    const values = Float64Array.from({ length: 2000 }, (_, k) => (k < owned[c] ? 1 : 0));
    const known = qt(0.975, 49) * deviation(values) * Math.sqrt(2000);
    const ratio = (Number(high) - Number(low)) / 2 / known;
    // The deviation of 50 groups is known within a tenth; these are four of them.
    expect(Math.abs(ratio - 1)).toBeLessThan(0.4);
  }
  const pair = (one: CreditRule, other: CreditRule) =>
    report.disagreements.find(({ rules }) => rules[0] === one && rules[1] === other);
  expect(pair("last touch", "Markov removal")?.differing).toBeGreaterThan(2);
  const { channels = [], moved } = pair("last touch", "Markov removal") ?? {};
  expect(channels.reduce((sum, { gains }) => sum + Number(gains.mean), 0)).toBeCloseTo(0, 10);
  expect(Number(moved?.mean)).toBeCloseTo(
    channels.reduce((sum, { gains }) => sum + Math.abs(Number(gains.mean)), 0) / 2,
    10,
  );
  // A half-life of ages is the linear rule but for the tenth digit, which is no disagreement.
  const ages = await read(csv, { halfLife: { amount: 1e16, isTime: true } });
  expect(ages.disagreements.find(({ rules }) => rules.join() === "linear,time decay")?.differing).toBe(0);
  // What all journeys do alike has no spread.
  const alike = Array.from({ length: 500 }, (_, k) => `j${k},1,x,1`);
  const hours = { timeUnit: "h" } as const;
  const [x] = (await read(["journey,time,channel,converted", ...alike].join("\n"), hours)).channels;
  for (const rule of CREDIT_RULES) {
    expect(x.credit[rule].mean).toBeCloseTo(500, 9);
    expect(Number(x.credit[rule].high) - Number(x.credit[rule].low)).toBeCloseTo(0, 9);
  }
  // With one touch in each journey all rules say the same.
  const [head, ...lines] = csv.trimEnd().split("\n");
  const single = lines.map((line, k) => line.replace(/^c\d+/, `j${k}`));
  const same = await read([head, ...single].join("\n"));
  for (const { differing, moved: none } of same.disagreements) {
    expect(differing).toBe(0);
    expect(none.mean).toBeCloseTo(0, 9);
  }
});

test("a network that is told who the customers are credits what was caused, and one that isn't the channels they came by", async () => {
  // Intent in another unit.
  const csv = touchesCsv(1800, 7).replaceAll(
    /,(-?\d+\.\d\d),([ABC])$/gm,
    (_, intent, segment) => `,${50_000 + 20_000 * Number(intent)},${segment}`,
  );
  const losses: number[] = [];
  const shares = async (customer: readonly string[]) => {
    const messages: string[] = [];
    const { attention, channels, purchases } = await read(csv, {
      attention: { journeys: 1500, seed: 1, customer },
      onProgress: (text) => messages.push(text),
    });
    if (attention === undefined) throw new Error("no network was fitted");
    expect(messages.filter((text) => text.startsWith("attention: epoch"))).toHaveLength(8);
    expect(attention.journeys).toBe(1500);
    expect(attention.credit.reduce((a, b) => a + b, 0)).toBeCloseTo(purchases, 6);
    losses.push(attention.loss);
    return new Map(channels.map(({ channel }, c) => [channel, attention.credit[c] / purchases]));
  };
  const informed = await shares(["intent", "segment"]);
  const blind = await shares([]);
  // The banner causes 2 % of the purchases.
  expect(informed.get("banner")).toBeLessThan(0.1);
  expect(Number(blind.get("banner"))).toBeGreaterThan(2 * Number(informed.get("banner")));
  expect(Number(informed.get("search"))).toBeGreaterThan(0.4);
  expect(Number(informed.get("display"))).toBeGreaterThan(0.1);
  // The model that knows the customers foretells better.
  expect(losses[0]).toBeLessThan(losses[1] - 0.02);
});

test("few journeys have no intervals, bad rows none of the credit", async () => {
  const one = await read("journey,time,channel,converted\na,1,x,1\na,2,y,1\n");
  expect(one.channels[0].credit.linear).toEqual({ mean: 0.5, low: null, high: null, n: 1 });
  expect(one.channels[0].costPerPurchase).toBeUndefined();
  const bad = "journey,time,channel,converted\na,1,x,1\na,2,y,0\nb,1,y,0\n";
  await expect(read(bad)).rejects.toThrow("t.csv:3: converted: 0, but 1 in line 2");
  const notices: string[] = [];
  const skipped = await read(bad, { skipBadRows: true, timeUnit: "h", onNotice: (text) => notices.push(text) });
  expect(skipped).toMatchObject({ journeys: 2, touches: 2, purchases: 1, skipped: 1 });
  expect(notices).toHaveLength(1);
});

test("a log that does not say what touches cost has no costs, and one of 0 has them", async () => {
  const [none, free] = ["", ",0"].map((cost) => `p,1,a,1${cost}\np,2,b,1${cost}\n`);
  const costs = async (text: string) => (await read(text, { timeUnit: "h" })).channels.map(({ cost }) => cost);
  expect(await costs(`journey,time,channel,converted\n${none}`)).toEqual([null, null]);
  expect(await costs(`journey,time,channel,converted,cost\n${free}`)).toEqual([0, 0]);
});

test.each([
  ["days", ["20240130", "20240202"], 3],
  ["minutes", ["202401302359", "202402022359"], 3],
  ["seconds", ["20240130235900", "20240202235900"], 3],
  ["milliseconds, as in iPinYou", ["20130606000104008", "20130609000104008"], 3],
])("dates in digits alone are dates, to %s", async (_, [first, second], days) => {
  const notes: string[] = [];
  const text = `journey,time,channel,converted\np,${first},a,1\np,${second},b,1\n`;
  const report = await read(text, {
    halfLife: { amount: days * 86_400, isTime: true },
    onNotice: (note) => notes.push(note),
  });
  expect(report).toMatchObject({ timeUnit: "s", halfLife: days * 86_400, longest: days * 86_400 });
  expect(means(report, "time decay")).toEqual(near([1 / 3, 2 / 3]));
  expect(notes).toEqual(["times of t.csv are read as dates in digits alone: 20241231235900"]);
  // As numbers of a unit that is said they stay numbers.
  expect(await read(text, { timeUnit: "h" })).toMatchObject({ timeUnit: "h", longest: Number(second) - Number(first) });
});

test("a date of another form is no time, and no number of an unknown unit", async () => {
  const text = "journey,time,channel,converted\np,13/01/2024,a,1\np,14/01/2024,b,1\n";
  await expect(read(text, { halfLife: { amount: 86_400, isTime: true } })).rejects.toThrow(/"13\/01\/2024" is no time/);
});

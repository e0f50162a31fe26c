// Credit of advertising channels from the command line.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Attribution } from "../../src/lab/attribution/attribution.ts";
import { touchesCsv } from "../fixtures/touches.ts";
import { agon, documentOf, root } from "./agon.ts";
import { folderWith } from "./files.ts";
import { complaintOf, refusedCommands } from "./mistakes.ts";

const example = join(root, "examples/touches.csv");

test("the example is what the generator makes", () => {
  expect(readFileSync(example, "utf8")).toBe(touchesCsv(200, 1));
});

test("a table of channels by rules, what a purchase costs, and how far rules disagree", async () => {
  const { code, stdout, complaint } = await agon(`attribute ${example} --half-life 3d`);
  expect([code, complaint]).toEqual([0, ""]);
  expect(stdout).toMatch(/1,139 touches of 5 channels in 200 journeys; 55 purchases/);
  expect(stdout).toMatch(
    /^channel +touches +cost +last touch +first touch +linear +time decay +Markov removal +Shapley$/m,
  );
  expect(stdout).toMatch(/^search +241 +289\.2 +20\.\d \[[\d.]+, [\d.]+\] +7\.\d \[/m);
  expect(stdout).toMatch(/^search +14(\.\d+)? \[[\d.]+, [\d.]+\] +41(\.\d+)? \[/m);
  expect(stdout).toContain("Time decay halves every 3 d.");
  expect(stdout).toMatch(
    /Last touch and Markov removal differ in \d of 5 channels by more than chance explains: [\d.]+ \[[\d.]+, [\d.]+\] % of the credit/,
  );
  expect(stdout).toMatch(/Of all rules .* are furthest apart, .* nearest\./);
});

test("one JSON document, of chosen rows of a file that calls its columns otherwise", async () => {
  const text = "user,t,medium,bought,market\nu,2,tv,true,eu\nu,1,web,true,eu\nv,1,web,false,us\nw,,,true,eu\n";
  const cwd = folderWith({ "t.csv": text });
  const names = "--columns journey=user --columns time=t --columns channel=medium --columns converted=bought";
  const words = `attribute t.csv ${names} --where "market = 'eu'"`;
  const { code, stdout, complaint } = await agon(`${words} --json --half-life 0.5`, { cwd });
  expect([code, complaint]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({
    file: "t.csv",
    ...{ rows: 3, touches: 2, journeys: 2, purchases: 2, untouched: 1, halfLife: 0.5, priced: false },
    channels: [
      { channel: "tv", credit: { "last touch": { mean: 1 }, "time decay": { mean: expect.closeTo(0.8, 10) } } },
      { channel: "web", credit: { "first touch": { mean: 1 }, Shapley: { mean: 0.5 } } },
    ],
  });
  const outcome = await agon(`${words} --half-life 7d --time-unit h`, { cwd });
  expect(outcome.stdout).toContain("2 purchases, 1 of them without a touch, which no channel is credited with");
  expect(outcome.stderr).toMatch(/longest journey takes 1 h, .* nearly linear; --half-life/);
});

test("a span is measured in the unit of the file's times, and in none that is not known", async () => {
  const touches = (times: readonly number[]) =>
    `journey,time,channel,converted\n${times.map((time, k) => `j,${time},${"xy"[k]},1`).join("\n")}\n`;
  const day = 86_400_000;
  const cwd = folderWith({ "ms.csv": touches([1.7e12, 1.7e12 + day]), "own.csv": touches([5, 29]) });
  const decay = async (words: string) => {
    const { code, stdout, complaint } = await agon(`attribute ${words} --json`, { cwd });
    const report = JSON.parse(stdout);
    return {
      code,
      complaint,
      shares: report.channels?.map((one: { credit: object }) => Object(one.credit)["time decay"].mean),
    };
  };
  const [third, two] = [expect.closeTo(1 / 3, 9), expect.closeTo(2 / 3, 9)];
  const read = "agon: times of ms.csv are read as milliseconds since 1970\n";
  expect(await decay("ms.csv --half-life 1d")).toEqual({ code: 0, complaint: read, shares: [third, two] });
  expect(await decay(`ms.csv --half-life ${day}`)).toMatchObject({ code: 0, shares: [third, two] });
  expect(await decay("own.csv --half-life 24")).toEqual({ code: 0, complaint: "", shares: [third, two] });
  expect(await decay("own.csv --half-life 1d --time-unit h")).toEqual({ code: 0, complaint: "", shares: [third, two] });
  expect(await decay("own.csv")).toMatchObject({
    code: 0,
    complaint: expect.stringMatching(/time decay is left out/),
    shares: [null, null],
  });
  expect(await decay("own.csv --half-life 1d")).toMatchObject({
    code: 2,
    complaint: expect.stringMatching(
      /unknown unit, so that a span of 1 d cannot be told; say their unit, --time-unit h/,
    ),
  });
});

test("times in seconds and in milliseconds are not put in one order", async () => {
  const rows = ["1760000000,a,x,0", "1760000001000,a,y,0", "1760000002,b,x,1"];
  const cwd = folderWith({ "mixed.csv": ["time,journey,channel,converted", ...rows].join("\n") });
  expect(await agon("attribute mixed.csv", { cwd })).toMatchObject({
    code: 2,
    complaint: expect.stringMatching(
      /^agon: mixed.csv: some times are seconds since 1970, as 1760000000, and some are milliseconds since 1970, as 1760000001000; /,
    ),
  });
  expect((await agon("attribute mixed.csv --time-unit s", { cwd })).code).toBe(0);
});

test("a network beside the rules", async () => {
  const words = `attribute ${example} --attention 60 --customer segment`;
  const { code, stdout, stderr } = await agon(words);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Shapley +attention$/m);
  expect(stdout).toContain("fitted to 60 journeys, told segment=A, segment=B, segment=C");
  expect(stderr).toContain("60 journeys are few to learn from");
  const again = await documentOf(words);
  const other = await documentOf(`${words} --seed 1`);
  expect(again.attention.credit.reduce((a: number, b: number) => a + b, 0)).toBeCloseTo(55, 6);
  expect(await documentOf(words)).toEqual(again);
  expect(other.attention.credit).not.toEqual(again.attention.credit);
  expect(other.channels).toEqual(again.channels);
});

const bad = "journey,time,channel,converted\na,1,x,1\na,2,y,0\nb,soon,y,0\nb,2,x,0\n";
refusedCommands(
  "agon-attribute",
  `
  attribute bad.csv
  attribute none.csv
  attribute bad.csv --columns chanel=x
  attribute bad.csv --columns journey=user
  attribute bad.csv --columns journey
  attribute bad.csv --half-life soon
  attribute bad.csv --customer town
  attribute bad.csv --skip-bad-rows --attention --customer town
  attribute other.csv
  `,
  { "bad.csv": bad, "other.csv": "id,time,chanel,converted\na,1,x,1\n" },
);

test("a filter that DuckDB refuses is told, and bad rows may be left out", async () => {
  const folder = folderWith({ "bad.csv": bad });
  expect(await complaintOf("attribute bad.csv --where 'missing = 1'", { cwd: folder })).toMatch(
    /no column is called "missing", which the condition names/,
  );
  const { code, stdout, stderr } = await agon("attribute bad.csv --skip-bad-rows --json", { cwd: folder });
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ skipped: 2, journeys: 2, touches: 2 })]);
  expect(stderr).toMatch(/2 bad rows were left out; the first: bad\.csv:3/);
});

test.each(["__proto__", "constructor", "toString"])(
  "a column or a channel called %s is one as any other",
  async (name) => {
    const rows = (channel: string) => `1,1,${channel},1,x\n1,2,b,1,y\n2,1,b,0,z\n2,3,${channel},0,z\n3,1,b,1,z\n`;
    const cwd = folderWith({
      "t.csv": `journey,time,channel,converted,${name}\n${rows(name)}`,
      "plain.csv": `journey,time,channel,converted,other\n${rows("plain")}`,
    });
    const credits = async (file: string) => {
      const { channels }: Attribution = await documentOf(`attribute ${file}`, { cwd });
      return new Map(channels.map(({ channel, credit }) => [channel === "plain" ? name : channel, credit]));
    };
    const byChannel = await credits("t.csv");
    expect(byChannel).toEqual(await credits("plain.csv"));
    // Nothing is credited with fewer than no purchases.
    for (const credit of byChannel.values())
      for (const { low } of Object.values(credit)) expect(low ?? 0).toBeGreaterThanOrEqual(0);
    expect([...byChannel.values()].some((credit) => credit.linear.low === 0)).toBe(true);
  },
);

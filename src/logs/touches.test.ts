// Journeys from touches: rows in any order become complete journeys in constant memory, and invalid contents are reported with their
// location.

import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { words } from "../../test/fixtures/words.ts";
import { Random } from "../core/random.ts";
import { shuffle } from "../math/weighted-draw.ts";
import type { TouchBlock } from "./journey-rows.ts";
import type { LogInput } from "./source.ts";
import { openTouches, type TouchOptions } from "./touches.ts";

/** Formats all journeys of a log in file order. */
async function journeysOf(source: LogInput, options: TouchOptions) {
  const log = await openTouches(source, options);
  try {
    const entries: { first: number; text: string }[] = [];
    for await (const block of log.blocks()) {
      for (let k = 0; k < block.converted.length; k++) entries.push({ first: block.first[k], text: format(block, k) });
    }
    const journeys = entries.sort((a, b) => a.first - b.first).map(({ text }) => text);
    return { journeys, channels: log.channels, read: log.read };
  } finally {
    log.close();
  }
}

/** Formats journeys: `search@2 email@0 cost 3 → 1` lists touches with the time to the end, the cost, and the conversion. */
function format({ channels, starts, channel, before, cost, converted }: TouchBlock, k: number): string {
  const touches: string[] = [];
  let paid = 0;
  for (let t = starts[k]; t < starts[k + 1]; t++) {
    touches.push(`${channels[channel[t]]}@${before[t]}`);
    paid += cost[t];
  }
  return [...touches, `cost ${paid}`, "→", converted[k]].join(" ");
}

const TOUCHES = `journey,time,channel,converted,end,cost
a,5,search,1,,0.5
b,2,email,0,4,
a,3,email,1,,1.5
c,,,1,,
b,1,search,0,,2
a,3,search,1,,1
`;
const TOLD = ["email@2 search@2 search@0 cost 3 → 1", "search@3 email@2 cost 2 → 0", "cost 0 → 1"];

describe("reading journeys", () => {
  it("by time, from rows in any order, with or without an end, a cost, a touch", async () => {
    const { journeys, channels, read } = await journeysOf("t.csv", folderOf({ "t.csv": TOUCHES }));
    expect(journeys).toEqual(TOLD);
    expect(channels).toEqual(["email", "search"]);
    expect(read).toEqual({ rows: 6, journeys: 3, skipped: 0, reasons: [], counts: [] });
  });

  it("compressed, and from Parquet", async () => {
    const rows = TOUCHES.trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").map((field) => (field === "" ? null : field)));
    const names = (name: string, k: number) => ({ name, data: rows.map((row) => row[k]), type: "STRING" }) as const;
    const numbers = (name: string, k: number) =>
      ({ name, data: rows.map((row) => (row[k] === null ? null : Number(row[k]))), type: "DOUBLE" }) as const;
    const columnData = [names("channel", 2), numbers("cost", 5), numbers("end", 4), numbers("converted", 3)];
    const parquet = parquetWriteBuffer({ columnData: [...columnData, names("journey", 0), numbers("time", 1)] });
    const place = folderOf({ "t.csv.gz": gzipSync(TOUCHES), "t.parquet": new Uint8Array(parquet) });
    expect((await journeysOf("t.csv.gz", place)).journeys).toEqual(TOLD);
    expect((await journeysOf("t.parquet", place)).journeys).toEqual(TOLD);
  });

  it("with renamed columns, with dates, and with a row condition", async () => {
    const text =
      "user;at;medium;bought;market\n1;2024-03-01 10:00:00;tv;true;eu\n1;2024-02-29 10:00:00;web;true;eu\n2;2024-03-01 10:00:00;web;false;us\n";
    const columns = { journey: "user", time: "at", channel: "medium", converted: "bought" };
    const source = { file: "t.csv", columns, where: "market = 'eu'" };
    expect((await journeysOf(source, folderOf({ "t.csv": text }))).journeys).toEqual(["web@86400 tv@0 cost 0 → 1"]);
  });

  it("independent of the order of rows", async () => {
    const random = Random.of(3);
    const rows = Array.from({ length: 3000 }, (_, k) => {
      const journey = random.integer(800);
      return `j${journey},${k + random.uniform()},c${random.integer(5)},${journey % 2},${random.integer(9)}`;
    });
    const file = () => `journey,time,channel,converted,cost\n${rows.join("\n")}\n`;
    const read = async () => {
      const log = await openTouches("t.csv", folderOf({ "t.csv": file() }));
      const blocks: Omit<TouchBlock, "first">[] = [];
      for await (const { first: _, ...block } of log.blocks()) blocks.push(block);
      log.close();
      return blocks;
    };
    const one = await read();
    shuffle(rows, random);
    expect(await read()).toEqual(one);
    expect(one[0].hash.length).toBeGreaterThan(700);
  });

  // Retried, because other work in this process may disturb the memory measurement, whereas a leak fails each time.
  it("with many touches, in constant memory", { retry: 2 }, async () => {
    const journeys = (k: number) => (k * 7919) % 40_000;
    const rows = Array.from({ length: 200_000 }, (_, k) => `j${journeys(k)},${k},c${k % 11},${journeys(k) % 2}\n`);
    const place = folderOf({ "t.csv": `journey,time,channel,converted\n${rows.join("")}` });
    rows.length = 0;
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("gc");
    const used = () => {
      if (typeof collect === "function") collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const log = await openTouches("t.csv", place);
    const sizes: number[] = [];
    let [touches, purchases, longest, blocks] = [0, 0, 0, 0];
    for await (const block of log.blocks()) {
      touches += block.channel.length;
      purchases += block.converted.reduce((a, b) => a + b, 0);
      longest = Math.max(longest, block.channel.length);
      blocks += 1;
      // The measurement collects all garbage, which takes longer than reading a block.
      if (blocks % 3 === 0) sizes.push(used());
    }
    log.close();
    expect([touches, log.read.journeys, purchases, blocks >= 12]).toEqual([200_000, 40_000, 20_000, true]);
    // A block may exceed its size by one DuckDB chunk and one journey; all touches together would take six megabytes.
    expect(longest).toBeLessThan(16_384 + 2048 + 5);
    // A pending chunk appears in single measurements, a leak in all later ones: half of all touches would be three megabytes.
    const half = sizes.length / 2;
    expect(Math.min(...sizes.slice(half)) - Math.min(...sizes.slice(0, half))).toBeLessThan(2e6);
  });
});

const BAD = `journey,time,channel,converted,end,cost
a,5,search,1,,1
a,6,search,0,,1
,6,search,0,,1

a,7,"em
ail",1,,-1
a,,search,1,,1
a,8,,1,,
b,1,search,2,,1
c,1,search,1,3,1
c,4,search,1,,1
c,2,search,1,2.5,1
d,x,search,1,,1
e,1,search,perhaps,,1
f,,,1,,4
c,0,email,1,,1,9
g,inf,search,1,,1
a,1,email,1,,2
`;

describe("bad rows", () => {
  const columnData: ColumnSource[] = [
    { name: "journey", data: ["a", "b", "a"], type: "STRING" },
    { name: "time", data: [new Date(2000), new Date(1000), new Date(500)], type: "TIMESTAMP" },
    { name: "channel", data: ["x", "x", "y"], type: "STRING" },
    { name: "converted", data: [1, 0, 0], type: "INT32" },
    { name: "end", data: [null, new Date(0), null], type: "TIMESTAMP" },
  ];
  const head = "journey,time,channel,converted\n";
  const many = Array.from({ length: 257 }, (_, k) => `1,1,c${k},1`).join("\n");
  const reading = (file: string, contents: string | Uint8Array, where?: string) =>
    journeysOf(where === undefined ? file : { file, where }, folderOf({ [file]: contents }));
  words("touches", [
    ["each of one row", () => reading("bad.csv", BAD)],
    ["rows of Parquet", () => reading("t.parquet", new Uint8Array(parquetWriteBuffer({ columnData })))],
    ["no journeys", () => reading("none.csv", head)],
    ["no row that is meant", () => reading("many.csv", `${head}${many}\n`, "channel = 'x'")],
    ["too many channels", () => reading("many.csv", `${head}${many}\n`)],
  ]);

  it("are skipped and counted on request, and the others are kept", async () => {
    const notices: string[] = [];
    const { journeys, read } = await journeysOf("bad.csv", {
      ...folderOf({ "bad.csv": BAD }),
      skipBadRows: true,
      onNotice: (text) => notices.push(text),
    });
    expect(journeys).toEqual(["email@4 search@0 cost 3 → 1", "search@2 cost 1 → 1"]);
    expect(read).toMatchObject({ journeys: 2, skipped: 13 });
    expect(notices).toEqual([
      "bad.csv: 13 bad rows were left out; the first: bad.csv:3: converted: 0, but 1 in line 2",
    ]);
  });

  it("are reported from the start of the file where there are many", async () => {
    const lines = Array.from({ length: 5000 }, (_, k) => `j${k},${k},a,${k === 4999 ? 1 : 2}`);
    const place = folderOf({ "t.csv": `journey,time,channel,converted\n${lines.join("\n")}\n` });
    const first = Array.from({ length: 20 }, (_, k) => `t.csv:${k + 2}: converted: .*`);
    await expect(journeysOf("t.csv", place)).rejects.toThrow(
      new RegExp(`^${first.join("\n")}\nt.csv: has 4,999 bad rows; .*$`),
    );
    expect((await journeysOf("t.csv", { ...place, skipBadRows: true })).read.skipped).toBe(4999);
  });
});

describe("bad files", () => {
  it.each<[string, LogInput, RegExp]>([
    ["a missing one", "nothing.csv", /there is no file .*nothing\.csv; paths start from/],
    ["a folder", ".", /is no file/],
    [
      "a condition that is none",
      { file: "t.csv", where: "missing = 1" },
      /no column is called "missing", which the condition/,
    ],
    ["no Parquet", "p.parquet", /cannot be read as Parquet/],
  ])("%s", async (_, source, sentence) => {
    const place = folderOf({ "t.csv": TOUCHES, "p.parquet": "PAR1" });
    await expect(journeysOf(source, place)).rejects.toThrow(sentence);
  });

  it("an aborted reading throws the reason and leaves no files behind", async () => {
    const lines = Array.from({ length: 50_000 }, (_, k) => `j${k},${k},a,1`);
    const place = folderOf({ "t.csv": `journey,time,channel,converted\n${lines.join("\n")}\n` });
    const stop = new AbortController();
    const log = await openTouches("t.csv", { ...place, signal: stop.signal });
    const reading = log.blocks();
    await reading.next();
    stop.abort(new Error("enough"));
    await expect(reading.next()).rejects.toThrow("enough");
    log.close();
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`agon-${process.pid}-`))).toEqual([]);
  });
});

it("mixed line endings are accepted where bad rows may be skipped, with correct line numbers", async () => {
  const lines = TOUCHES.trimEnd().split("\n");
  const mixed = `${lines.slice(0, 3).join("\r\n")}\r\n${lines.slice(3, 5).join("\n")}\n${lines.slice(5).join("\r")}\rd,x,search,1,,1\r\n`;
  const place = folderOf({ "t.csv": mixed, "t.csv.gz": gzipSync(mixed) });
  for (const file of ["t.csv", "t.csv.gz"]) {
    await expect(journeysOf(file, place)).rejects.toThrow(/^.*--skip-bad-rows.*$/);
    const { journeys, read } = await journeysOf(file, { ...place, skipBadRows: true });
    expect(journeys.sort()).toEqual([...TOLD].sort());
    expect(read).toMatchObject({ skipped: 1, reasons: [expect.stringContaining(`${file}:8`)] });
  }
});

it("a CR within quotes is not a line ending", async () => {
  const place = folderOf({ "t.csv": 'journey,time,channel,converted,end\r\na,1,"se\r\narch",1,2\r\nb,1,x,0,2\n' });
  const { channels } = await journeysOf("t.csv", { ...place, skipBadRows: true });
  expect(channels).toEqual(["se\r\narch", "x"]);
});

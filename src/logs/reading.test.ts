// Reading of logs from CSV and Parquet: records equal the file's contents, and invalid contents are reported with their location.

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it, test } from "vitest";
import { folderOf, readLog, recordsOf } from "../../test/fixtures/logs.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { UserError } from "../core/errors.ts";
import { AUCTIONS, IMPRESSIONS, type LogKind, OFFERS, REQUESTS } from "./kinds.ts";
import { logAtHand } from "./shelf.ts";
import { withFile } from "./user-file.ts";

const BIDS = `auction,time,bidder,value
a1,10,Ann,1.5
a1,10,Bob,2
a2,11.5,Bob,0
a3,12,Zoë,4e1
a3,12,Ann,3
`;
const KEPT = [
  [10, 1.5, 2, 0, 1, 1, 0],
  [11.5, 0, 0, 0, 0, 1, 0],
  [12, 3, 0, 40, 1, 0, 1],
];

/** Reads a file and returns the error. */
const reading = (kind: LogKind, name: string, contents: string | Uint8Array) =>
  readLog(kind, name, folderOf({ [name]: contents }));

test("rows of an interrupted query do not count as a complete file, though the engine reports no error", async () => {
  const interrupt = new AbortController();
  const { directory } = folderOf({ "bids.csv": BIDS });
  const path = join(directory, "bids.csv");
  const read = withFile({ path, shown: "bids.csv", signal: interrupt.signal }, ({ ask }) =>
    ask(async () => {
      interrupt.abort();
      return null;
    }),
  );
  await expect(read).rejects.toMatchObject({ name: "AbortError" });
});

describe("reading a log", () => {
  it("records contain the time and, for every column, one number per party", async () => {
    const log = await readLog(AUCTIONS, "bids.csv", folderOf({ "bids.csv": BIDS }));
    expect(log.parties).toEqual(["Ann", "Bob", "Zoë"]);
    expect(log.numbers).toEqual(["value", "quality"]);
    expect(recordsOf(log)).toEqual(KEPT);
    expect(log).toMatchObject({ records: 3, rows: 5, most: [40, 1], best: [42, 3], first: 10, last: 12, skipped: 0 });
  });

  it.each([
    ["semicolons", BIDS.replaceAll(",", ";")],
    ["tabs", BIDS.replaceAll(",", "\t")],
    ["line ends of two characters", BIDS.replaceAll("\n", "\r\n")],
    ["a mark of the byte order", `\ufeff${BIDS}`],
    ["no line end at the end", BIDS.trimEnd()],
    ["empty lines", BIDS.replaceAll("\n", "\n\n")],
    ["quotes", BIDS.replaceAll(/(Ann|Bob|auction)/g, '"$1"')],
    [
      "further columns",
      BIDS.replaceAll(/,([\w.]*)\n/g, ',$1,"x, ""y"" z"\n').replace('value,"x, ""y"" z"', "value,note"),
    ],
  ])("with %s", async (_, text) => {
    expect(recordsOf(await readLog(AUCTIONS, "bids.csv", folderOf({ "bids.csv": text })))).toEqual(KEPT);
  });

  it("compressed, and from Parquet", async () => {
    const rows = BIDS.trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    const column = (k: number) => rows.map((row) => row[k]);
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: "bidder", data: column(2), type: "STRING" },
        { name: "auction", data: column(0), type: "STRING" },
        { name: "time", data: column(1).map(Number), type: "DOUBLE" },
        { name: "value", data: column(3).map(Number), type: "FLOAT" },
      ],
    });
    const place = folderOf({ "bids.csv.gz": gzipSync(BIDS), "bids.parquet": new Uint8Array(parquet) });
    expect(recordsOf(await readLog(AUCTIONS, "bids.csv.gz", place))).toEqual(KEPT);
    expect(recordsOf(await readLog(AUCTIONS, "bids.parquet", place))).toEqual(KEPT);
  });

  it("with renamed columns, with dates, and with a row condition", async () => {
    const text =
      "lot|at|who|worth|region\n1|2024-03-01 00:00:10|b|5|eu\n1|2024-03-01 00:00:10|a|4|us\n2|2024-03-01 00:00:11|a|3|eu\n";
    const source = {
      file: "lots.csv",
      columns: { auction: "lot", time: "at", bidder: "who", value: "worth" },
      where: "region = 'eu'",
    };
    const begin = Date.UTC(2024, 2, 1) / 1000;
    const log = await readLog(AUCTIONS, source, folderOf({ "lots.csv": text }));
    expect(recordsOf(log)).toEqual([
      [begin + 10, 0, 5, 0, 1],
      [begin + 11, 3, 0, 1, 0],
    ]);
  });

  it("with time zones, equally from CSV and Parquet, and in UTC without one", async () => {
    const times = ["2024-03-01 09:00:00-05:00", "2024-03-01T16:00:00+01:00", "2024-03-01 15:00:01"];
    const text = `time,price,chance\n${times.map((time) => `${time},1,0.5\n`).join("")}`;
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: "time", data: times, type: "STRING" },
        { name: "price", data: [1, 1, 1], type: "DOUBLE" },
        { name: "chance", data: [0.5, 0.5, 0.5], type: "DOUBLE" },
      ],
    });
    const place = folderOf({ "i.csv": text, "i.parquet": new Uint8Array(parquet) });
    const noon = Date.UTC(2024, 2, 1, 14) / 1000;
    for (const file of ["i.csv", "i.parquet"]) {
      const log = await readLog(IMPRESSIONS, file, place);
      expect(recordsOf(log).map(([time]) => time - noon)).toEqual([0, 3600, 3601]);
    }
  });

  it("with renamed resources", async () => {
    const text = "request,time,option,reward,GPU std,use_b\nr,0,x,5,2,3\n";
    const source = { file: "r.csv", columns: { use_gpu: "GPU std" } };
    const log = await readLog(REQUESTS, source, folderOf({ "r.csv": text }));
    expect(log.numbers).toEqual(["reward", "use_b", "use_gpu"]);
    expect(recordsOf(log)).toEqual([[0, 5, 3, 2]]);
    const wrong = { file: "r.csv", columns: { use_gpu: "GPU" } };
    await expect(readLog(REQUESTS, wrong, folderOf({ "r.csv": text }))).rejects.toThrow(
      'r.csv:1: there is no column "GPU"',
    );
  });

  it("with a family of columns, in file order, and without parties", async () => {
    const requests = "use_b,request,time,option,reward,use_a\n1,r,0,x,5,2\n3,r,0,y,7,4\n";
    const log = await readLog(REQUESTS, "r.csv", folderOf({ "r.csv": requests }));
    expect(log.numbers).toEqual(["reward", "use_b", "use_a"]);
    expect(recordsOf(log)).toEqual([[0, 5, 7, 1, 3, 2, 4]]);
    const impressions = "time,price,chance,click\n0,2,0.1,1\n0,3,0.2,\n";
    const plain = await readLog(IMPRESSIONS, "i.csv", folderOf({ "i.csv": impressions }));
    expect(recordsOf(plain)).toEqual([
      [0, 2, 0.1, 1],
      [0, 3, 0.2, -1],
    ]);
  });

  it("with many rows, in order, by any number of threads", async () => {
    const count = 300_000;
    const lines = Array.from({ length: count }, (_, k) => `${k},${k},${k % 2 === 0 ? "even" : "odd"},0.5`);
    const log = await readLog(
      OFFERS,
      "o.csv",
      folderOf({ "o.csv": `impression,time,advertiser,chance\n${lines.join("\n")}\n` }),
    );
    expect(log).toMatchObject({ records: count, most: [0.5], last: count - 1 });
    const record = new Float64Array(log.width);
    for (let t = 0; t < count; t++) {
      log.read(t, record);
      if (record[0] !== t || record[1 + (t % 2)] !== 0.5 || record[2 - (t % 2)] !== 0)
        expect.fail(`record ${t} is ${record}`);
    }
    // Records are read backwards, so that every buffered window is read again.
    for (let t = count - 1; t >= 0; t -= 997) {
      log.read(t, record);
      expect(record[0]).toBe(t);
    }
  });
});

describe("reading a log with options for unclean data", () => {
  it("from JSON Lines with nested objects, also compressed", async () => {
    const lines = [
      ...['{"ts": 1709283600000, "request": {"id": "r1"}, "bid": {"buyer": "b", "price": "$1,270.50"}}', ""],
      ...['{"bid": {"price": 2, "buyer": "a"}, "request": {"id": "r1"}, "ts": 1709283600000}', "{broken"],
      '{"ts": 1709283601500, "request": {"id": "r2"}, "bid": {"buyer": "a", "price": "n/a"}}',
    ];
    const columns = { time: "ts", auction: "request.id", bidder: "bid.buyer", value: "bid.price" };
    const source = { columns, read: { time: "ms", value: "point" }, skipBadRows: true };
    const text = lines.join("\n");
    const place = folderOf({ "b.jsonl": text, "b.jsonl.gz": gzipSync(text) });
    for (const file of ["b.jsonl", "b.jsonl.gz"]) {
      const log = await readLog(AUCTIONS, { file, ...source }, place);
      expect(recordsOf(log)).toEqual([[1709283600, 2, 1270.5, 1, 1]]);
      expect(log.counts).toEqual([
        { reason: "no JSON object", rows: 1, first: expect.stringMatching(/^b\.jsonl(\.gz)?:4: is no JSON: /) },
        { reason: "bid.price: no number", rows: 1, first: `${file}:5: bid.price: "n/a" is no number` },
      ]);
    }
  });

  it("in a given time zone, from CSV and Parquet", async () => {
    const times = ["01.07.2024 12:00", "02.07.2024 12:00 +00:00"];
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: "time", data: times, type: "STRING" },
        { name: "price", data: ["1,5", "2"], type: "STRING" },
        { name: "chance", data: [0.5, 0.5], type: "DOUBLE" },
      ],
    });
    const csv = `time;price;chance\n${times[0]};1,5;0.5\n${times[1]};2;0.5\n`;
    const place = folderOf({ "i.csv": csv, "i.parquet": new Uint8Array(parquet) });
    for (const file of ["i.csv", "i.parquet"]) {
      const source = { file, read: { time: "day-first", price: "comma" }, zone: "Europe/Berlin" };
      const begin = Date.UTC(2024, 6, 1, 10) / 1000;
      expect(recordsOf(await readLog(IMPRESSIONS, source, place))).toEqual([
        [begin, 1.5, 0.5, -1],
        [begin + 93_600, 2, 0.5, -1],
      ]);
    }
  });

  it("sorted by time, where rows of an auction are scattered", async () => {
    const text = "auction,time,bidder,value\nb,7,x,2\na,6,x,1\nb,5,y,3\nc,,x,9\na,8,y,4\n";
    const place = folderOf({ "b.csv": text });
    const source = { file: "b.csv", sort: true, skipBadRows: true };
    const log = await readLog(AUCTIONS, source, place);
    // An auction has the time of its first bid.
    expect(recordsOf(log).map((record) => record.slice(0, 3))).toEqual([
      [5, 2, 3],
      [6, 1, 4],
    ]);
    expect(log).toMatchObject({ skipped: 1, reasons: ["b.csv:5: time: is no time"] });
    const unsorted = await readLog(AUCTIONS, { file: "b.csv", skipBadRows: true }, place);
    expect(unsorted.counts).toMatchObject([{ reason: "time: before the time of a row above", rows: 2 }, { rows: 1 }]);
  });

  it("without duplicate rows, which are reported", async () => {
    const text = "time,price,chance\n1,1,0.5\n1,1,0.5\n2,1,0.5\n2,1,0.25\n2,1,0.5\n";
    const notices: string[] = [];
    const place = { ...folderOf({ "i.csv": text }), onNotice: (notice: string) => notices.push(notice) };
    const log = await readLog(IMPRESSIONS, { file: "i.csv", dropDuplicates: true }, place);
    expect(recordsOf(log).map(([time, , chance]) => [time, chance])).toEqual([
      [1, 0.5],
      [2, 0.5],
      [2, 0.25],
    ]);
    expect(log).toMatchObject({ rows: 3, dropped: 2, skipped: 0 });
    expect(notices).toEqual(["i.csv: 2 rows were left out, which are like earlier ones in every column"]);
    expect((await readLog(IMPRESSIONS, "i.csv", place)).rows).toBe(5);
  });

  it("every row is valid, bad for one reason, or a duplicate", async () => {
    const good = fc.constantFrom("a,0.5", "b,0.25");
    const bad = fc.constantFrom("a,x", "a,2", "a,", ",0.5", "b,?,7", "a", "x,x,x");
    const row = fc.oneof(good, bad);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), fc.boolean(), async (rows, dropDuplicates) => {
        const lines = rows.map((one, k) => `${Math.floor(k / 3)},${k},${one}`);
        // Every other row is followed by a copy.
        const all = lines.flatMap((line, k) => (k % 2 === 0 ? [line, line] : [line]));
        const text = `impression,time,advertiser,chance\n${all.join("\n")}\nlast,999,a,1\n`;
        const source = { file: "o.csv", skipBadRows: true, dropDuplicates };
        const {
          rows: read,
          skipped,
          dropped = 0,
          counts = [],
        } = await readLog(OFFERS, source, folderOf({ "o.csv": text }));
        expect(read + skipped + dropped).toBe(all.length + 1);
        expect(counts.reduce((sum, one) => sum + one.rows, 0)).toBe(skipped);
      }),
      { numRuns: 25 },
    );
  });
});

const BAD = `request,time,option,reward,use_cpu
r1,1,small,1,1
r2,2,small,abc,1
r2,2,large,5

"r
3",3,small,-3,1
r4,0.5,small,3,1
r5,4,small,3,1
r5,4,small,4,1
r6,5,,4,1
r6,5,small,4,
r7,5,small,4,1,9
r8,6,small,nan,1
r9,x,small,1,1
r9,7,small,1,inf
,8,small,1,1
r10,9,large,2,3
`;

describe("bad rows", () => {
  it("are skipped and counted on request, and the others are kept", async () => {
    const place = folderOf({ "bad.csv": BAD });
    const notices: string[] = [];
    const log = await readLog(REQUESTS, "bad.csv", {
      ...place,
      skipBadRows: true,
      onNotice: (text) => notices.push(text),
    });
    expect(log).toMatchObject({ rows: 3, skipped: 12 });
    expect(log.counts?.map(({ reason, rows }) => `${rows} ${reason}`)).toEqual([
      ...["2 more or fewer fields than the 5 columns", "2 reward: no number", "1 reward: not a number from 0 up"],
      ...["1 time: before the time of a row above", "1 option: twice in one of the requests", "1 option: is empty"],
      ...["1 use_cpu: no number", "1 time: no time", "1 use_cpu: not a number from 0 up", "1 request: is empty"],
    ]);
    expect(recordsOf(log)).toEqual([
      [1, 0, 1, 0, 1],
      [4, 0, 3, 0, 1],
      [9, 2, 0, 3, 0],
    ]);
    expect(notices).toEqual(['bad.csv: 12 bad rows were left out; the first: bad.csv:3: reward: "abc" is no number']);
    // `skipBadRows` in the source has the same effect.
    const again = await readLog(REQUESTS, { file: "bad.csv", skipBadRows: true }, place);
    expect(recordsOf(again)).toEqual(recordsOf(log));
  });

  const between = "auction,time,bidder,value,quality\na,1,x,1,0.5\nb,1,x,1,\na,2,y,1,0.5\nc,3,x,1,0.5\n";
  const parquet = parquetWriteBuffer({
    columnData: [
      { name: "time", data: [1, 2, 2.5], type: "DOUBLE" },
      { name: "price", data: [1, Number.NaN, 1], type: "DOUBLE" },
      { name: "chance", data: ["0.5", "0.5", "much"], type: "STRING" },
    ],
  });
  words("log-rows", [
    ["each of one row", () => reading(REQUESTS, "bad.csv", BAD)],
    ["no number, which the file has for others", () => reading(AUCTIONS, "b.csv", between)],
    ["rows of a record apart", () => reading(AUCTIONS, "b.csv", between.replace("x,1,\n", "x,1,1\n"))],
    ["rows of Parquet, which has no lines", () => reading(IMPRESSIONS, "i.parquet", new Uint8Array(parquet))],
    [
      "the line of the file, where only some are read",
      () => {
        const place = folderOf({ "i.csv": "time,price,chance\n0,1,0.1\n1,1,0.2\n2,1,7\n" });
        return readLog(IMPRESSIONS, { file: "i.csv", where: "time > 0" }, place);
      },
    ],
  ]);

  it("do not affect the column maxima", async () => {
    expect((await reading(AUCTIONS, "b.csv", BIDS)).assumed).toEqual([{ name: "quality", value: 1 }]);
  });

  it("are all counted, and the first ones reported", async () => {
    const lines = Array.from({ length: 5000 }, (_, k) => `i${k},${k},a,${k % 2 === 0 ? 2 : "?"}`);
    const place = folderOf({ "o.csv": `impression,time,advertiser,chance\n${lines.join("\n")}\nlast,9999,a,1\n` });
    const first = Array.from({ length: 20 }, (_, k) => `o.csv:${k + 2}: chance: ${k % 2 === 0 ? "2 is" : '"?"'}.*`);
    await expect(readLog(OFFERS, "o.csv", place)).rejects.toThrow(
      new RegExp(`^${first.join("\n").replaceAll("?", "\\?")}\no.csv: has 5,000 bad rows; .*--skip-bad-rows.*$`),
    );
    expect((await readLog(OFFERS, "o.csv", { ...place, skipBadRows: true })).skipped).toBe(5000);
  });
});

describe("bad files", () => {
  const texts = {
    nothing: "",
    "names alone": "auction,time,bidder,value\n",
    "a slip in a name": "auction,time,bidder,valeu\n",
    "another name": "lot,time,bidder,value\n1,1,a,1\n",
    "a name twice": "auction,time,time,value\n",
    "no name": "auction,,bidder,value\n",
    "a quote": 'auction,time,bidder,value\n1,1,"a,2\n1,1,b,3\n',
  };
  const files: Record<string, string | Uint8Array> = {
    "m.csv": "auction,time,bidder,value\n1,1,a,1\r\n2,2,b,3\r\n",
    "zip.csv": Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8, 0),
    "latin.csv": Buffer.from(BIDS.replaceAll("Ann", "Bj\u00f6rn"), "latin1"),
    "windows.csv": Buffer.from(BIDS.replaceAll("Ann", "\x80nn"), "latin1"),
    "utf16.csv": Buffer.from(`\ufeff${BIDS}`, "utf16le"),
    "utf16.jsonl": Buffer.from('\ufeff{"auction": 1}\n', "utf16le").swap16(),
    "utf16le.csv": Buffer.from(BIDS, "utf16le"),
    "utf16be.jsonl": Buffer.from('{"auction": 1}\n', "utf16le").swap16(),
    "utf32.csv": Buffer.from([0xff, 0xfe, 0, 0, ...[...BIDS].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])]),
    "all-latin.jsonl": Buffer.from('{"auction": 1, "café": 1}\r\n{"auction": 2, "café": 1}\n', "latin1"),
    "no-json.jsonl": "auction,time\n1,1\n",
    "list.jsonl": '\n[{"auction": 1}]\n',
    "latin.jsonl": Buffer.from(
      '{"auction":1,"time":1,"bidder":"b","value":2}\n{"auction":1,"time":1,"bidder":"\x80nn","value":2}\n',
      "latin1",
    ),
    "many.csv": `auction,time,bidder,value\n${Array.from({ length: 65 }, (_, k) => `1,1,b${k},1`).join("\n")}\n`,
  };
  words("log-files", [
    ...Object.entries(texts).map(([name, text]): MessageCase => [name, () => reading(AUCTIONS, "e.csv", text)]),
    ...Object.entries(files).map(([name, contents]): MessageCase => [name, () => reading(AUCTIONS, name, contents)]),
  ]);

  it.each<[string, unknown, RegExp]>([
    ["a missing one", "nothing.csv", /there is no file .*nothing\.csv; paths start/],
    ["a folder", ".", /is no file/],
    ["no Parquet", "p.parquet", /^p\.parquet: cannot be read as Parquet: /],
    ["no gzip", "packed.csv.gz", /packed\.csv\.gz cannot be read: incorrect header check/],
    ["half of a gzip", "short.csv.gz", /short\.csv\.gz cannot be read: unexpected end of file/],
    [
      "no condition",
      { file: "bids.csv", where: "missing = 1" },
      /^bids\.csv: no column is called "missing", which the condition/,
    ],
    ["no column", { file: "bids.csv", columns: { bider: "x" } }, /log\.columns\.bider: .*; did you mean "bidder"\?/],
  ])("%s", async (_, source, sentence) => {
    const packed = { "packed.csv.gz": "auction,time\n", "short.csv.gz": gzipSync(BIDS).subarray(0, 40) };
    const place = folderOf({ "p.parquet": "PAR1", "bids.csv": BIDS, ...packed });
    await expect(readLog(AUCTIONS, source, place)).rejects.toThrow(sentence);
  });

  it("a stored log is not read again, changed content is another log, and a required content must match", async () => {
    const place = folderOf({ "bids.csv": BIDS });
    const log = await readLog(AUCTIONS, "bids.csv", place);
    expect(readdirSync(place.cache).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    const content = readdirSync(place.cache)[0].slice(0, 16);
    rmSync(join(place.directory, "bids.csv"));
    expect(recordsOf(await readLog(AUCTIONS, { file: "bids.csv", content }, place))).toEqual(recordsOf(log));
    writeFileSync(join(place.directory, "bids.csv"), BIDS.replace("1.5", "1.25"));
    const other = await readLog(AUCTIONS, "bids.csv", place);
    expect(recordsOf(other)[0]).toEqual([10, 1.25, 2, 0, 1, 1, 0]);
    const elsewhere = { ...place, cache: join(place.directory, "another") };
    await expect(readLog(AUCTIONS, { file: "bids.csv", content }, elsewhere)).rejects.toThrow(
      /does not hold what it held: .*; leave out `content`/,
    );
  });

  it("another condition, and other columns, give another log", async () => {
    const place = folderOf({ "bids.csv": BIDS.replace("value", "value,worth").replaceAll(/(\d)\n/g, "$1,7\n") });
    const whole = await readLog(AUCTIONS, "bids.csv", place);
    expect(whole.records).toBe(3);
    expect((await readLog(AUCTIONS, { file: "bids.csv", where: "bidder = 'Bob'" }, place)).records).toBe(2);
    const renamed = await readLog(AUCTIONS, { file: "bids.csv", columns: { value: "worth" } }, place);
    expect([whole.most[0], renamed.most[0]]).toEqual([40, 7]);
  });

  it("using a log that was not prepared is a user error", () => {
    const { directory } = folderOf({ "bids.csv": BIDS });
    const log = { file: join(directory, "bids.csv"), skipBadRows: false };
    expect(() => logAtHand(log)).toThrow(UserError);
    expect(() => logAtHand(log)).toThrow("was not read yet");
  });
});

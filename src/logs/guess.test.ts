// Automatic detection of logs in public formats: kind, columns, formats, and the questions for ambiguous ones.

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { words } from "../../test/fixtures/words.ts";
import { UserError } from "../core/errors.ts";
import { guessLog, type LogGuess } from "./guess.ts";
import { kindCalled } from "./kinds.ts";
import { logFile } from "./relation.ts";
import { type LogInput, logSource } from "./source.ts";
import { withFile } from "./user-file.ts";

/** Guesses the kind and columns of a file. */
function guessed(contents: string | Uint8Array, given: LogInput = "log.csv", as?: string): Promise<LogGuess> {
  const source = logSource.parse(given);
  const { directory } = folderOf({ [source.file]: contents });
  return withFile(logFile(join(directory, source.file), source), (file) =>
    guessLog(file, source, as === undefined ? undefined : kindCalled(as)),
  );
}

/** Formats a guess as lines: the kind, then the columns. Throws a UserError where there are questions. */
async function summarise(...given: Parameters<typeof guessed>): Promise<string> {
  const { kind, columns, further, questions } = await guessed(...given);
  if (questions.length > 0) throw new UserError(questions);
  const lines = columns.map(({ name, own, why, reading }) => `${name} from ${own} (${why}): ${reading}`);
  return [kind.name, ...lines, `not used: ${further.join(", ")}`].join("\n");
}

const csv = (head: string, ...rows: string[]): string => `${[head, ...rows].join("\n")}\n`;

const SHEET = csv(
  "\ufeffAuktion;Zeitpunkt;Bieter;Gebot;Region",
  ...["A1;01.03.2024 09:00:00;Müller;1.270,00 €;Nord", "A1;01.03.2024 09:00:00;Weber;12,50 €;Nord"],
  ...["A2;01.03.2024 10:00:00;Müller;350 €;Süd", "A2;01.03.2024 10:00:00;Weber;1.100 €;Süd"],
);
const IPINYOU = csv(
  "bidid\ttimestamp\tipinyouid\tIP\tregion\tslotprice\tbidprice\tpayprice\tadvertiser\tusertag",
  "0153000080f19fe5\t20130311172101557\tVhkr\t119.163.222.*\t146\t5\t277\t54\t1458\tnull",
  "0153000080f19fe6\t20130311172102001\tVhks\t119.163.223.*\t146\t0\t300\t23\t3358\tnull",
);
const EBAY = csv(
  "auctionid,bid,bidtime,bidder,bidderrate,openbid,price",
  "1638893549,175,2.230949,schadenfreud,0,99,177.5",
  "1638893549,100,2.600116,chuik,0,99,177.5",
  "1638893550,120.5,3.1,kiwisstuff,2,99,177.5",
);
const CRITEO = csv(
  "timestamp\tuid\tcampaign\tconversion\tconversion_timestamp\tattribution\tclick\tcost\tcpo",
  "0\t20073966\t22589171\t0\t-1\t0\t0\t1.0e-05\t0.39",
  "2\t24607497\t884761\t1\t9\t1\t1\t1.1e-05\t0.07",
);
const NESTED = [
  { ts: 1709283600000, request: { id: "r1", floor: 0.1 }, bid: { buyer: "dsp-1", price: 1.234 } },
  { ts: 1709283600000, request: { id: "r1", floor: 0.1 }, bid: { buyer: "dsp-2", price: 2.345 } },
  { ts: 1709283601000, request: { id: "r2", floor: 0.1 }, bid: { buyer: "dsp-1", price: 3.456 } },
]
  .map((row) => JSON.stringify(row))
  .join("\n");
const STATES = csv(
  "Bid Time,Listing ID,Advertiser Name,Bid Amount,Won",
  '"03/13/2024 01:05:06 PM",L1,acme,"$1,270.50",yes',
  '"03/13/2024 01:05:06 PM",L1,globex,$86.12,no',
);
const JOBS = csv("job_id,ts,mode,revenue,use_gpu", "a,1700000000,whole,5,1", "a,1700000000,shared,3,0.5");
/** A log in which no column has a usual name. */
const STRANGE = csv(
  "k,p,w,x",
  ...Array.from(
    { length: 60 },
    (_, k) => `n${Math.floor(k / 3)},${"abc"[k % 3]},2024-03-01 00:${10 + Math.floor(k / 3)}:00,${k}.5`,
  ),
);

describe("the kind of a log is recognised", () => {
  words("log-guesses", [
    ["a spreadsheet's, with decimal commas and a mark of the byte order", () => summarise(SHEET)],
    ["iPinYou's", () => summarise(IPINYOU, "imp.tsv")],
    ["eBay's, packed", () => summarise(gzipSync(EBAY), "ebay.csv.gz")],
    ["Criteo's", () => summarise(CRITEO)],
    [
      "Open Bandit's",
      () => summarise(csv("timestamp,item_id,position,click,propensity_score", "2019-11-24 01:00:00,7,1,0,0.01")),
    ],
    ["lines of JSON with objects in them, whose numbers have one reading", () => summarise(NESTED, "bids.jsonl")],
    ["dates and money of the States", () => summarise(STATES)],
    [
      "an auction house's of France, from a spreadsheet that names its delimiter",
      () =>
        summarise(
          csv("sep=;", "Enchère n°;Horodatage;Acheteur;Mise;Gagné", "E1;27/03/2026 22:03:01;Zoé;1 270,50 €;oui"),
        ),
    ],
    ["jobs", () => summarise(JOBS)],
    ["times in two units", () => summarise(datesOf("1700000000", "1700000001", "1700000002000"))],
    ["by what is in it", () => summarise(STRANGE, "log.csv", "auctions")],
    ["by what is said", () => summarise(EBAY, { file: "log.csv", columns: { value: "price" }, read: { time: "s" } })],
    ["games", () => summarise(csv("date,winner,loser", "2024-01-01,ann,bob"))],
    ["texts", () => summarise(csv("prompt,chosen,rejected", "a,b,c"))],
    ["none", () => summarise(csv("name,age", "ann,5"))],
    ["a kind whose columns it lacks", () => summarise(csv("time,auction,bidder,valeu", "1,1,a,x"))],
    ["a column that is not there", () => summarise(EBAY, { file: "log.csv", columns: { value: "prise" } })],
    ["a column of no kind", () => summarise(EBAY, { file: "log.csv", columns: { valeu: "price" } })],
  ]);
});

const rowsOf = (...values: readonly string[]) =>
  csv("auction;time;bidder;value", ...values.map((value, k) => `${k};${k};a;${value}`));
const datesOf = (...values: readonly string[]) =>
  csv("auction;time;bidder;value", ...values.map((value, k) => `${k};${value};a;1`));

describe("ambiguous columns lead to questions", () => {
  words("log-questions", [
    ["thousands or decimals", () => summarise(rowsOf("1.270", "3.105"))],
    ["thousands or decimals, with commas", () => summarise(rowsOf("1,270", "3,105"))],
    ["the order of a date", () => summarise(datesOf("03/04/2024", "05/06/2024"))],
    ["two amounts", () => summarise(csv("auction,time,bidder,bid,amount", "1,1,a,2,3", "1,1,b,3,4"))],
    [
      "two columns that look alike",
      () => summarise(STRANGE.replaceAll(/(\d\.5)$/gm, "$1,$1").replace("w,x", "w,x,y"), "log.csv", "auctions"),
    ],
    ["two kinds", () => summarise(csv("time,auction,bidder,value,impression,advertiser,chance", "1,1,a,1,1,a,0.5"))],
  ]);

  it("no reason claims that a column is the only candidate where several are similar", async () => {
    const two = STRANGE.replaceAll(/(\d\.5)$/gm, "$1,$1").replace("w,x", "w,x,y");
    const { columns } = await guessed(two, "log.csv", "auctions");
    expect(columns.find(({ name }) => name === "value")?.why).toBe("one of 2 columns that look alike");
  });

  it.each([
    ["a number that only one sign allows", rowsOf("1.270", "3.105", "0.5"), {}],
    ["a comma for decimals", rowsOf("1.270", "3.105", "0,5"), { value: "comma" }],
    ["thousands with a comma, and a currency", rowsOf("$1,270", "$3,105.20"), { value: "point" }],
    ["a day above 12", datesOf("03/04/2024", "13/04/2024"), { time: "day-first" }],
    ["a second part above 12", datesOf("03/04/2024", "03/14/2024"), { time: "month-first" }],
    ["dots between the parts of a date", datesOf("03.04.2024", "04.04.2024"), { time: "day-first" }],
    ["seconds", datesOf("1700000000", "1700000001"), { time: "s" }],
    ["milliseconds", datesOf("1700000000000", "1700000001000"), { time: "ms" }],
    ["microseconds", datesOf("1700000000000000", "1700000001000000"), { time: "us" }],
    ["nanoseconds, one of them odd", datesOf("1700000000000000000", "1700000001000000000", "?"), { time: "ns" }],
    ["numbers of no known unit", datesOf("5", "6"), {}],
    ["dates of ISO 8601", datesOf("2024-03-01T00:00:00Z", "2024-03-02 00:00:00"), {}],
  ])("%s resolves the ambiguity", async (_, text, read) => {
    const { source, questions } = await guessed(text);
    expect(questions).toEqual([]);
    expect(source.read ?? {}).toEqual(read);
  });
});

describe("what a reader must know of a clear column is a warning", () => {
  const warnings = async (...given: Parameters<typeof guessed>) =>
    (await guessed(...given)).columns.flatMap(({ own, warning }) =>
      warning === undefined ? [] : [`${own}: ${warning}`],
    );

  it("of amounts in several currencies", async () => {
    const head = "time,auction,bidder,bid";
    const log = csv(
      head,
      "2026-01-01,1,a,$1.27",
      "2026-01-01,1,b,€1.40",
      "2026-01-02,2,a,2.27 USD",
      "2026-01-02,2,b,3 EUR",
    );
    expect(await warnings(log)).toEqual(["bid: amounts are in $, €, and are read as one currency"]);
    expect(await warnings(csv(head, "2026-01-01,1,a,$1.27", "2026-01-01,1,b,2.27 USD", "2026-01-02,2,a,3"))).toEqual(
      [],
    );
    const beside = (...codes: string[]) =>
      csv(`${head},devise`, ...codes.map((code, k) => `2026-01-0${k + 1},${k},a,1.27,${code}`));
    expect(await warnings(beside("EUR", "USD", "EUR"))).toEqual([
      `bid: "devise" names 2 currencies, and amounts are read as one; in the settings of the log where: devise = 'EUR' reads one of them`,
    ]);
    expect(await warnings(beside("EUR", "EUR"))).toEqual([]);
  });

  it("of dates beside a column of times of a day", async () => {
    const log = csv("Datum;Uhrzeit;Auktion;Bieter;Gebot", "13.02.2026;10:00;1;a;1,27", "14.02.2026;11:30;2;b;1,28");
    expect(await warnings(log)).toEqual([
      expect.stringMatching(/^Datum: "Uhrzeit" has the time of day, and is not read/),
    ]);
    expect(await warnings(log.replaceAll(/(2026);/g, "$1 09:00;"))).toEqual([]);
  });
});

it("dates of ISO 8601 are read among dates with the day first, and a zone by its name is a zone", async () => {
  const mixed = csv(
    "time;auction;bidder;bid",
    "13.02.2026 10:00:00;1;a;1,27",
    "2026-02-13T10:00:00Z;1;b;0,5",
    "13.02.2026 11:00:00;2;b;1,28",
  );
  expect(await summarise(mixed)).toContain("1 of ISO 8601 among them");
  const named = csv("time,auction,bidder,bid", "2026-01-01 10:00:00 CET,1,a,1.27", "2026-01-01 10:00:00 PST,1,b,1.28");
  expect(await summarise(named)).toContain(
    'time from time (its own name): dates, as in "2026-01-01 10:00:00 CET", with zones',
  );
});

it("probabilities with a decimal comma are known by their name", async () => {
  const log = csv("Zeit;Auktion;Bieter;Gebot;Klickrate", "13.02.2026;1;a;1,27;0,012", "14.02.2026;2;b;1,28;0,031");
  expect(await summarise(log)).toContain('quality from Klickrate (a usual name): a decimal comma, as in "0,012"');
});

it("a spreadsheet is told from a text", async () => {
  await expect(guessed(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 20, 0, 6, 0]))).rejects.toThrow(
    /is a spreadsheet or a zip archive; save the table as CSV in UTF-8/,
  );
});

it("finds keys of nested objects that come late", async () => {
  const line = (k: number) => {
    const touch = { channel: k % 2 === 0 ? "search" : "social", ...(k < 300 ? {} : { cost: 1.5 }) };
    return JSON.stringify({ journey: `j${k >> 1}`, time: 1_709_283_600 + k, touch, converted: 1 });
  };
  const text = Array.from({ length: 400 }, (_, k) => line(k)).join("\n");
  const { columns } = await guessed(text, "log.jsonl");
  expect(columns).toContainEqual(expect.objectContaining({ name: "cost", own: "touch.cost" }));
});

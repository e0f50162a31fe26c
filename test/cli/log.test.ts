// `agon log` as a user calls it: what is in a file, what is wrong with it, and which columns it needs.

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../fixtures/logs.ts";
import { minariFolder } from "../fixtures/minari.ts";
import { agon, documentOf } from "./agon.ts";
import { complaintOf, refusedCommands } from "./mistakes.ts";

const OFFERS = "impression,when,who,chance\n1,5,b 10,0.5\n1,5,b 9,0.25\n2,6,b 9,1\n";
const NAMED = "--as offers --columns time=when --columns advertiser=who";

test("a file is summed up in words and as JSON", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS });
  const { code, stdout } = await agon(`log check o.csv ${NAMED}`, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("✓ 3 rows: 3 read, 0 bad\n✓ 2 impressions from 5 to 6\n");
  expect(stdout).toMatch(/b 9 +0\.25 .* 1\nb 10 +0\.5 /);
  expect(await documentOf(`log check o.csv ${NAMED}`, { cwd })).toMatchObject({
    ...{ kind: "offers", records: 2, parties: ["b 9", "b 10"], skipped: 0 },
    numbers: [{ name: "chance", most: 1, meanOfBest: 0.75 }],
  });
});

test("a column of a usual name that holds something else is not left out in silence", async () => {
  const rows = [0, 1, 2].flatMap((k) => ["X", "Y"].map((bidder) => `${k},A${k},${bidder},${k + 2},${k + 5}%`));
  const { directory: cwd } = folderOf({ "a.csv": ["time,auction,bidder,value,ctr", ...rows].join("\n") });
  const { stdout } = await agon("log check a.csv", { cwd });
  expect(stdout).toContain("! ctr: a usual name of quality, but most of it is no number from 0 to 1\n");
});

/** As a spreadsheet writes it, with three bad rows and a duplicate. */
const MESSY = `\ufeffAuktion;Zeitpunkt;Bieter;Gebot;Region
A1;01.03.2024 09:00:00;Müller;1.270,00 €;Nord
A1;01.03.2024 09:00:00;Weber;12,50 €;Nord
A2;01.03.2024 10:00:00;Müller;-2;Süd
A2;01.03.2024 10:00:00;Weber;1.100 €;Süd
A2;01.03.2024 10:00:00;Weber;1.100 €;Süd
A3;13.03.2024;Müller;n/a;Süd
A3;13.03.2024;Weber;3,5;Süd
A4;14.03.2024;Weber;4
`;

test("a messy log is told in whole: what was taken for what, and every row once", async () => {
  const { directory: cwd } = folderOf({ "m.csv": MESSY });
  const { code, stdout } = await agon("log check m.csv", { cwd });
  expect(code).toBe(2);
  await expect(stdout).toMatchFileSnapshot("../words/agon-log-check.txt");
  const outcome = await agon("log check m.csv --json", { cwd });
  expect(outcome.code).toBe(2);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    ...{ kind: "auctions", total: 8, rows: 4, skipped: 4, lessened: 2, dropped: 0, duplicates: 0, badDuplicates: 1 },
    settings: { columns: { time: "Zeitpunkt" }, read: { time: "day-first", value: "comma" } },
    bad: [{ rows: 1 }, { rows: 1 }, { rows: 1 }, { rows: 1 }],
  });
});

test("its settings are kept, and stand in its place in commands and experiments", async () => {
  const run = `environment: { id: markets/auction, log: data/m.log.yaml, horizon: 1 }
agents: { policy: oracle, name: truthful }
objective: joint.spend
grid: { environment.reserve: [0, 15] }
seeds: 2
`;
  const { directory: cwd } = folderOf({ "m.csv": MESSY, "e.yaml": run });
  mkdirSync(join(cwd, "data"));
  const { code, stdout } = await agon(
    "log check m.csv --skip-bad-rows --drop-duplicates --zone Europe/Berlin --write data/m.log.yaml",
    { cwd },
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n! 8 rows: 4 read, 3 bad, 1 duplicate removed\n/);
  expect(stdout).toMatch(/\nan experiment plays it: environment: { id: markets\/auction, log: data\/m\.log\.yaml }\n$/);
  expect(readFileSync(join(cwd, "data/m.log.yaml"), "utf8")).toContain("file: ../m.csv\nzone: Europe/Berlin\n");
  const again = await documentOf("log check data/m.log.yaml", { cwd });
  expect(again).toMatchObject({ total: 8, rows: 4, skipped: 3, dropped: 1, first: Date.UTC(2024, 2, 1, 8) / 1000 });
  const audit = await agon("audit second-price --log data/m.log.yaml --instances 2", { cwd });
  expect(audit.stdout).toContain("drawn from m.csv: 3 auctions, 3 bad rows left out");
  const played = await agon("run e.yaml", { cwd });
  expect(played.stdout).toContain(
    "log: m.csv, 3 auctions, 3 bad rows left out, 1 duplicate removed; an episode is 1 of them",
  );
});

test("times that a zone skips put rows out of order, and the zone is named", async () => {
  const times = ["01:59:00", "02:30:00", "03:10:00"];
  const rows = times.map((time, k) => `${k},31.03.2024 ${time},a,1`);
  const { directory: cwd } = folderOf({ "z.csv": `auction,time,bidder,value\n${rows.join("\n")}\n` });
  const { code, stdout } = await agon("log check z.csv --zone Europe/Berlin", { cwd });
  expect(code).toBe(2);
  expect(stdout).toContain("\n1     time: before the time of a row above ");
  expect(stdout).toContain("\nclocks of Europe/Berlin skip and repeat an hour: ");
  expect((await agon("log check z.csv", { cwd })).code).toBe(0);
});

const CLICKS = `request,doc,rank,is_click
1,a,1,1
1,b,2,0
1,b,2,0
2,a,2,NULL
2,b,0,1
3,b,1,1
`;

test("rows of a log that its own command reads are counted too", async () => {
  const { directory: cwd } = folderOf({ "c.csv": CLICKS, "j.csv": JOURNEYS });
  const columns = "--as clicks --columns page=request";
  const bad = await agon(`log check c.csv ${columns}`, { cwd });
  expect(bad.code).toBe(2);
  expect(bad.stdout).toContain("! 6 rows: 4 read, 2 bad\n");
  expect(bad.stdout).toContain('\n1     is_click: is neither 0 nor 1  c.csv:5: is_click: "NULL" is neither 0 nor 1\n');
  expect(bad.stdout).toContain("\nagon clicks refuses bad rows; --skip-bad-rows leaves them out and counts them\n");
  expect(bad.stdout).toContain("\n1 of the bad rows is an exact copy of an earlier row; ");
  const [left, where] = [`${columns} --skip-bad-rows --drop-duplicates`, "rank::int > 0"];
  expect(await documentOf(["log", "check", "c.csv", ...left.split(" "), "--where", where], { cwd })).toMatchObject({
    ...{ kind: "clicks", records: 3, total: 5, rows: 3, skipped: 1, dropped: 1, bad: [{ rows: 1 }] },
    settings: { where },
  });
  const text = await agon(["log", "check", "c.csv", ...columns.split(" "), "--where", "rank > 0"], { cwd });
  expect(text.complaint).toBe(
    'agon: c.csv: the condition "rank > 0" compares a text with a number; read the column as a number: hour::int < 12\n',
  );
  const journeys = await agon("log check j.csv", { cwd });
  expect(journeys.stdout).toContain("! 3 rows: 2 read, 1 bad\n");
  expect(journeys.stdout).toContain("\n✓ 2 journeys\n");
  expect(journeys.code).toBe(2);
});

const JOURNEYS = "journey,time,channel,converted\n1,5,search,0\n2,5,search,1\n2,6,mail,0\n";

test("a bad row is a mistake, or left out", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS.replace("0.25", "1.25") });
  const { code, stdout } = await agon(`log check o.csv ${NAMED}`, { cwd });
  expect(code).toBe(2);
  expect(stdout).toContain("o.csv:3: chance: 1.25 is not from 0 to 1\n");
  expect((await documentOf(`log check o.csv ${NAMED} --skip-bad-rows`, { cwd })).skipped).toBe(1);
});

test("a data set of recorded episodes is summed up in words and as JSON", async () => {
  const { directory: cwd } = minariFolder();
  const { code, stdout } = await agon("log check nested-parquet --as episodes", { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^✓ nested-parquet: 3 episodes, 15 steps\n! nested-parquet: left out, .*: observations_name\n/,
  );
  expect(stdout).toMatch(/\nsteps +4 +4\.5 +5 +5\.5 +6\n/);
  const report = await documentOf("log check cart-pole-hdf5 --as episodes", { cwd });
  const counts = { kind: "episodes", episodes: 3, steps: 53, left: [] };
  expect(report).toMatchObject({ ...counts, lengths: [24, 16, 13], returns: [24, 16, 13] });
  expect(report.columns[0]).toEqual({ name: "actions", least: 0, most: 1 });
  const filtered = await complaintOf("log check cart-pole-hdf5 --as episodes --where 'x > 1'", { cwd });
  expect(filtered).toContain("recorded episodes are read whole");
});

refusedCommands(
  "agon-log",
  `
  log check o.csv --as ofers
  log check o.csv --as offers --columns time
  log columns prices
  log check o.csv
  log check o.csv --as touches
  log check o.csv --as offers --read chance=half --columns time=when
  log check o.csv --as offers --read chance
  log check o.csv --columns time=when --columns advertiser=who --write o.csv
  log columns episodes
  log check p.csv --as offers
  `,
  { "o.csv": OFFERS },
);

test("the columns of every kind are shown", async () => {
  const kinds: { name: string; columns: { name: string }[] }[] = await documentOf("log columns");
  expect(kinds.map(({ name }) => name)).toEqual([
    "auctions",
    "impressions",
    "requests",
    "offers",
    "traffic",
    "bids",
    "touches",
    "clicks",
  ]);
  expect(kinds[2].columns.map(({ name }) => name)).toEqual(["time", "request", "option", "reward", "use_…"]);
});

test("a folder that keeps what was read is a store", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS });
  await agon(`log check o.csv ${NAMED} --store kept`, { cwd });
  expect(await complaintOf("query 'SELECT 1' --store kept", { cwd })).toMatch(/the store \S+kept holds no run/);
});

test("the old name of the flag for columns is told, and taken", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS });
  const { code, stderr } = await agon(`log check o.csv ${NAMED.replaceAll("--columns", "--column")}`, { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain(
    "agon: the command line: old names, which version 0.2.0 no longer takes: --column NAME=OWN is now --columns NAME=OWN\n",
  );
});

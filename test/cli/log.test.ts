// `agon log` as a user calls it: what is in a file, what is wrong with it, and which columns it needs.

import { expect, test } from "vitest";
import { folderOf } from "../fixtures/logs.ts";
import { minariFolder } from "../fixtures/minari.ts";
import { agon } from "./agon.ts";
import { refusedCommands } from "./mistakes.ts";

const OFFERS = "impression,when,who,chance\n1,5,b 10,0.5\n1,5,b 9,0.25\n2,6,b 9,1\n";
const NAMED = ["--as", "offers", "--column", "time=when", "--column", "advertiser=who"];

test("a file is summed up in words and as JSON", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS });
  const { code, stdout } = await agon(["log", "check", "o.csv", ...NAMED], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("o.csv: 2 impressions in 3 rows, time 5 to 6");
  expect(stdout).toMatch(/b 9 +0\.25 .* 1\nb 10 +0\.5 /);
  const { stdout: json } = await agon(["log", "check", "o.csv", ...NAMED, "--json"], { cwd });
  expect(JSON.parse(json)).toMatchObject({
    kind: "offers",
    records: 2,
    parties: ["b 9", "b 10"],
    numbers: [{ name: "chance", most: 1, meanOfBest: 0.75 }],
    skipped: 0,
  });
});

test("a bad row is a mistake with its place, or left out", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS.replace("0.25", "1.25") });
  const refused = await agon(["log", "check", "o.csv", ...NAMED], { cwd });
  expect([refused.code, refused.complaint]).toEqual([2, "agon: o.csv:3: chance: 1.25 is not from 0 to 1\n"]);
  const { code, stdout } = await agon(["log", "check", "o.csv", ...NAMED, "--skip-bad-rows", "--json"], { cwd });
  expect([code, JSON.parse(stdout).skipped]).toEqual([0, 1]);
});

test("a data set of recorded episodes is summed up in words and as JSON", async () => {
  const { directory: cwd } = minariFolder();
  const { code, stdout } = await agon("log check nested-parquet --as episodes", { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^✓ nested-parquet: 3 episodes, 15 steps\n! nested-parquet: left out, .*: observations_name\n/,
  );
  expect(stdout).toMatch(/\nsteps +4 +4\.5 +5 +5\.5 +6\n/);
  const json = await agon("log check cart-pole-hdf5 --as episodes --json", { cwd });
  const told = JSON.parse(json.stdout);
  expect(told).toMatchObject({
    kind: "episodes",
    episodes: 3,
    steps: 53,
    lengths: [24, 16, 13],
    returns: [24, 16, 13],
    left: [],
  });
  expect(told.columns[0]).toEqual({ name: "actions", least: 0, most: 1 });
  const filtered = await agon("log check cart-pole-hdf5 --as episodes --where 'x > 1'", { cwd });
  expect([filtered.code, filtered.complaint]).toEqual([2, expect.stringContaining("recorded episodes are read whole")]);
});

refusedCommands(
  "agon-log",
  `
  log check o.csv --as ofers
  log check o.csv --as offers --column time
  log columns prices
  log check o.csv --as touches
  log columns episodes
  log check p.csv --as offers
  `,
  { "o.csv": OFFERS },
);

test("the columns of every kind are shown", async () => {
  const { stdout } = await agon("log columns --json");
  const kinds: { name: string; columns: { name: string }[] }[] = JSON.parse(stdout);
  expect(kinds.map(({ name }) => name)).toEqual(["auctions", "impressions", "requests", "offers", "bids", "touches"]);
  expect(kinds[2].columns.map(({ name }) => name)).toEqual(["time", "request", "option", "reward", "use_…"]);
});

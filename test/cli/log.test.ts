// `agon log` as a user calls it: what is in a file, what is wrong with it, and which columns it needs.

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
  expect(stdout).toContain("o.csv: 2 impressions in 3 rows, time 5 to 6");
  expect(stdout).toMatch(/b 9 +0\.25 .* 1\nb 10 +0\.5 /);
  expect(await documentOf(`log check o.csv ${NAMED}`, { cwd })).toMatchObject({
    ...{ kind: "offers", records: 2, parties: ["b 9", "b 10"], skipped: 0 },
    numbers: [{ name: "chance", most: 1, meanOfBest: 0.75 }],
  });
});

test("a bad row is a mistake with its place, or left out", async () => {
  const { directory: cwd } = folderOf({ "o.csv": OFFERS.replace("0.25", "1.25") });
  expect(await complaintOf(`log check o.csv ${NAMED}`, { cwd })).toBe(
    "agon: o.csv:3: chance: 1.25 is not from 0 to 1\n",
  );
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
  const told = await documentOf("log check cart-pole-hdf5 --as episodes", { cwd });
  const counts = { kind: "episodes", episodes: 3, steps: 53, left: [] };
  expect(told).toMatchObject({ ...counts, lengths: [24, 16, 13], returns: [24, 16, 13] });
  expect(told.columns[0]).toEqual({ name: "actions", least: 0, most: 1 });
  const filtered = await complaintOf("log check cart-pole-hdf5 --as episodes --where 'x > 1'", { cwd });
  expect(filtered).toContain("recorded episodes are read whole");
});

refusedCommands(
  "agon-log",
  `
  log check o.csv --as ofers
  log check o.csv --as offers --columns time
  log columns prices
  log check o.csv --as touches
  log columns episodes
  log check p.csv --as offers
  `,
  { "o.csv": OFFERS },
);

test("the columns of every kind are shown", async () => {
  const kinds: { name: string; columns: { name: string }[] }[] = await documentOf("log columns");
  expect(kinds.map(({ name }) => name)).toEqual(["auctions", "impressions", "requests", "offers", "bids", "touches"]);
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

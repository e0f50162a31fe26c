// The grid of episodes gives the rows that SQL over the store gives, in the order and within the bounds that an address asks for.

import { basename, dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { openGrid } from "./episode-grid.ts";
import { gridQuery } from "./grid-query.ts";
import { gridPage } from "./grid-rows.ts";

async function grid() {
  const { folder, database } = await ran(`
environment: { id: coopetition/slcd, horizon: 6 }
agents: random
objective: joint.value
variants:
  private: { reward: private }
  generous: { agents: { agent_0: { policy: constant, level: 90 }, agent_1: random } }
seeds: 3
episodes: 20
`);
  const opened = await openGrid(dirname(folder), basename(folder));
  onTestFinished(() => opened.close());
  const page = (address: string) => opened.page(gridQuery(new URLSearchParams(address)));
  const sql = async (query: string) => (await database.query(query)).rows;
  return { page, picked: () => opened.picked(), sql };
}

const place = ({ variant, seed, episode }: { variant: unknown; seed: unknown; episode: unknown }) =>
  [variant, seed, episode].join();

test("pages hold every episode once, with means over agents", async () => {
  const { page, sql } = await grid();
  const pages = [await page(""), await page("page=2"), await page("page=3"), await page("page=99")];
  expect(pages.map((one) => [one.rows.length, one.page, one.pages])).toEqual([
    [50, 1, 3],
    [50, 2, 3],
    [20, 3, 3],
    [20, 3, 3],
  ]);
  const rows = pages.slice(0, 3).flatMap((one) => one.rows);
  expect(new Set(rows.map(place)).size).toBe(120);
  const names = pages[0].measures.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["pay", "objective"]);
  const stored = await sql(
    `SELECT variant, seed, episode, avg(pay) AS pay, avg(trust) AS trust FROM episodes GROUP BY ALL`,
  );
  const byPlace = new Map(stored.map((row) => [`${row.variant},${row.seed},${row.episode}`, row]));
  for (const row of rows) {
    expect(row.values[0]).toBeCloseTo(Number(byPlace.get(place(row))?.pay), 10);
    expect(row.values[names.indexOf("trust")]).toBeCloseTo(Number(byPlace.get(place(row))?.trust), 10);
  }
});

test("what variants differ in comes first, and what is the same in all episodes is told once", async () => {
  const { folder, database } = await ran(`
environment: { id: control/cart-pole, horizon: 30 }
agents: { policy: constant, level: 50 }
objective: success
reward: { channel: success }
variants: { left: { agents.level: 0 }, right: { agents.level: 100 } }
seeds: 2
episodes: 4
`);
  const opened = await openGrid(dirname(folder), basename(folder));
  onTestFinished(() => opened.close());
  const { measures, same, rows } = await opened.page(gridQuery(new URLSearchParams()));
  const names = measures.map(({ name }) => name);
  const [range] = (
    await database.query("SELECT min(steps) AS low, max(steps) AS high, max(success) AS success FROM episodes")
  ).rows;
  expect(names.slice(0, 2)).toEqual(["pay", "objective"]);
  expect(Number(range.low)).toBeLessThan(Number(range.high));
  expect(same).toContainEqual({ name: "success", value: range.success });
  // Pay and the objective are the same in all episodes too, and are what a reader came for.
  expect(same.map(({ name }) => name)).not.toContain("pay");
  expect(names.slice(-same.length)).toEqual(same.map(({ name }) => name));
  for (const { name, value } of same)
    expect(new Set(rows.map(({ values }) => values[names.indexOf(name)]))).toEqual(new Set([value]));
  for (const [k, name] of names.slice(2, -same.length).entries())
    expect(new Set(rows.map(({ values }) => values[k + 2])).size, name).toBeGreaterThan(1);
});

test("rows are filtered and sorted as the address says", async () => {
  const { page, sql } = await grid();
  const least = await page("sort=objective&variant=private");
  const values = least.rows.map((row) => row.values[1] ?? 0);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect([least.matched, least.total]).toEqual([60, 120]);
  const low = values[10];
  const within = await page(`where=objective:..${low}&variant=private&where=steps:6..`);
  expect([within.matched, new Set(within.rows.map((row) => row.variant))]).toEqual([11, new Set(["private"])]);
  expect((await page("seed=2")).matched).toBe(40);
  expect((await page("failed=yes")).matched).toBe(0);
  expect((await page("failed=no")).matched).toBe(120);
  const [{ most }] = await sql(
    "SELECT max(pay) AS most FROM (SELECT avg(pay) AS pay FROM episodes GROUP BY variant, seed, episode)",
  );
  expect((await page("sort=-pay")).rows[0].values[0]).toBeCloseTo(Number(most), 10);
});

test("episodes in which variants part on the same seed come first where they part most", async () => {
  const { page } = await grid();
  const parted = await page("differs=objective");
  expect(parted.matched).toBe(120);
  const [first, second, third] = parted.rows;
  expect([first.seed, first.episode]).toEqual([second.seed, second.episode]);
  expect(first.parted).toBeCloseTo(Math.abs((first.values[1] ?? 0) - (second.values[1] ?? 0)), 10);
  expect(third.parted ?? 0).toBeLessThanOrEqual(first.parted ?? 0);
  expect((await page("differs=steps")).matched).toBe(0);
  // One variant alone never parts from itself.
  expect((await page("differs=objective&variant=private")).matched).toBe(0);
});

test("picked out are the median, the lowest, and the one paid most beyond what was wanted", async () => {
  const { page, picked: ask } = await grid();
  const picked = await ask();
  const ordered = (await page("variant=private&sort=objective")).rows;
  expect(picked[0].worst).toMatchObject({ seed: ordered[0].seed, episode: ordered[0].episode });
  expect(picked[0].typical).toMatchObject({ seed: ordered[29].seed, episode: ordered[29].episode });
  expect(picked.map(({ variant, gap }) => [variant, gap?.variant])).toEqual([
    ["private", "private"],
    ["generous", "generous"],
  ]);
});

test("episodes without steps cannot be replayed", async () => {
  const yaml = "{ environment: { id: coopetition/slcd, horizon: 6 }, agents: random, objective: trust, seeds: 1 }";
  for (const [record, replayed] of [
    ["steps", true],
    ["episodes", false],
  ] as const) {
    const { folder } = await ran(yaml.replace("seeds: 1", `seeds: 1, record: ${record}`));
    const opened = await openGrid(dirname(folder), basename(folder));
    onTestFinished(() => opened.close());
    const { rows, replays, total } = await opened.page(gridQuery(new URLSearchParams()));
    expect([rows.map((row) => row.replayed), replays, total]).toEqual([[replayed], replayed ? 1 : 0, 1]);
  }
});

test("rows at hand give the pages that the store gives", async () => {
  const { page } = await grid();
  const pages = [await page(""), await page("page=2"), await page("page=3")];
  const { measures, same, texts, variants } = pages[0];
  const rows = pages.flatMap((one) => one.rows);
  const [low, high] = [200, 260];
  for (const address of [
    ...["", "page=2", "page=9", "seed=2", "failed=yes", "failed=no", "sort=-pay", "sort=trust", "variant=private"],
    ...["differs=objective", "differs=objective&page=2", "differs=trust&variant=private", "differs=pay&sort=-trust"],
    ...[`where=objective:${low}..${high}`, `where=pay:..${high}&where=trust:0.1..&sort=objective&page=2`],
  ]) {
    expect(
      gridPage({ measures, same, texts, variants, rows }, gridQuery(new URLSearchParams(address))),
      address,
    ).toEqual(await page(address));
  }
});

test.each<[string, RegExp]>([
  ["sort=objektive", /measure.*objektive.*objective/],
  ["variant=privat", /variant.*privat.*private/],
  ["where=pay", /where=pay is no condition/],
  ["where=pay:a..b", /is no condition/],
  ["where=pay'; DROP TABLE grid:0..1", /measure/],
  ["page=0", /page in the address is "0"/],
  ["seed=one", /seed in the address is "one"/],
  ["failed=maybe", /failed in the address/],
])("%s is refused", async (address, says) => {
  const { page } = await grid();
  await expect((async () => page(address))()).rejects.toThrow(says);
});

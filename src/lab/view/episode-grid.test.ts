// The grid of episodes has the same rows as SQL over the store, in the requested order and within the requested bounds.

import { basename, dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
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

test("pages contain every episode once, with means over agents", async () => {
  const { page, sql } = await grid();
  const pages = [await page(""), await page("page=2"), await page("page=3"), await page("page=99")];
  expect(pages.map((one) => [one.rows.length, one.page, one.pages])).toEqual(
    matrix("50 1 3 | 50 2 3 | 20 3 3 | 20 3 3"),
  );
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

test("measures in which variants differ come first, and those with one value in all episodes are listed once", async () => {
  const { folder, database } = await ran(`
environment: { id: language/calculator, hard: 0.5, noise: 0.9, failure: 0 }
agents: { policy: oracle, name: expert }
objective: correct
reward: { channel: finished }
variants: { knows: {}, errs: { agents.name: demonstrator } }
seeds: 2
episodes: 6
`);
  const opened = await openGrid(dirname(folder), basename(folder));
  onTestFinished(() => opened.close());
  const { measures, same } = await opened.page(gridQuery(new URLSearchParams()));
  const names = measures.map(({ name }) => name);
  const apart = async (name: string) => {
    const all = `max("${name}") > min("${name}")`;
    const [{ varies }] = (await database.query(`SELECT ${all} AS varies FROM episodes`)).rows;
    const pairs = await database.query(`SELECT seed FROM episodes GROUP BY seed, episode HAVING ${all}`);
    return pairs.rows.length > 0 ? "variants" : varies ? "episodes" : "nothing";
  };
  // Pay is listed first although it has one value in all episodes, since readers look for it.
  expect([names[0], await apart("pay"), names[1]]).toEqual(["pay", "nothing", "objective"]);
  const order = await Promise.all(names.slice(1).map(apart));
  const repeated = same.flatMap(({ name, repeats }) => (repeats === undefined ? [] : [name]));
  const own = order.filter((_, k) => !repeated.includes(names[k + 1]));
  expect(new Set(own)).toEqual(new Set(["variants", "episodes", "nothing"]));
  expect(own).toEqual(own.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
  const folded = names.slice(1).filter((name, k) => order[k] === "nothing" || repeated.includes(name));
  expect(same.map(({ name }) => name)).toEqual(folded);
  expect(same).toContainEqual({ name: "finished", value: 1 });
  expect(same).toContainEqual({ name: "correct", value: null, repeats: "objective" });
});

const ORDER = ["variants", "episodes", "nothing"];

test("rows are filtered and sorted by the query parameters", async () => {
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

test("episodes in which variants differ on the same seed are sorted by the difference", async () => {
  const { page } = await grid();
  const parted = await page("differs=objective");
  expect(parted.matched).toBe(120);
  const [first, second, third] = parted.rows;
  expect([first.seed, first.episode]).toEqual([second.seed, second.episode]);
  expect(first.parted).toBeCloseTo(Math.abs((first.values[1] ?? 0) - (second.values[1] ?? 0)), 10);
  expect(third.parted ?? 0).toBeLessThanOrEqual(first.parted ?? 0);
  expect((await page("differs=steps")).matched).toBe(0);
  // A single variant does not differ from itself.
  expect((await page("differs=objective&variant=private")).matched).toBe(0);
});

test("notable episodes are the median, the lowest, and the one whose pay most exceeds its objective in rank", async () => {
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

test("rows in memory give the same pages as the store", async () => {
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

// A log of clicks from a file to figures: what is made is known, and rows that contradict themselves are told.

import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { CLICKS, clicksCsv, EFFECTS, type MadeView, madeViews } from "../../../test/fixtures/clicks.ts";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { grouped } from "../../core/grouped.ts";
import { quotedFile } from "../../core/sql.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import type { LogInput } from "../../logs/source.ts";
import { clickFigures } from "./click-figures.ts";

const read = (text: string, source: LogInput = "c.csv") => clickFigures(source, folderOf({ "c.csv": text }));

const holds = (estimate: Estimate | undefined, value: number) =>
  typeof estimate?.low === "number" &&
  typeof estimate.high === "number" &&
  estimate.low < value &&
  value < estimate.high;
const width = (estimate: Estimate | undefined) => (estimate?.high ?? 0) - (estimate?.low ?? 0);

const shownOf = (rows: readonly MadeView[]) => rows.filter(({ position }) => position !== undefined);

const ALL = ["page", "query", "item", "position", "click"] as const satisfies readonly (keyof MadeView)[];

test("effects of positions, clicks and the other ranking's value are those that the log was made with", async () => {
  const rows = madeViews(6000, 71);
  const report = await read(clicksCsv(rows, [...ALL, "propensity", "other"]));
  expect(report).toMatchObject({ file: "c.csv", pages: 6000, shown: 36_000, skipped: 0, caveats: [] });
  for (const [k, { effect, rate }] of report.positions.entries()) {
    if (k === 0) continue;
    expect(holds(effect, EFFECTS[k])).toBe(true);
    expect(width(effect)).toBeLessThan(0.3 * EFFECTS[k]);
    expect(rate.mean).not.toBe(effect.mean);
  }
  expect(report.positions[0].effect).toMatchObject({ mean: 1, low: null });
  expect(holds(report.belowClick, 1)).toBe(true);
  const { ranking } = report;
  for (const value of [ranking?.ips, ranking?.selfNormalised, ranking?.doublyRobust])
    expect(holds(value, CLICKS.other)).toBe(true);
  expect(holds(ranking?.logged, CLICKS.logged)).toBe(true);
  expect(holds(ranking?.gain, CLICKS.other - CLICKS.logged)).toBe(true);
  expect(ranking?.model).toBeCloseTo(CLICKS.other, 1);
  expect(holds(ranking?.meanWeight, 1)).toBe(true);
  expect(width(ranking?.doublyRobust)).toBeLessThan(0.9 * width(ranking?.ips));
  expect(ranking?.largestWeight).toBeCloseTo(10, 3);
  expect(ranking).toMatchObject({ by: "propensities", trust: "yes" });
});

test("without propensities effects of positions weigh clicks, of the items that the page showed", async () => {
  const rows = shownOf(madeViews(6000, 72));
  const { ranking } = await read(clicksCsv(rows, [...ALL, "score"]));
  // The other ranking sorts the six items of each page.
  const expected = pageValue(rows);
  expect(holds(ranking?.ips, expected)).toBe(true);
  expect(ranking?.model).toBeCloseTo(expected, 1);
  expect(ranking).toMatchObject({ by: "positions", trust: "yes" });
  expect(ranking?.doublyRobust).toBeUndefined();
});

/** Expected clicks of a page whose items are sorted by relevance. */
function pageValue(rows: readonly MadeView[]): number {
  const pages = grouped(rows, ({ page }) => page);
  let sum = 0;
  for (const page of pages.values()) {
    const sorted = page.toSorted((a, b) => b.score - a.score || Number(a.position) - Number(b.position));
    for (const [k, { score }] of sorted.entries()) sum += score * EFFECTS[k];
  }
  return sum / pages.size;
}

test("visitors who leave after a click are told, and the value by positions is doubtful", async () => {
  const report = await read(clicksCsv(shownOf(madeViews(4000, 73, 0.9)), [...ALL, "score"]));
  expect(report.belowClick.high).toBeLessThan(0.5);
  expect(report.caveats).toEqual([
    expect.stringMatching(/^Below a click items get 0\.\d+ times .*: a click ends many/),
  ]);
  expect(report.ranking).toMatchObject({
    trust: "doubtful",
    verdict: expect.stringContaining("item and position alone"),
  });
});

test("a rare first position is told, as all others are compared with it", async () => {
  const views = shownOf(madeViews(500, 78));
  const marked = views.map((row, k) => (k % 100 === 0 ? { ...row, position: 0, click: 1 } : row));
  const { caveats, positions } = await read(clicksCsv(marked, ALL));
  expect(positions[0]).toMatchObject({ position: 0, shown: 30 });
  expect(caveats[0]).toMatch(
    /^Position 0 is compared with, and shown 30 times, others up to 500 times: .* --where "position::int > 0" leaves it out\.$/,
  );
});

test("wrong propensities, few of the other ranking's items and a ranking that the log never shows are told", async () => {
  const rows = madeViews(1500, 74);
  const value = async (change: (row: MadeView) => Partial<MadeView>, count = rows.length) =>
    (
      await read(
        clicksCsv(
          rows.slice(0, count).map((row) => ({ ...row, ...change(row) })),
          [...ALL, "propensity", "other"],
        ),
      )
    ).ranking?.verdict;
  expect(await value(({ propensity }) => ({ propensity: propensity && Math.min(1, 3 * propensity) }))).toMatch(
    /cannot be trusted: weights average 0\.\d+ and not 1, so that propensities are wrong/,
  );
  expect(await value(() => ({}), 320)).toMatch(/cannot be trusted: the log has \d+ shown items' worth/);
  expect(await value(({ item }) => ({ other: 1 + (item % 2) }))).toMatch(/several items of a page in one position/);
  expect(await value(({ position }) => ({ other: position && (position % 6) + 1 }))).toMatch(
    /never shows an item where the log shows it/,
  );
});

test("items that the page did not show are the model's, and their rows are missed where the log has none", async () => {
  const rows = madeViews(4000, 75);
  const whole = (await read(clicksCsv(rows, [...ALL, "other"]))).ranking;
  expect(holds(whole?.ips, CLICKS.other)).toBe(true);
  expect(whole).toMatchObject({ by: "positions", trust: "yes", filled: 1 });
  const bare = clicksCsv(shownOf(rows), [...ALL, "propensity", "other"]);
  const { ranking, caveats } = await read(bare);
  expect(holds(ranking?.ips, CLICKS.other)).toBe(true);
  expect([ranking?.doublyRobust, ranking?.model]).toEqual([undefined, undefined]);
  expect(caveats).toEqual([expect.stringMatching(/^No doubly robust value: rows fill 7\d % of the other ranking's/)]);
  const positions = await read(clicksCsv(shownOf(rows), [...ALL, "other"]));
  expect(positions.ranking).toMatchObject({ trust: "doubtful", verdict: expect.stringMatching(/rows fill 7\d %/) });
});

test("chances of the other ranking in the place of its positions", async () => {
  const rows = shownOf(madeViews(3000, 77)).map((row) => ({ ...row, score: row.position === row.other ? 1 : 0 }));
  const text = clicksCsv(rows, [...ALL, "propensity", "score"]).replace("score", "chance");
  const { ranking, caveats } = await read(text);
  expect(holds(ranking?.selfNormalised, CLICKS.other)).toBe(true);
  expect(ranking).toMatchObject({ moved: null, filled: null, trust: "yes" });
  expect(caveats).toEqual([expect.stringContaining("wants the other ranking's positions")]);
});

test("the order of rows, and workers, change no digit", async () => {
  const rows = madeViews(400, 76);
  const columns = [...ALL, "propensity", "other"] as const;
  const report = await read(clicksCsv(rows, columns));
  expect(await read(clicksCsv(rows.toReversed(), columns))).toEqual(report);
});

test("usual names are read, a page is a row where none is named, and a list is a page", async () => {
  const bandit = "timestamp,item_id,position,click,propensity_score\n1,7,1,1,0.5\n2,7,2,0,0.5\n3,8,2,1,0.5\n";
  expect(await read(bandit)).toMatchObject({
    columns: { item: "item_id", position: "position", click: "click", propensity: "propensity_score" },
    ...{ pages: 3, shown: 3, clicks: 2, belowClick: { mean: null } },
  });
  const place = folderOf({});
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  const row =
    "SELECT 5 AS query_id, [[8], [9]] AS title, [1, 2] AS tokens, [1, 2, 3] AS doc_ids, [1, 2, 3] AS positions, [true, false, true] AS clicks";
  await connection.run(`COPY (${row} UNION ALL ${row}) TO ${quotedFile(`${place.directory}/l.parquet`)}`);
  await connection.run(
    `COPY (${row} UNION ALL SELECT 5, [], [], [1], [1, 2], [true]) TO ${quotedFile(`${place.directory}/uneven.parquet`)}`,
  );
  expect(await clickFigures("l.parquet", place)).toMatchObject({ pages: 2, shown: 6, clicks: 4 });
  await expect(clickFigures("uneven.parquet", place)).rejects.toThrow(
    'uneven.parquet, row 2: its lists "doc_ids" and "positions" differ in length',
  );
});

test("rows that contradict themselves are told with line and column, or left out", async () => {
  const rows = [
    "page,item,position,click,propensity",
    "a,x,1,1,0.5",
    "a,y,1,0,0.5",
    "a,z,,1,0.5",
    "a,,2,0,0.5",
    "b,x,1.5,0,0.5",
    "b,y,2,2,0.5",
    "b,z,3,0,0",
    "b,u,4,0,1.5",
    "b,v,5,,0.5",
    "b,w,6,0,",
    "b,t,,0,",
  ].join("\n");
  const problems = [
    "c.csv:3: position: 1 repeats that of another item of the page, in line 2; each page view has a name of its own",
    "c.csv:4: click: is 1, and the item was never shown: its position is empty",
    "c.csv:5: item: is empty",
    "c.csv:6: position: is no whole number from 0 to 10,000",
    'c.csv:7: click: "2" is neither 0 nor 1',
    "c.csv:8: propensity: is not above 0 and at most 1, and the item was shown",
    "c.csv:9: propensity: is not above 0 and at most 1, and the item was shown",
    "c.csv:10: click: is empty",
    "c.csv:11: propensity: is not above 0 and at most 1, and the item was shown",
  ];
  await expect(read(rows)).rejects.toThrow(problems.join("\n"));
  expect(await read(rows, { file: "c.csv", skipBadRows: true })).toMatchObject({
    ...{ pages: 2, shown: 1, clicks: 1, skipped: 9, reasons: problems },
    caveats: ["Of 1 click little can be known."],
  });
});

test("lines of JSON are read, and a text where a number may be missing is told", async () => {
  const lines = [
    '{"item":"x","position":1,"click":true}',
    '{"item":"y","position":"top","click":false}',
    '{"item":"z"}',
  ];
  const place = folderOf({ "c.jsonl": lines.join("\n") });
  await expect(clickFigures("c.jsonl", place)).rejects.toThrow("c.jsonl:2: position: is no number");
  const log = { file: "c.jsonl", skipBadRows: true };
  expect(await clickFigures(log, place)).toMatchObject({ shown: 1, clicks: 1, skipped: 1 });
});

test("without clicks, or with one page, there are no figures and no failure", async () => {
  const none = await read("page,item,position,click,other\na,x,1,0,2\na,y,2,0,1\nb,x,1,0,2\nb,y,2,0,1\n");
  expect(none).toMatchObject({ clicks: 0, belowClick: { mean: null }, ranking: { trust: "no", effectiveSample: 0 } });
  expect(none.positions.every(({ effect }) => effect.mean === null)).toBe(true);
  const one = await read("page,item,position,click,propensity,other\na,x,1,1,0.5,2\na,y,2,1,0.5,1\n");
  expect(one).toMatchObject({ pages: 1, clicks: 2, ranking: { ips: { mean: null }, trust: "no" } });
});

test("columns that do not belong together are a mistake", async () => {
  await expect(read("item,position,click,other,score\nx,1,1,1,1\n")).rejects.toThrow(
    'c.csv: "other" and "score" each describe another ranking; say which one is meant: --columns other=other or',
  );
  await expect(read("item,position,click,chance\nx,1,1,1\n")).rejects.toThrow('no column "propensity"');
  await expect(read("doc,url,position,click\nx,y,1,1\n")).rejects.toThrow(
    'c.csv:1: "doc" and "url" are each a usual name of the item; say --columns item=doc or --columns item=url',
  );
});

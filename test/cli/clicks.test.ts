// A log of clicks from the command line.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clicksCsv, madeViews } from "../fixtures/clicks.ts";
import { agon, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";
import { refusedCommands } from "./mistakes.ts";

const example = join(root, "examples/clicks.csv");
const COLUMNS = ["page", "query", "item", "position", "click", "propensity", "other"] as const;

test("the example is what the generator makes", () => {
  expect(readFileSync(example, "utf8")).toBe(clicksCsv(madeViews(400, 1), COLUMNS));
});

test("effects of positions, and another ranking's value with sample, weight and verdict", async () => {
  const { code, stdout, complaint } = await agon(`clicks ${example}`, { cwd: scratch() });
  expect([code, complaint]).toEqual([0, ""]);
  expect(stdout).toMatch(/clicks\.csv: \d+ clicks of 2,400 shown items on 400 pages/);
  expect(stdout).toMatch(/^position +shown +clicks +click rate, of the first's +the same for one item$/m);
  expect(stdout).toMatch(/^2 +400 +\d+ +0\.\d+ \[0\.\d+, [\d.]+\] +0\.\d+ \[0\.\d+, [\d.]+\]$/m);
  expect(stdout).toMatch(/^ranking +clicks of a page +effective sample +largest weight$/m);
  for (const name of ["inverse propensities", "self-normalised", "doubly robust"])
    expect(stdout).toMatch(new RegExp(`^other: ${name} +\\d\\.\\d+ \\[[\\d.]+, [\\d.]+\\] +\\d+ +10$`, "m"));
  expect(stdout).toMatch(/Weights average [\d.]+ \[[\d.]+, [\d.]+\], and should average 1\.$/m);
  expect(stdout).toMatch(/^The value can be trusted as far as propensities are what they say\.$/m);
});

test("one JSON document, of chosen rows of a file that calls its columns otherwise", async () => {
  const cwd = folderWith({
    "c.csv": "serp,doc,rank,clicked,site,new\n1,x,1,true,a,2\n1,y,2,false,a,1\n2,x,1,true,b,2\n",
  });
  const { code, stdout } = await agon(`clicks c.csv --columns other=new --where "site = 'a'" --json`, { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ file: "c.csv", pages: 1, shown: 2, clicks: 1 },
    columns: { page: "serp", item: "doc", position: "rank", click: "clicked", other: "new" },
    ranking: { by: "positions", trust: "no", moved: 1 },
  });
});

test("a log without another ranking has the effects of positions, and says how one is named", async () => {
  const cwd = folderWith({ "c.csv": clicksCsv(madeViews(200, 2), ["page", "item", "position", "click"]) });
  const { code, stdout } = await agon("clicks c.csv", { cwd });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/No other ranking is named: --columns other=…/)]);
});

test("log check recognises it, and settings that it writes are read", async () => {
  const cwd = folderWith({ "c.csv": clicksCsv(madeViews(100, 3), COLUMNS).replace("item", "doc_id") });
  const checked = await agon("log check c.csv --write c.log.yaml", { cwd });
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/taken for a log of clicks/)]);
  expect(checked.stdout).toContain("agon clicks c.log.yaml reads it");
  expect((await agon("clicks c.log.yaml", { cwd })).stdout).toMatch(/read as item: doc_id/);
});

const bad = "page,item,position,click,propensity\na,x,1,1,0.5\na,y,1,0,0.5\na,z,,1,0.5\nb,x,1,0,0\nb,y,2,0,1.5\n";
refusedCommands(
  "agon-clicks",
  `
  clicks none.csv
  clicks bad.csv
  clicks bad.csv --columns items=x
  clicks bad.csv --columns item=itm
  clicks other.csv
  clicks empty.csv
  clicks bad.csv --columns chance=position --columns other=position
  `,
  { "bad.csv": bad, "other.csv": "id,position,click\na,1,1\n", "empty.csv": "item,position,click\nx,,0\n" },
);

test("bad rows may be left out, and are counted", async () => {
  const cwd = folderWith({ "bad.csv": bad });
  const { code, stdout, stderr } = await agon("clicks bad.csv --skip-bad-rows --json", { cwd });
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ skipped: 4, shown: 1, clicks: 1 })]);
  expect(stderr).toMatch(
    /4 bad rows were left out; the first: bad\.csv:3: position: 1 repeats that of another item of the page, in line 2/,
  );
});

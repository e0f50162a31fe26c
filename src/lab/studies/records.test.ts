// Records of a study: which one decides, what its page says of both forms, how its file reads, and how a new one differs.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkedJson, checkedLines } from "../../core/checksum.ts";
import type { Study } from "../../study/study.ts";
import { systemPage } from "../manual/system-pages.ts";
import { decidingRecord, keepRecord, recordsOf, shippedRecords } from "./kept-records.ts";
import { linesOf, type RecordedResult, recordOf, type StudyRecord } from "./record.ts";
import { compared } from "./record-comparison.ts";

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "agon-records-"));
});
afterEach(() => rmSync(store, { recursive: true, force: true }));

const study: Study = {
  id: "seeds",
  title: "Seeds",
  source: "nowhere",
  claim: "Many seeds are many.",
  claimed: "10",
  seeds: { first: 5, short: 2, full: 20 },
  changed: ["The bound was 1 and is 10."],
  experiment: fileURLToPath(new URL("../../systems/coopetition-gym/experiment.yaml", import.meta.url)),
};

/** A record of a form, whose claim the full one alone can keep. */
function recordOfForm(form: "short" | "full"): StudyRecord {
  const seeds = Array.from({ length: study.seeds[form] }, (_, k) => study.seeds.first + k);
  const verdict = seeds.length >= 10 ? "holds" : "fails";
  const [expected, measured] = ["seeds ≥ 10", String(seeds.length)];
  return {
    ...{ id: study.id, form, agon: "0", commit: null, measuredAt: "2026-01-01", machine: "m", seconds: 1, seeds },
    results: [{ kind: "claim", name: "many", verdict, expected, measured, figures: [] }],
    tables: [],
  };
}

test("both forms are kept, and the full one decides", () => {
  const [short, full] = [recordOfForm("short"), recordOfForm("full")];
  keepRecord(join(store, "studies"), short);
  expect(decidingRecord(recordsOf("seeds", store))).toEqual(short);
  keepRecord(join(store, "studies"), full);
  expect(recordsOf("seeds", store)).toEqual({ short, full });
  expect(decidingRecord(recordsOf("seeds", store))).toEqual(full);
});

test("the store comes before what ships, form by form; one of an earlier version counts as absent, and a damaged one is told", () => {
  const shipped = shippedRecords("coopetition-gym");
  const short = shipped.short;
  if (short === undefined) throw new Error("no record of coopetition-gym ships");
  expect(recordsOf("coopetition-gym", store)).toEqual(shipped);
  keepRecord(join(store, "studies"), { ...short, seconds: 1 });
  expect(recordsOf("coopetition-gym", store).short?.seconds).toBe(1);
  const file = join(store, "studies/short/coopetition-gym.jsonl");
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, checkedLines([{ id: "of an earlier version" }]));
  expect(recordsOf("coopetition-gym", store)).toEqual(shipped);
  rmSync(file);
  writeFileSync(file.slice(0, -1), checkedJson({ ...short, seconds: 1 }));
  expect(recordsOf("coopetition-gym", store)).toEqual(shipped);
  for (const damaged of ["{}", "", whole.slice(0, -9), whole.replace('"seconds":1', '"seconds":2')]) {
    writeFileSync(file, damaged);
    expect(() => recordsOf("coopetition-gym", store)).toThrow(`${file} is not as it was written; remove it`);
  }
});

test("a record is a line for its head, for each result, and for each table and each of its rows", () => {
  const record: StudyRecord = {
    ...{
      id: "x",
      form: "full",
      agon: "0",
      commit: null,
      measuredAt: "2026-01-01",
      machine: "m",
      seconds: 1,
      seeds: [1],
    },
    results: [{ ...{ kind: "claim", name: "c", verdict: "holds", expected: "≥ 1", measured: "2" }, figures: [] }],
    tables: [
      { title: "t", columns: ["a", "b"], rows: [{ name: "r", cells: [{ value: 0.1 + 0.2, low: null }, null] }] },
      { title: "u", columns: [], rows: [] },
    ],
  };
  keepRecord(store, record);
  const lines = readFileSync(join(store, "full/x.jsonl"), "utf8").split("\n");
  expect(lines.map((line) => line.slice(0, 21))).toEqual([
    '{"id":"x","form":"ful',
    '{"kind":"claim","name',
    '{"kind":"table","titl',
    '{"kind":"row","name":',
    '{"kind":"table","titl',
    expect.stringMatching(/^\{"checksum":\d+/),
    "",
  ]);
  expect(recordOf(linesOf(record))).toEqual(record);
  const [head, ...rest] = linesOf(record);
  expect(recordOf([head, ...rest, { kind: "series" }])).toBeUndefined();
  expect(recordOf(rest)).toBeUndefined();
  expect(recordOf([head, ...rest.slice(2)])).toBeUndefined();
});

test("a page has the status of the form that decides, the other form, and what was changed", () => {
  const [short, full] = [recordOfForm("short"), recordOfForm("full")];
  expect(systemPage(study, {})).toContain("It was not run yet.");
  const one = systemPage(study, { short });
  const [, , finding] = one.split("\n\n");
  expect(finding).toMatch(/^\*\*Unmarked: .*\*\*$/);
  expect(one).toContain(`${finding.replaceAll("**", "")} Short form, 2 seeds from 5`);
  expect(one).not.toContain("## The short form");
  const both = systemPage(study, { short, full });
  expect(both.search(/^Unmarked: .* Long form, 20 seeds from 5/m)).toBeLessThan(both.indexOf("## The short form"));
  expect(both).toContain("| claim | many | seeds ≥ 10 | 2 | fails |");
  expect(both).toContain("## What was changed\n\n- The bound was 1 and is 10.\n");
});

test("a new record beside another says which results differ, and how", () => {
  const result = (name: string, measured: string, verdict: RecordedResult["verdict"] = "holds"): RecordedResult => ({
    kind: "claim",
    name,
    verdict,
    expected: "≥ 1",
    measured,
    figures: [],
  });
  const record = (...results: RecordedResult[]): StudyRecord => ({
    ...{ id: "x", agon: "0", commit: null, form: "short", seeds: [1], tables: [], seconds: 1 },
    ...{ measuredAt: "2026-01-01", machine: "m", results },
  });
  const shipped = record(
    result("same", "2"),
    result("moved", "2"),
    result("turned", "2", "fails"),
    result("gone", "2"),
  );
  const now = record(result("same", "2"), result("moved", "3"), result("turned", "2"), result("new", "2"));
  const comparison = compared(now, shipped);
  expect([comparison.same, comparison.of]).toEqual([1, 4]);
  expect(comparison.differing.map(({ name, shipped: before }) => [name, before])).toEqual([
    ["moved", { verdict: "holds", measured: "2" }],
    ["turned", { verdict: "fails", measured: "2" }],
    ["new", null],
  ]);
  expect(compared(shipped, shipped).differing).toEqual([]);
});

// Runs that are polled repeatedly: which changes alter a run's stamp, and which alter the stamp of its report.

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runFolder } from "../../test/fixtures/run-folder.ts";
import { makeFolder } from "../core/files.ts";
import { liveReport } from "../lab/run/live-record.ts";
import { SEALS } from "../lab/store/cell-files.ts";
import { cellsFolder } from "../lab/store/store.ts";
import { summaryOf } from "../lab/view/runs.ts";
import { runIndex } from "./run-index.ts";

test("news of a training change the run's stamp, a cell also the report's; a damaged record is left out", () => {
  const store = mkdtempSync(join(tmpdir(), "agon-index-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const folder = runFolder(store, "key", [1, 2]);
  const seals = join(cellsFolder(store, "key"), SEALS);
  makeFolder(seals);
  const index = runIndex(store);
  const look = () => index.look()[0];
  const first = look();
  expect(first.summary).toMatchObject({ run: "run", state: "stopped", cells: { planned: 2, done: 0 } });
  expect(look()).toBe(first);
  const live = liveReport(folder, 2);
  const working = look();
  expect([working.summary.state, working.results, working.live.length]).toEqual(["running", first.results, 1]);
  expect(working.stamp).not.toBe(first.stamp);
  live.end();
  for (const seed of [1, 2]) writeFileSync(join(seals, `${seed}.json`), "{}");
  utimesSync(seals, 1, 1);
  const done = look();
  expect(done.summary).toMatchObject({ state: "done", cells: { done: 2 } });
  expect(done.results).not.toBe(first.results);
  writeFileSync(join(folder, "run.json"), "not json");
  expect(index.look()).toEqual([]);
});

test("a change while a run is being read is seen at the next poll", () => {
  const store = mkdtempSync(join(tmpdir(), "agon-index-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const live = liveReport(runFolder(store, "key", [1, 2]), 2);
  const seals = join(cellsFolder(store, "key"), SEALS);
  makeFolder(seals);
  let isRead = false;
  const index = runIndex(store, (...given) => {
    const summary = summaryOf(...given);
    if (!isRead) {
      // The process that works on the run ends at this moment.
      for (const seed of [1, 2]) writeFileSync(join(seals, `${seed}.json`), "{}");
      live.end();
    }
    isRead = true;
    return summary;
  });
  expect(index.look()[0].summary.cells.done).toBe(0);
  expect(index.look()[0]).toMatchObject({ summary: { state: "done", cells: { done: 2 } }, live: [] });
});

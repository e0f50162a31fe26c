// A run is found by its name, or by the beginning of it.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRun, openStore } from "./store.ts";

test("the name of an experiment means its latest run, and not that of an experiment with a longer name", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  openStore(folder);
  // Each run is newer than the one before.
  for (const [k, run] of ["desk-00000001", "desk-00000002", "desk-2-00000003", "walk-00000004"].entries()) {
    mkdirSync(join(folder, run));
    writeFileSync(join(folder, run, "run.json"), "{}");
    utimesSync(join(folder, run, "run.json"), k + 1, k + 1);
  }
  const find = (run: string) => findRun(folder, run).run;
  expect(["desk", "desk-2", "desk-00000001", "des", "latest"].map(find)).toEqual([
    "desk-00000002",
    "desk-2-00000003",
    "desk-00000001",
    "desk-2-00000003",
    "walk-00000004",
  ]);
  expect(find(join(folder, "desk-00000001"))).toBe("desk-00000001");
  expect(() => find("dusk")).toThrow(/no run in .* is called "dusk"/);
});

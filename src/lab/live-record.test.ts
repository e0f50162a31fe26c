// What a process tells of its work: while it lives, and not after it.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { liveIn, toldLive } from "./live-record.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-live-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("trainings are told while they last, and nothing is left at the end", async () => {
  const folder = scratch();
  const live = toldLive(folder, 4);
  expect(liveIn(folder)).toMatchObject([{ pid: process.pid, host: hostname(), cells: 0, missing: 4, trainings: [] }]);
  for (let k = 1; k <= 1000; k++) live.training({ variant: "a", seed: 1, share: k / 1000, pay: k });
  live.training({ variant: "b", seed: 1, share: 0.5, objective: 3 });
  live.training({ variant: "c", seed: 1, share: 1 });
  live.cell(["c", "d"], 1);
  await expect.poll(() => liveIn(folder)[0].cells, { timeout: 5000 }).toBe(2);
  const [{ trainings }] = liveIn(folder);
  expect(trainings.map(({ variant }) => variant)).toEqual(["a", "b"]);
  const [{ shares, pay, objective, share }] = trainings;
  expect(share).toBe(1);
  expect(shares.length).toBeLessThanOrEqual(401);
  expect(shares.length).toBeGreaterThan(150);
  expect(pay).toEqual(shares.map((one) => Math.round(1000 * one)));
  expect(pay.at(-1)).toBe(1000);
  expect(new Set(objective)).toEqual(new Set([null]));
  live.cell(["a"], 1);
  live.end();
  await setTimeout(600);
  expect(readdirSync(folder)).toEqual([]);
});

test("what a killed process has left is no work, and goes with the next one", () => {
  const folder = scratch();
  const dead = { pid: 2 ** 22 + 7, host: hostname(), begun: "", cells: 0, missing: 1, trainings: [] };
  writeFileSync(join(folder, `live-${dead.pid}.json`), JSON.stringify(dead));
  writeFileSync(join(folder, "live-12.json"), "cut of");
  expect(liveIn(folder)).toEqual([]);
  const elsewhere = { ...dead, pid: dead.pid + 1, host: "another machine" };
  writeFileSync(join(folder, `live-${elsewhere.pid}.json`), JSON.stringify(elsewhere));
  expect(liveIn(folder)).toEqual([elsewhere]);
  toldLive(folder, 1).end();
  expect(readdirSync(folder)).toEqual([`live-${elsewhere.pid}.json`]);
});

// A process reports its progress while it lives, and removes the report when it ends.

import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { HERE } from "../../core/process-place.ts";
import { liveIn, liveReport } from "./live-record.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-live-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("trainings are reported while they run, and no record is left at the end", async () => {
  const folder = scratch();
  const live = liveReport(folder, 4);
  expect(liveIn(folder)).toMatchObject([
    { pid: process.pid, place: HERE, host: hostname(), cells: 0, missing: 4, trainings: [] },
  ]);
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
  await expect.poll(() => liveIn(folder)[0].trainings.length, { timeout: 5000 }).toBe(1);
  live.end();
  // News that arrive after the end.
  live.training({ variant: "a", seed: 1, share: 1 });
  await setTimeout(600);
  expect(readdirSync(folder)).toEqual([]);
});

test("the record of a killed process is ignored, and removed by the next one", () => {
  const folder = scratch();
  const dead = { pid: 2 ** 22 + 7, place: HERE, host: hostname(), begun: "", cells: 0, missing: 1, trainings: [] };
  writeFileSync(join(folder, `live-${HERE}-${dead.pid}.json`), JSON.stringify(dead));
  writeFileSync(join(folder, "live-12.json"), "cut of");
  expect(liveIn(folder)).toEqual([]);
  liveReport(folder, 1).end();
  expect(readdirSync(folder)).toEqual([]);
});

test("a process of another place, with any id, counts as alive while it writes", () => {
  const folder = scratch();
  const elsewhere = {
    pid: process.pid,
    place: "0123456789ab",
    host: "",
    begun: "",
    cells: 0,
    missing: 1,
    trainings: [],
  };
  const file = join(folder, `live-${elsewhere.place}-${elsewhere.pid}.json`);
  writeFileSync(file, JSON.stringify(elsewhere));
  const own = liveReport(folder, 1);
  expect(liveIn(folder)).toHaveLength(2);
  const sixMinutesAgo = Date.now() / 1000 - 360;
  utimesSync(file, sixMinutesAgo, sixMinutesAgo);
  expect(liveIn(folder)).toMatchObject([{ place: HERE }]);
  own.end();
  liveReport(folder, 1).end();
  expect(readdirSync(folder)).toEqual([]);
});

test("a process with a recorded start time counts as alive while it exists, even if it does not write", () => {
  const folder = scratch();
  const own = liveReport(folder, 1);
  const [name] = readdirSync(folder);
  utimesSync(join(folder, name), 0, 0);
  expect(liveIn(folder)).toMatchObject([{ pid: process.pid }]);
  own.end();
});

test("without news it writes periodically, so that others know it is alive", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = scratch();
  const live = liveReport(folder, 1);
  const [name] = readdirSync(folder);
  rmSync(join(folder, name));
  vi.advanceTimersByTime(20_000);
  expect(liveIn(folder)).toHaveLength(1);
  live.end();
  vi.advanceTimersByTime(60_000);
  expect(readdirSync(folder)).toEqual([]);
});

test("pending news during a periodic write leaves no record at the end", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = scratch();
  const live = liveReport(folder, 1);
  // Without news the record is rewritten after 15 seconds.
  vi.advanceTimersByTime(14_900);
  live.training({ variant: "a", seed: 1, share: 0.5 });
  vi.advanceTimersByTime(200);
  live.training({ variant: "a", seed: 1, share: 0.6 });
  live.end();
  vi.advanceTimersByTime(60_000);
  expect(readdirSync(folder)).toEqual([]);
});

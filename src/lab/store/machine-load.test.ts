// The load of a machine while a run works: samples of its processes, and their summary.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { checkedJson } from "../../core/checksum.ts";
import { halved, type LoadRecord, loadSummary } from "./load-data.ts";
import { followLoad, loadIn } from "./machine-load.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function folder(): string {
  const place = mkdtempSync(join(tmpdir(), "agon-load-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  return place;
}

/** A record whose samples end at these seconds. */
const record = (seconds: number[], used: number[], gib: number[], begun = "2026-01-01T00:00:00.000Z"): LoadRecord => ({
  ...{ host: "here", begun, cores: 4, memory: 16, seconds, used, gib },
  waiting: seconds.map(() => 2),
});

test("a process writes a sample every second, and a last one at its end", () => {
  const run = folder();
  const load = followLoad(run);
  expect(loadIn(run)).toEqual([]);
  vi.advanceTimersByTime(3000);
  const [before] = loadIn(run);
  expect(before.seconds).toEqual([1, 2, 3]);
  for (const gib of before.gib) expect(gib).toBeGreaterThan(0.01);
  expect(before.cores).toBeGreaterThan(0);
  expect(before.memory).toBeGreaterThan(Math.max(...before.gib));
  vi.advanceTimersByTime(500);
  load.end();
  expect(loadIn(run)[0].seconds).toEqual([1, 2, 3, 3.5]);
  vi.advanceTimersByTime(5000);
  expect(loadIn(run)[0].seconds).toHaveLength(4);
});

test("a long process is sampled more and more rarely, and its samples cover all of its time", () => {
  const run = folder();
  const load = followLoad(run);
  vi.advanceTimersByTime(3600 * 1000);
  load.end();
  const [{ seconds }] = loadIn(run);
  expect(seconds.length).toBeGreaterThanOrEqual(32);
  expect(seconds.length).toBeLessThanOrEqual(64);
  expect(seconds.at(-1)).toBe(3600);
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
});

test("half as many samples keep the CPU seconds and the most memory", () => {
  const whole = record([1, 2, 4, 5, 6], [2, 4, 1, 3, 0.5], [1, 3, 2, 0.5, 4]);
  const half = halved(whole);
  expect(half).toMatchObject({ seconds: [2, 5, 6], used: [3, 5 / 3, 0.5], gib: [3, 2, 4], waiting: [2, 2, 2] });
  expect(loadSummary([half])).toEqual(loadSummary([whole]));
});

test("processes of a run are summed over their seconds", () => {
  expect(loadSummary([])).toBeUndefined();
  expect(loadSummary([record([], [], [])])).toBeUndefined();
  // 10 s with 1 core, and 30 s with 3.
  expect(loadSummary([record([10], [1], [0.5]), record([10, 30], [3, 3], [0.25, 0.75])])).toEqual({
    ...{ processes: 2, used: 2.5, cores: 4, gib: 0.75, memory: 16, waiting: 2 },
  });
});

test("files of several processes are read in their order, and damaged ones are left out", () => {
  const run = folder();
  const keep = (name: string, text: string) => writeFileSync(join(run, name), text);
  keep("load-900-7.json", checkedJson({ ...record([1], [1], [1], "first") }));
  keep("load-1000-3.json", checkedJson({ ...record([1], [1], [1], "second") }));
  keep("load-1000-4.json", checkedJson({ ...record([1], [1], [1], "changed") }).replace("changed", "damaged"));
  keep("load-1000-5.json", checkedJson({ ...record([1, 2], [1], [1]) }));
  keep("load-1000-6.json", "{");
  expect(loadIn(run).map(({ begun }) => begun)).toEqual(["first", "second"]);
});

test("a process whose folder is gone goes on, and makes no other", () => {
  const run = folder();
  const load = followLoad(join(run, "gone"));
  vi.advanceTimersByTime(2000);
  load.end();
  expect(readdirSync(run)).toEqual([]);
});

test("a run has its load", async () => {
  vi.useRealTimers();
  const text = `
environment: { id: bandits/bernoulli, horizon: 20000, means: [0.9, 0.1] }
agents: { policy: bandit/ucb1 }
objective: payoff
seeds: 4
episodes: 2
`;
  const { folder: run } = await ran(text);
  const [own, ...others] = loadIn(run);
  expect(others).toEqual([]);
  const { used = 0, gib } = loadSummary([own]) ?? {};
  // Its seconds of CPU time, however many others the machine works for.
  expect(used * (own.seconds.at(-1) ?? 0)).toBeGreaterThan(0.01);
  expect(gib).toBeGreaterThan(0.01);
});

// Working time of a run and of its variants' cells, over several processes.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { checkedJson } from "../../core/checksum.ts";
import { addWork, cellSecondsIn, workedIn } from "./run-work.ts";

function folder(): string {
  const place = mkdtempSync(join(tmpdir(), "agon-work-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  return place;
}

test("seconds of processes add up, and a variant has the mean of its cells", () => {
  const run = folder();
  expect([workedIn(run), cellSecondsIn(run)]).toEqual([null, {}]);
  addWork(run, 5, new Map([["a", [1, 2]]]));
  addWork(
    run,
    7,
    new Map([
      ["a", [6]],
      ["b", [4]],
    ]),
  );
  expect(workedIn(run)).toBe(12);
  expect(cellSecondsIn(run)).toEqual({ a: 3, b: 4 });
});

test("a record of an earlier version has no times of cells, and goes on", () => {
  const run = folder();
  writeFileSync(join(run, "work.json"), checkedJson({ seconds: 3 }));
  expect([workedIn(run), cellSecondsIn(run)]).toEqual([3, {}]);
  addWork(run, 1, new Map([["a", [2]]]));
  expect([workedIn(run), cellSecondsIn(run)]).toEqual([4, { a: 2 }]);
});

test("a run records the time of every variant's cells", async () => {
  const { folder: run } = await ran(`
environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }
agents: { policy: bandit/ucb1 }
objective: payoff
variants: { short: {}, long: { environment.horizon: 20 } }
seeds: 2
`);
  const times = cellSecondsIn(run);
  expect(Object.keys(times).sort()).toEqual(["long", "short"]);
  for (const seconds of Object.values(times)) expect(seconds).toBeGreaterThan(0);
});

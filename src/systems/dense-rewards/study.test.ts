// The study as a whole: what holds, and the two claims that do not come out on this task.

import { expect, test } from "vitest";
import { studyContext } from "../../../test/fixtures/study.ts";
import { statusOf } from "../../study/study.ts";
import { denseRewards } from "./study.ts";

test("all but two checks hold, and every control fails", { timeout: 300_000 }, async () => {
  const result = await denseRewards.run(studyContext());
  expect(result.controls.filter((control) => !control.failed)).toEqual([]);
  expect(result.checks).toHaveLength(12);
  // Judged equal where nothing is won, five-step segments say no more than the sparse reward does until near the goal, so
  // learning is not faster; and one model in twenty is farmed. Rewards that mislead here are farmed outright, so none is
  // both faster to nine tenths of the optimum and worse than it.
  expect(result.checks.filter((check) => !check.pass).map((check) => check.name)).toEqual([
    "200 preferences: learning is at least twice as fast",
    "a dense reward can be faster and worse",
  ]);
  expect(statusOf(result)).toBe("partly");
});

test("it stops when asked to", async () => {
  await expect(denseRewards.run(studyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
});

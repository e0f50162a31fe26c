// The exact parts of target decoupling, and what can be seen of its trainings in seconds.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import type { StudyResult } from "../../study/legacy.ts";
import { statusOf } from "../../study/legacy.ts";
import { exactParts, targetDecoupling } from "./study.ts";

test("the exact checks pass and their controls fail", () => {
  const { checks, controls } = exactParts();
  expect(checks.filter((check) => !check.pass)).toEqual([]);
  expect(checks.length).toBeGreaterThanOrEqual(20);
  expect(controls.map(({ failed }) => failed)).toEqual([true, true]);
});

test("stops when it is told to", async () => {
  const stopped = legacyContext({ signal: AbortSignal.abort() });
  await expect(Promise.resolve(targetDecoupling.run(stopped))).rejects.toThrow();
});

// Minutes of training: the suite keeps to the exact checks, `LONG=1 npx vitest run src/studies` runs this too.
describe.skipIf(process.env.LONG === undefined)("the study", () => {
  test("all but two checks hold, and every control fails", async () => {
    const result: StudyResult = await targetDecoupling.run(legacyContext());
    expect(result.checks.filter(({ pass }) => !pass)).toHaveLength(2);
    expect(result.controls.every(({ failed }) => failed)).toBe(true);
    expect(statusOf(result)).toBe("partly");
  });
});

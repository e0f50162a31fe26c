// The study as it is run.

import { beforeAll, describe, expect, test } from "vitest";
import { studyContext } from "../../test/fixtures/study.ts";
import { policyCliff } from "./policy-cliff.ts";
import { type StudyResult, statusOf } from "./study.ts";

describe("the study", () => {
  let result: StudyResult;
  beforeAll(async () => {
    result = await policyCliff.run(studyContext());
  });

  test("every proposition holds", () => {
    expect(result.checks.filter((check) => !check.pass)).toEqual([]);
    expect(result.checks.length).toBeGreaterThan(35);
    expect(statusOf(result)).toBe("reproduced");
  });

  test("every control fails", () => {
    expect(result.controls.map((control) => control.failed)).toEqual([true, true, true]);
  });

  test("stops when it is told to", () => {
    expect(() => policyCliff.run(studyContext({ signal: AbortSignal.abort() }))).toThrow();
  });
});

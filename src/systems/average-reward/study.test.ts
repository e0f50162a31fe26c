// The study as it is run. Three checks do not hold, and that is pinned here.

import { beforeAll, describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { type StudyResult, statusOf } from "../../study/legacy.ts";
import { growth } from "./arms.ts";
import { averageReward } from "./study.ts";

describe("the study", () => {
  let result: StudyResult;
  beforeAll(async () => {
    result = await averageReward.run(legacyContext());
  });

  // Regret within sp·√T leaves no room for refuting: before LOOP drops a promise it has lost up to 3β/(error per step)² steps
  // to it, and it follows several on the ring and on the climb. Both come below sp·√T later and stay within sp·√(dβT).
  // On RiverSwim an ε-greedy learner rests at the near end until chance carries it away, after some 10,000 steps or more
  // than 131,072; then it loses a fifth as much per step. Each run is linear before and after, but the mean over runs that
  // leave one after the other bends: its slope is below the 0.9 that was asked for.
  test("all but two constants and one baseline's slope are as asked for", () => {
    expect(result.checks.filter((check) => !check.pass).map((check) => check.name)).toEqual([
      "RiverSwim: growth of log regret with log T, ε-greedy",
      "ring: LOOP's largest regret/√T over all runs and powers of two",
      "climb: LOOP's largest regret/√T over all runs and powers of two",
    ]);
    expect(result.checks.length).toBeGreaterThan(30);
    expect(statusOf(result)).toBe("partly");
  });

  test("every control fails", () => {
    expect(result.controls.map((control) => control.failed)).toEqual([true, true, true]);
  });

  test("stops when it is told to", async () => {
    await expect(Promise.resolve(averageReward.run(legacyContext({ signal: AbortSignal.abort() })))).rejects.toThrow();
  });
});

test("growth is the exponent of a power of T, and none where something is not positive", () => {
  const steps = Array.from({ length: 15 }, (_, k) => 2 ** k);
  expect(
    growth(
      steps,
      steps.map((T) => 3 * T ** 0.7),
    ),
  ).toBeCloseTo(0.7, 12);
  expect(
    growth(
      steps,
      steps.map((T) => T - 5000),
    ),
  ).toBeNull();
});

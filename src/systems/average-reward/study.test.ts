// The study as it is run. Three claims do not hold, and that is pinned here.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { seedsOf } from "../../study/study.ts";
import { growth, play } from "./arms.ts";
import { averageReward } from "./study.ts";
import { climbTask } from "./tasks.ts";

describe("the study", () => {
  // Regret within sp·√T leaves no room for refuting: before LOOP drops a promise it has lost up to 3β/(error per step)² steps
  // to it, and it follows several on the ring and on the climb. Both come below sp·√T later and stay within sp·√(dβT).
  // On RiverSwim an ε-greedy learner rests at the near end until chance carries it away, after some 10,000 steps or more
  // than 131,072; then it loses a fifth as much per step. Each run is linear before and after, but the mean over runs that
  // leave one after the other bends: its slope is below the 0.9 that was asked for.
  test("all but two constants and one baseline's slope are as asked for, and every control fails", {
    timeout: 120_000,
  }, async () => {
    const result = await averageReward.run(studyContext({ seeds: seedsOf(averageReward, false) }));
    expect(unmet(result)).toEqual([
      "RiverSwim: growth of log regret with log T, ε-greedy",
      "ring: LOOP's largest regret/√T over all runs and powers of two",
      "climb: LOOP's largest regret/√T over all runs and powers of two",
    ]);
    expect(result.claims).toHaveLength(26);
    expect(result.controls).toHaveLength(3);
  });

  test("stops when it is told to", async () => {
    const signal = AbortSignal.abort();
    await expect(averageReward.run(studyContext({ signal, seeds: [0] }))).rejects.toThrow();
  });
});

test("climb: a constant added to every value changes no decision, at every power of two", () => {
  const [plain, shifted] = [0, 5].map((shift) => play(climbTask(shift), "LOOP", 0, 4096));
  expect(shifted.regret).toEqual(plain.regret);
  expect(shifted.gaps).toEqual(plain.gaps);
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

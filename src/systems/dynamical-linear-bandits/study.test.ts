// The study's exact parts, and its learners on few seeds.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { jobs } from "./claims.ts";
import { alternationEquations, biasEquations, longRunEquation, waitingEquation, worthEquations } from "./exact.ts";
import { identificationClaims } from "./identification.ts";
import { play } from "./play.ts";

test("worths, waits, long runs, biases, regressions and identified systems are what they should be", () => {
  const claims = [
    ...worthEquations(),
    waitingEquation(),
    longRunEquation(11, 20_000),
    ...biasEquations(11, 300),
    ...alternationEquations(11, 2000),
    ...identificationClaims([11, 12, 13]),
  ];
  expect(claims).toHaveLength(14);
  expect(unmet({ claims })).toEqual([]);
});

test("on shorter runs too, waiting finds the arm that pays later, and a seed fixes it", async () => {
  const played = (arm: string) =>
    Promise.all(
      jobs([21, 22, 23, 24], 1)
        .filter((job) => job.arm === arm)
        .map((job) => play({ ...job, horizon: 20_000 })),
    );
  const [waited, hasty] = [await played("dyn2"), await played("lin2")];
  expect(waited.map(({ linear }) => linear)).toEqual([0, 0, 0, 0]);
  // A learner that changes at once may be lucky with its first arm, and then loses nothing.
  const ends = (all: typeof waited) => mean(all.map(({ end }) => end));
  expect(ends(waited)).toBeLessThan(ends(hasty) / 2);
  expect(await played("dyn2")).toEqual(waited);
});

test("every learner of the study plays", async () => {
  for (const job of jobs([31], 1)) {
    const { end } = await play({ ...job, horizon: 2000 });
    expect(end, job.arm).toBeGreaterThanOrEqual(0);
    expect(Number.isFinite(end)).toBe(true);
  }
});

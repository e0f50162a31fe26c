// The study's exact parts, and its learners on few seeds.

import { expect, test } from "vitest";
import { mean } from "../../evaluation/statistics/moments.ts";
import { alternationChecks, biasChecks, longRunChecks, waitingChecks, worthChecks } from "./exact-checks.ts";
import { identificationChecks } from "./identification-checks.ts";
import { playSeeds } from "./play.ts";
import { jobs } from "./regret-checks.ts";

const failing = (checks: readonly { name: string; pass: boolean; measured: string }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name, measured }) => `${name}: ${measured}`);

test("worths, waits, long runs, biases, regressions and identified systems are what they should be", () => {
  const exact = [
    ...worthChecks(),
    waitingChecks(),
    longRunChecks(11, 20_000),
    ...biasChecks(11, 300).checks,
    ...alternationChecks(11, 2000),
    ...identificationChecks(11, 3).checks,
  ];
  expect(exact).toHaveLength(14);
  expect(failing(exact)).toEqual([]);
});

test("on shorter runs too, waiting finds the arm that pays later, and a seed fixes it", async () => {
  const [dyn, lin] = jobs(21, 4, 1).map((job) => ({ ...job, horizon: 20_000 }));
  expect([dyn.learner, lin.learner]).toEqual(["dynlin", "lin"]);
  const [waited, hasty] = [await playSeeds(dyn), await playSeeds(lin)];
  for (const [k, end] of waited.end.entries()) {
    expect(end - waited.half[k]).toBeLessThan(0.45 * end);
  }
  // Who changes at once may be lucky with its first arm, and then loses nothing.
  expect(mean(waited.end)).toBeLessThan(mean(hasty.end) / 2);
  expect(await playSeeds(dyn)).toEqual(waited);
});

test("every learner of the study plays", async () => {
  const short = jobs(31, 1, 1).map((job) => ({ ...job, horizon: 2000 }));
  for (const job of short) {
    const { end } = await playSeeds(job);
    expect(end[0], job.learner).toBeGreaterThanOrEqual(0);
    expect(Number.isFinite(end[0])).toBe(true);
  }
});

// The study's exact checks on fewer journeys, and its stories on some that are too few to show the claim.

import { expect, test } from "vitest";
import { exactChecks } from "./exact-checks.ts";
import { fitChecks, jobs } from "./fit-checks.ts";
import { fitStory } from "./fits.ts";

test("rules that the attention contains, and Shapley's axioms", () => {
  const checks = exactChecks(1, 60);
  expect(checks).toHaveLength(7);
  expect(checks.filter(({ pass }) => !pass)).toEqual([]);
});

test("a few hundred journeys are told in every story; the truth foretells best, and shuffled outcomes cannot be foretold", async () => {
  const asked = jobs(1, 2, 600, 1);
  const fitted = [];
  for (const job of asked) fitted.push(await fitStory(job));
  const { checks, controls, measured } = fitChecks(asked, fitted);
  expect(checks).toHaveLength(7);
  expect(controls).toHaveLength(2);
  expect(measured).not.toMatch(/NaN|undefined|null/);
  for (const [k, { fits }] of fitted.entries()) {
    if (asked[k].story === "shuffled") continue;
    for (const { auc } of Object.values(fits)) expect(auc).toBeLessThanOrEqual(fits.truth.auc + 0.03);
  }
  expect(await fitStory(asked[0])).toEqual(fitted[0]);
}, 60_000);

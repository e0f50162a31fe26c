// The study's stories on journeys that are too few to show the claim.

import { expect, test } from "vitest";
import { fitClaims, jobs } from "./fit-checks.ts";
import { fitStory } from "./fits.ts";

test("a few hundred journeys are told in every story; the truth foretells best, and shuffled outcomes cannot be foretold", async () => {
  const asked = jobs([1, 2], true, 600, 1);
  const fitted = [];
  for (const job of asked) fitted.push(await fitStory(job));
  const { claims, controls, tables = [] } = fitClaims(asked, fitted);
  expect(claims).toHaveLength(13);
  expect(controls).toHaveLength(2);
  for (const { rows } of tables) {
    for (const { cells } of rows)
      for (const cell of cells) expect(cell === null || Number.isFinite(cell.value)).toBe(true);
  }
  for (const [k, { fits }] of fitted.entries()) {
    if (asked[k].story === "shuffled") continue;
    for (const { auc } of Object.values(fits)) expect(auc).toBeLessThanOrEqual(fits.truth.auc + 0.03);
  }
  expect(await fitStory(asked[0])).toEqual(fitted[0]);
});

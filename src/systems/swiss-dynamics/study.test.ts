// Known tables, and that each measurement can come out otherwise.

import { describe, expect, test } from "vitest";
import { verdict } from "../../study/claim.ts";
import { exactEquations, olympiadRows } from "./equations.ts";
import { failingTests } from "./outliers.ts";
import { riskProfiles } from "./profiles.ts";

test("known tables have their points, and random contests come near them", () => {
  expect(exactEquations(901, 3000).map(verdict)).toEqual(["holds", "holds", "holds"]);
  expect(olympiadRows().claims.map(verdict)).toEqual(["holds"]);
});

describe("a drawn table", () => {
  test("ranks by skill, unless models are exchanged within each test; a failed test costs places; the same for a seed", async () => {
    const found = await failingTests({ seed: 901, runs: 200 });
    expect(found.withSkill).toBeGreaterThan(0.8);
    expect(Math.abs(found.shuffled)).toBeLessThan(0.6);
    expect(found.drops["mean score"]).toBeGreaterThan(1);
    expect(found.byes).toBeGreaterThan(1);
    expect(await failingTests({ seed: 901, runs: 200 })).toEqual(found);
  });

  test("has a profile that its order decides, and none without elimination", async () => {
    const { profiles, byeGain } = await riskProfiles({ seed: 901, runs: 300 });
    const { "specialists weak early": early, "specialists weak late": late } = profiles;
    expect(early.specialists.losses[0]).toBe(0);
    expect(early.specialists.losses[2]).toBeGreaterThan(early.generalists.losses[2]);
    expect(late.generalists.losses[2]).toBeGreaterThan(late.specialists.losses[2]);
    expect(early.fillers.rounds[0]).toBe(8);
    expect(byeGain).toBeGreaterThan(0);
  });
});

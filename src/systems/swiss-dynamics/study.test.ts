// Known tables, and that each measurement can come out otherwise.

import { describe, expect, test } from "vitest";
import { verdict } from "../../study/claim.ts";
import { exactEquations, olympiadResult } from "./equations.ts";
import { failingTests, WAYS } from "./outliers.ts";
import { riskProfiles } from "./profiles.ts";

test("known tables have their points, and random contests come near them", () => {
  expect(exactEquations(901, 3000).map(verdict)).toEqual(["holds", "holds"]);
  expect(olympiadResult().claims.map(verdict)).toEqual(["holds"]);
});

describe("a drawn table", () => {
  test("ranks by skill, unless models are exchanged within each test; a failed test costs places; the same for a seed", async () => {
    const found = await failingTests({ seed: 901, runs: 200 });
    expect(found.withSkill).toBeGreaterThan(0.8);
    expect(Math.abs(found.exchanged)).toBeLessThan(0.6);
    expect(found.drops[WAYS.indexOf("mean score")]).toBeGreaterThan(1);
    expect(found.byes).toBeGreaterThan(1);
    expect(await failingTests({ seed: 901, runs: 200 })).toEqual(found);
  });

  test("has a profile that its order decides, and none without elimination", async () => {
    const { profiles, byeGain } = await riskProfiles({ seed: 901, runs: 300 });
    const { "specialists weak early": early, "specialists weak late": late } = profiles;
    expect(early[1].losses[0]).toBe(0);
    expect(early[1].losses[2]).toBeGreaterThan(early[0].losses[2]);
    expect(late[0].losses[2]).toBeGreaterThan(late[1].losses[2]);
    expect(early[2].rounds[0]).toBe(8);
    expect(byeGain).toBeGreaterThan(0);
  });
});

// The reconstruction's exact parts, its ascents in short, and with `LONG=1` the whole study.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { ascend, ascentClaims, fallOf } from "./ascent.ts";
import { conflictEquations } from "./conflict.ts";
import { decouple, decouplingClaims } from "./decoupling.ts";
import { biasClaims, componentEquations, groupEquation, meanAdvantages } from "./noise.ts";
import { toolAugmentedMdp } from "./study.ts";
import { transferClaims } from "./transfer.ts";

test("noise falls with the group and with independent components; only the others' mean leaves the gradient whole", () => {
  const bias = biasClaims(1);
  expect(unmet({ ...bias, claims: [groupEquation(1), ...componentEquations(), ...bias.claims] })).toEqual([]);
  expect(bias.controls[0].tests[1].figure.value).toBeCloseTo(0.75, 9);
});

test("advantages in the mean, by hand", () => {
  // Pay 1 with chance ¼: of two, the other is 1 in a quarter of the groups.
  const others = meanAdvantages([0, 1], [0.75, 0.25], 2, { baseline: "others", scale: "none" });
  expect(others).toEqual([-0.25, 0.75]);
  const own = meanAdvantages([0, 1], [0.75, 0.25], 2, { baseline: "group", scale: "none" });
  expect(own).toEqual([-0.125, 0.375]);
});

test("conflicts are what they are said to be", () => {
  const claims = conflictEquations(1, 60);
  expect(unmet({ claims })).toEqual([]);
  expect(claims.length).toBe(4);
});

test("training sets certify what they may, and not what chose its own prior", () => {
  expect(unmet(transferClaims(1, 100))).toEqual([]);
});

test("ratios of updates are taken seed by seed, in logarithms; scores tell when to decouple", async () => {
  const found = await decouple([901, 902]);
  expect(found.map(({ rare }) => rare.joint).every((updates) => updates > 1 && updates <= 200)).toBe(true);
  const given = [2, 8].map((times) => ({ ...found[0], rare: { joint: times * 10, decoupled: 10 } }));
  const [rare, , advice] = decouplingClaims(901, given).claims;
  expect(rare.tests[0].figure.value).toBeCloseTo(4, 9);
  expect(verdict(advice)).toBe("holds");
});

describe("ascents", () => {
  test("stay below their bounds and fall", async () => {
    const exact = await ascend({ seed: 1, group: 0, updates: 2000 });
    const runs = new Map([[4, [await ascend({ seed: 1, group: 4, updates: 2000 })]]]);
    const [bound, rate] = ascentClaims(runs, exact).claims;
    expect(unmet({ claims: [bound, rate] })).toEqual([]);
    expect(exact.last).toBeGreaterThan(exact.first);
    // A bound that nothing could break would show nothing: without its first term the same runs break it.
    const late = (runs.get(4) ?? []).map((run) => ({ ...run, first: 1 }));
    expect(verdict(ascentClaims(new Map([[4, late]]), exact).claims[0])).toBe("fails");
  });

  test("the fall of a power law is its exponent", () => {
    expect(fallOf(Float64Array.from({ length: 1000 }, (_, k) => 5 / (k + 1)))).toBeCloseTo(-1, 10);
  });
});

long("the whole study in short", async () => {
  const context = studyContext({ seeds: [901] });
  const { claims, controls } = await toolAugmentedMdp.run(context);
  expect(claims.length).toBeGreaterThan(15);
  expect(controls.map(verdict)).toEqual(["fails", "fails"]);
});

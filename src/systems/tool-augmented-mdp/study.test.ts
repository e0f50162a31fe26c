// The reconstruction's exact parts, its ascents in short, and with `LONG=1` the whole study.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { ascend, ascentChecks, fallOf } from "./ascent.ts";
import { conflictChecks, correlationCheck } from "./decomposition-checks.ts";
import { biasChecks, componentChecks, groupChecks, includedControl, meanAdvantages } from "./noise-checks.ts";
import { toolAugmentedMdp } from "./study.ts";
import { ownPriorControl, transferChecks } from "./transfer.ts";

const failing = (checks: readonly { pass: boolean }[]) => checks.filter(({ pass }) => !pass);

test("noise falls with the group and with independent components; only the others' mean leaves the gradient whole", () => {
  expect(failing([...groupChecks(1), ...componentChecks(), ...biasChecks(1)])).toEqual([]);
  expect(includedControl(1)).toMatchObject({ failed: true, measured: expect.stringContaining("G = 4: 0.750000000") });
});

test("advantages in the mean, by hand", () => {
  // Pay 1 with chance ¼: of two, the other is 1 in a quarter of the groups.
  const others = meanAdvantages([0, 1], [0.75, 0.25], 2, { baseline: "others", scale: "none" });
  expect(others).toEqual([-0.25, 0.75]);
  const own = meanAdvantages([0, 1], [0.75, 0.25], 2, { baseline: "group", scale: "none" });
  expect(own).toEqual([-0.125, 0.375]);
});

test("conflicts and correlations are what they are said to be", () => {
  const checks = [...conflictChecks(1, 60), correlationCheck(1, 300)];
  expect(failing(checks)).toEqual([]);
  expect(checks.length).toBe(5);
});

test("training sets certify what they may, and not what chose its own prior", () => {
  expect(failing(transferChecks(1, 100).checks)).toEqual([]);
  expect(ownPriorControl(1, 500).failed).toBe(true);
});

describe("ascents", () => {
  test("stay below their bounds and fall", async () => {
    const exact = await ascend({ seed: 1, group: 0, updates: 2000 });
    const runs = new Map([[4, [await ascend({ seed: 1, group: 4, updates: 2000 })]]]);
    const [bound, rate] = ascentChecks(runs, exact);
    expect(failing([bound, rate])).toEqual([]);
    expect(exact.last).toBeGreaterThan(exact.first);
    // A bound that nothing could break would show nothing: without its first term the same runs break it.
    const [broken] = ascentChecks(new Map([[4, (runs.get(4) ?? []).map((run) => ({ ...run, first: 1 }))]]), exact);
    expect(broken.pass).toBe(false);
  });

  test("the fall of a power law is its exponent", () => {
    expect(fallOf(Float64Array.from({ length: 1000 }, (_, k) => 5 / (k + 1)))).toBeCloseTo(-1, 10);
  });
});

test.skipIf(process.env.LONG !== "1")("the whole study in short", async () => {
  const { checks, controls } = await toolAugmentedMdp.run(legacyContext({ seeds: 1 }));
  expect(checks.length).toBeGreaterThan(15);
  expect(controls.map(({ failed }) => failed)).toEqual([true, true]);
});

// The study's exact parts on fewer markets, and its controls.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { cascadeChecks } from "./cascade-checks.ts";
import { earn, severalPlacesChecks } from "./revenue-checks.ts";
import { textChecks } from "./text-checks.ts";
import { truthChecks } from "./truth-checks.ts";
import { welfareChecks } from "./welfare-checks.ts";

const failing = (checks: readonly { name: string; pass: boolean }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name }) => name);

describe("position auctions", () => {
  test("placements are the best of all, and payments truthful; the controls are not", async () => {
    const truth = truthChecks(1, 8);
    const text = textChecks(1, 40);
    const cascade = cascadeChecks(await linearPrograms(), 1, 30);
    expect(failing([...welfareChecks(1, 60).checks, ...truth.checks, ...text.checks, ...cascade.checks])).toEqual([]);
    const controls = [...truth.controls, ...text.controls];
    expect(controls).toHaveLength(3);
    expect(controls.every(({ failed }) => failed)).toBe(true);
  });

  test("virtual values earn more on the same draws", async () => {
    const earned = await earn({ seed: 1, draws: 150 });
    const [more] = severalPlacesChecks([earned]).checks;
    expect(more.pass, more.measured).toBe(true);
    expect(earned.lowest).toBeGreaterThanOrEqual(0.5);
  });
});

// Arms on the same seeds, given seed by seed or computed arm by arm.

import { expect, test } from "vitest";
import { comparison, played } from "./comparison.ts";

const seeds = [3, 5, 10];

test("both ways to a comparison have the same figures", () => {
  const given = comparison(seeds.map((seed) => ({ slow: { steps: 2 * seed }, fast: { steps: seed } })));
  const computed = played(["slow", "fast"], seeds, (arm, seed) => ({ steps: arm === "slow" ? 2 * seed : seed }));
  for (const arms of [given, computed]) {
    expect(arms.values("slow", "steps")).toEqual([6, 10, 20]);
    expect(arms.mean("fast", "steps").value).toBe(6);
    expect(arms.less("slow", "fast", "steps").value).toBe(6);
    expect(arms.ratio("fast", "slow", "steps").value).toBe(0.5);
    expect(arms.best(["fast", "slow"], "steps")).toBe("slow");
    expect(arms.best(["fast", "slow"], ({ steps }) => -steps)).toBe("fast");
  }
  const { columns, rows } = given.table("steps", ["slow", "fast"], { steps: "steps" });
  expect([columns, rows.map(({ name }) => name)]).toEqual([["steps"], ["slow", "fast"]]);
});

test("what is no number of an arm is refused", () => {
  const arms = comparison([{ one: { steps: 1 } }]);
  expect(() => arms.values("one", () => JSON.parse('"two"'))).toThrow("no number");
});

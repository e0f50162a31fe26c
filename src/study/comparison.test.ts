// Arms on the same seeds, given seed by seed or computed arm by arm.

import { expect, test } from "vitest";
import { comparison, curveColumns, gathered, played } from "./comparison.ts";

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

test("arms that left seeds out are compared on the seeds that both met, and jobs come in any order", () => {
  const job = (arm: "all" | "some", seed: number) => ({ arm, seed });
  const jobs = [job("some", 10), job("all", 3), job("all", 5), job("all", 10), job("some", 3)];
  const arms = gathered(
    jobs,
    jobs.map(({ arm, seed }) => ({ steps: arm === "all" ? seed : seed ** 2 })),
  );
  expect(arms.values("all", "steps")).toEqual([10, 3, 5]);
  expect(arms.values("all", "steps", "some")).toEqual([10, 3]);
  expect(arms.less("some", "all", "steps")).toMatchObject({ value: (90 + 6) / 2, n: 2 });
  expect(arms.ratio("some", "all", "steps")).toMatchObject({ value: 109 / 13, n: 2 });
});

test("the exponent of an arm is that of its mean curve", () => {
  const arms = comparison([3, 5].map((seed) => ({ one: { curve: [1, 4, 9].map((x) => seed * x) } })));
  const { value, low, n } = arms.exponent("one", [1, 2, 3], ({ curve }) => curve);
  expect([value, low]).toEqual([expect.closeTo(2, 12), expect.closeTo(2, 12)]);
  expect(n).toBe(2);
});

test("intervals of what lies in a range stay there, those of differences within its width; other ratios are as they were", () => {
  const late = ({ steps }: { steps: number }) => steps / 10;
  const pairs = [
    { one: { solved: 1, steps: 0 }, other: { solved: 0, steps: 9 } },
    { one: { solved: 0.2, steps: 4 }, other: { solved: 0, steps: 1 } },
  ];
  const free = comparison(pairs);
  const arms = comparison(pairs, { shares: ["solved", late], amounts: ["steps"] });
  expect(free.mean("one", "solved").low).toBeLessThan(0);
  expect(arms.mean("one", "solved")).toEqual({ value: 0.6, low: 0, high: 1, n: 2 });
  expect(arms.mean("one", late)).toMatchObject({ low: 0, high: 1 });
  expect(arms.mean("one", "steps")).toEqual({ ...free.mean("one", "steps"), low: 0 });
  expect(arms.less("one", "other", "solved")).toMatchObject({ value: 0.6, low: -1, high: 1 });
  expect(arms.less("one", "other", "steps")).toEqual(free.less("one", "other", "steps"));
  expect(arms.ratio("one", "other", "steps")).toEqual(free.ratio("one", "other", "steps"));
  const sure = comparison(pairs, { confidence: 0.5, shares: ["solved"] });
  expect(sure.mean("one", "solved").low).toBeGreaterThan(0);
});

test("what is no number of an arm is refused", () => {
  const arms = comparison([{ one: { steps: 1 } }]);
  expect(() => arms.values("one", () => JSON.parse('"two"'))).toThrow("no number");
});

test("columns of a learning curve are its tests, by what was trained until then", () => {
  const arms = comparison([{ one: { curve: [1, 5] } }, { one: { curve: [3, 9] } }]);
  const { columns, rows } = arms.table("curve", ["one"], curveColumns(300, 2));
  expect(columns).toEqual(["300", "600"]);
  expect(rows[0].cells.map((cell) => cell?.value)).toEqual([2, 7]);
});

// Comparison of variants: effects in either direction, standings, and reversals.

import { expect, test } from "vitest";
import { made } from "../../../test/fixtures/made-report.ts";
import { effectBetween, headlineMeasures, isPaidWanted, reversals, standings } from "./measures.ts";

const few = { objective: [100, 101, 102, 103], pay: [1, 2, 3, 4] };
const many = { objective: [110, 113, 110, 113], pay: [5, 6, 7, 9] };

test("an effect is the same from either side, up to its sign", () => {
  const data = made({ few, many });
  const there = effectBetween(data, "objective", "few", "many");
  const back = effectBetween(data, "objective", "many", "few");
  expect(there?.difference).toBe(10);
  expect(back).toMatchObject({ difference: -10, low: -(there?.high ?? 0), high: -(there?.low ?? 0), p: there?.p });
  expect(effectBetween(data, "welfare", "few", "many")).toBeUndefined();
});

test("p is corrected for the pairs of a measure, not for other measures", () => {
  expect(made({ few, many }).effects.every(({ p, corrected }) => p === corrected)).toBe(true);
  const [first] = made({ few, many, third: many }).effects.filter(({ measure }) => measure === "objective");
  expect(first.corrected).toBeCloseTo(2 * (first.p ?? 0));
});

test("variants with the best mean are best together", () => {
  const tied = made({ low: few, b: many, c: many });
  expect(standings(tied, headlineMeasures(tied)[0])).toEqual([null, "best", "best"]);
});

test("a reversal is more pay in one unit with less of the objective", () => {
  expect(reversals(made({ few, many }))).toEqual([]);
  const turned = { few: { ...few, pay: many.pay }, many: { ...many, pay: few.pay } };
  expect(reversals(made(turned))).toEqual([{ from: "many", to: "few", pay: 4.25, objective: -10, clear: true }]);
  expect(reversals(made({ ...turned, many: { ...turned.many, coin: "clicks" } }))).toEqual([]);
});

test("a reversal is not clear where an interval includes zero", () => {
  const data = made({ few: { ...few, pay: [5, 1, 9, 3.2] }, many: { ...many, pay: [1, 6, 3, 8] } });
  expect(reversals(data)).toMatchObject([{ to: "few", clear: false }]);
});

test("a loss within the margin is no reversal", () => {
  const slightly = { few: { ...few, pay: many.pay }, many: { objective: [100.1, 101.1, 102.2, 103.1], pay: few.pay } };
  expect(reversals(made(slightly, { margin: 0.05 }))).toMatchObject([{ from: "many", to: "few" }]);
  expect(reversals(made(slightly, { margin: 1 }))).toEqual([]);
});

test("pay is what is wanted where it is the objective, or its agents' shares", () => {
  const paid = made({ a: { objective: [1, 2], pay: [1, 2] }, b: { objective: [3, 4], pay: [3, 4] } });
  expect(isPaidWanted(paid)).toBe(true);
  expect(isPaidWanted(made({ few, many }))).toBe(false);
});

test("of many variants, each is compared with the first and with the best", () => {
  const variants = Object.fromEntries(
    Array.from({ length: 14 }, (_, k) => [`v${k}`, { objective: [k === 9 ? 99 : k, k === 9 ? 100 : k + 1] }]),
  );
  const data = made(variants);
  expect(data.effects.filter(({ measure }) => measure === "objective")).toHaveLength(13 + 12);
  expect(effectBetween(data, "objective", "v9", "v13")).toBeDefined();
  expect(effectBetween(data, "objective", "v3", "v4")).toBeUndefined();
});

test("inequality is no measure of one agent alone", () => {
  const alone = made({ a: { objective: [1, 2] }, b: { objective: [2, 3] } });
  expect(headlineMeasures(alone).map(({ key }) => key)).not.toContain("inequality");
  const [first, second] = alone.variants;
  const several = { ...alone, variants: [first, { ...second, agents: [...second.agents, ...second.agents] }] };
  expect(headlineMeasures(several).map(({ key }) => key)).toContain("inequality");
});

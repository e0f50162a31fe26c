// Measures that a page offers: none twice, and first one that has something to show.

import { expect, test } from "vitest";
import type { Curve, Effect } from "../lab/report/report-data.ts";
import { effectMeasures, firstCurve } from "./telling-measures.ts";

const effect = (measure: string, difference: number): Effect => ({
  ...{ measure, a: "a", b: "b", difference, low: null, high: null },
  ...{ confidence: 0.95, effectSize: null, p: null, corrected: null, n: 2 },
});
const curve = (...mean: number[]): Curve => ({ width: 1, step: mean.map((_, k) => k), mean, low: mean, high: mean });

test("the channel that is the objective is no measure of its own", () => {
  const measures = (payoff: number) =>
    effectMeasures([effect("objective", 3), effect("pay", 1), effect("payoff", payoff)], "payoff");
  expect([measures(3), measures(2)]).toEqual([
    ["objective", "pay"],
    ["objective", "pay", "payoff"],
  ]);
});

test("curves begin with the objective, unless it is known only at the end", () => {
  const curves = { objective: curve(0, 0, 0, 1), pay: curve(0, 1, 2, 3) };
  const first = (objective: Curve) =>
    firstCurve(["objective", "pay"], (key) => [key === "objective" ? objective : curves.pay]);
  expect([first(curves.objective), first(curves.pay)]).toEqual(["pay", "objective"]);
  expect(firstCurve(["objective"], () => [curves.objective])).toBe("objective");
});

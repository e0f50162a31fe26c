// The exact side, what an advantage of its own is, stands in algorithms/text/parts-method.test.ts; here one seed learns.

import { expect, test } from "vitest";
import { long } from "../../../test/fixtures/study.ts";
import { ARMS, conduct, lagOf } from "./arms.ts";

test("a curve that falls later than another rises has a lag, and the other way round a negative one", () => {
  const rise = (middle: number) => Array.from({ length: 90 }, (_, k) => 1 / (1 + Math.exp((middle - k) / 4)));
  expect(lagOf(rise(30), rise(42))).toBe(12);
  expect(lagOf(rise(42), rise(30))).toBe(-12);
  expect(lagOf([], [])).toBe(0);
});

long("economy apart keeps needed calls, a high price ends them", async () => {
  const found = await conduct({ seed: 901, updates: 100, arms: ARMS });
  expect(found["apart 0.5"].hardCalls).toBeGreaterThan(0.8);
  expect(found["apart 0.5"].easyCalls).toBeLessThan(0.3);
  expect(found["price 0.6"].hardCalls).toBeLessThan(0.2);
});

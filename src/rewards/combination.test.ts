// The kinesthetic combination: published numbers, and the laws that tell it from sums and plain products.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { pays } from "../../test/fixtures/outcomes.ts";
import { channel } from "./channel-reward.ts";
import { combinations, combined, kinesthetic } from "./combine.ts";

describe("numbers", () => {
  test.each([
    [[0.8, 0.5, 0.2], 0.430887, 0.5],
    [[0.8, -0.5, 0.2], -0.430887, 0.166667],
    [[-0.8, -0.5, 0.2], -0.430887, -0.366667],
  ])("%j", (parts, expected, mean) => {
    expect(kinesthetic(parts)).toBeCloseTo(expected, 6);
    expect(combinations.mean(parts)).toBeCloseTo(mean, 6);
  });

  test("any 0 makes 0, with all signs", () => {
    expect([kinesthetic([0, 1, 1]), kinesthetic([-1, 0, 1]), kinesthetic([1, -0])]).toEqual([0, 0, 0]);
  });

  test("sizes far from 1 do not overflow or vanish", () => {
    expect(kinesthetic([1e-200, 1e-200, 1e-200]) / 1e-200).toBeCloseTo(1, 9);
    expect(kinesthetic([1e200, 1e200]) / 1e200).toBeCloseTo(1, 9);
  });
});

const size = fc.double({ min: 1e-6, max: 1, noNaN: true });
const component = fc.tuple(size, fc.boolean()).map(([x, isNegative]) => (isNegative ? -x : x));
const components = fc.array(component, { minLength: 1, maxLength: 6 });
/** Room for rounding of logarithms. */
const ROOM = 1 + 1e-12;

law.prop([components])("its size is at most that of the largest part, and at least that of the smallest", (parts) => {
  const sizes = parts.map(Math.abs);
  expect(Math.abs(kinesthetic(parts))).toBeLessThanOrEqual(Math.max(...sizes) * ROOM);
  expect(Math.abs(kinesthetic(parts)) * ROOM).toBeGreaterThanOrEqual(Math.min(...sizes));
});

law.prop([components])("it is above 0 where every part is, and below 0 otherwise", (parts) => {
  expect(Math.sign(kinesthetic(parts))).toBe(parts.every((part) => part > 0) ? 1 : -1);
});

law.prop([fc.array(size, { minLength: 1, maxLength: 6 }), fc.nat(), size])(
  "among positive parts it grows with each, and is at most the mean",
  (parts, place, more) => {
    const raised = parts.map((part, k) => (k === place % parts.length ? part + more : part));
    expect(kinesthetic(raised)).toBeGreaterThan(kinesthetic(parts));
    expect(kinesthetic(parts)).toBeLessThanOrEqual(combinations.mean(parts) * ROOM);
  },
);

law.prop([components, fc.nat()])("the order of the parts does not count", (parts, turns) => {
  const at = turns % parts.length;
  const turned = [...parts.slice(at), ...parts.slice(0, at)].reverse();
  expect(kinesthetic(turned)).toBeCloseTo(kinesthetic(parts), 12);
});

law.prop([component, fc.integer({ min: 1, max: 6 })])("equal parts make the part itself", (part, count) => {
  expect(kinesthetic(new Array<number>(count).fill(part))).toBeCloseTo(part, 12);
});

test("as rewards they pay each agent by its own parts", () => {
  const values = { payoff: [0.5, 0.5], utility: [0.5, -0.5], trust: [0.5, 0.5] };
  const parts = [channel("payoff"), channel("utility"), channel("trust")];
  const rounded = (paid: number[]) => paid.map((x) => Number(x.toFixed(9)));
  expect(rounded(pays(combined("kinesthetic", ...parts), values))).toEqual([0.5, -0.5]);
  expect(rounded(pays(combined("mean", ...parts), values))).toEqual([0.5, 0.166666667]);
});

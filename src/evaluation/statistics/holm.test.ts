import fc from "fast-check";
import { expect, test } from "vitest";
import { holm, holmLevels } from "./holm.ts";

test("the worked example of four tests", () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") in R.
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
});

test("a single test is not corrected, and a missing p does not count", () => {
  expect(holm([0.02])).toEqual([0.02]);
  expect(holm([null, 0.02, null])).toEqual([null, 0.02, null]);
});

test("each p value has the level of its rank, and all after the first failure share its level", () => {
  expect(holmLevels([0.01, 0.04, 0.03, 0.005])).toEqual([0.05 / 3, 0.05 / 2, 0.05 / 2, 0.05 / 4]);
  expect(holmLevels([0.2, 0.3])).toEqual([0.025, 0.025]);
  expect(holmLevels([null, 0.02])).toEqual([0.05, 0.05]);
});

test("a p value is below its own level exactly where the corrected one is below 0.05", () => {
  const values = fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { maxLength: 8 });
  fc.assert(
    fc.property(values, (values) => {
      const [corrected, levels] = [holm(values), holmLevels(values)];
      for (const [k, p] of values.entries())
        expect(p < levels[k] * (1 - 1e-12)).toBe(Number(corrected[k]) < 0.05 * (1 - 1e-12));
    }),
  );
});

test("corrected values keep their order, never shrink and stay within 1", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (values) => {
      const corrected = holm(values).map(Number);
      for (const [k, p] of corrected.entries()) {
        expect(p).toBeGreaterThanOrEqual(values[k]);
        expect(p).toBeLessThanOrEqual(1);
        for (const [j, other] of corrected.entries()) if (values[k] < values[j]) expect(p).toBeLessThanOrEqual(other);
      }
    }),
  );
});

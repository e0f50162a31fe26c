import { expect, test } from "vitest";
import { axisTicks } from "./axis-ticks.ts";

test.each([
  [0, 1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0, 1, 3, [0, 0.5, 1]],
  [-12, 31, 5, [-10, 0, 10, 20, 30]],
  [41_000, 47_500, 4, [42_000, 44_000, 46_000]],
  // One tick shows no scale: a narrow axis gets a finer step than requested.
  [0.95, 1.05, 2, [0.95, 1, 1.05]],
  [2.9, 3.4, 2, [3, 3.2, 3.4]],
  [7, 7, 4, [7]],
])("from %d to %d, about %d", (low, high, most, ticks) => {
  expect(axisTicks(low, high, most)).toEqual(ticks);
});

test("never fewer than two, and within the axis", () => {
  for (let k = 0; k < 500; k++) {
    const low = Math.sin(k) * 10 ** (k % 7);
    const high = low + Math.abs(Math.cos(3 * k)) * 10 ** ((k % 9) - 4) + 1e-6;
    const ticks = axisTicks(low, high, 2 + (k % 6));
    expect(ticks.length, `${low} ${high}`).toBeGreaterThanOrEqual(2);
    expect(Math.min(...ticks)).toBeGreaterThanOrEqual(low - 1e-9 * Math.abs(low));
    expect(Math.max(...ticks)).toBeLessThanOrEqual(high + 1e-9 * Math.abs(high));
  }
});

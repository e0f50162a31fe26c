import { expect, test } from "vitest";
import { smoothed } from "./smoothing.ts";

test("an average starts at the first value, keeps a constant, and approaches later values", () => {
  expect(smoothed([4, 1, 7], 0)).toEqual([4, 1, 7]);
  const [first, second, third] = smoothed([4, 1, 7], 0.5);
  expect([first, second, third]).toEqual([4, (1 + 0.5 * 4) / 1.5, (7 + 0.5 * 1 + 0.25 * 4) / 1.75]);
  expect(smoothed([3, 3, 3], 0.9)).toEqual([3, 3, 3].map((value) => expect.closeTo(value, 12)));
  const last = smoothed([...new Array<number>(50).fill(0), ...new Array<number>(50).fill(1)], 0.9).at(-1);
  expect(last).toBeCloseTo(1, 1);
});

test("a value that is no number stays, and the average continues after it", () => {
  expect(smoothed([2, Number.NaN, 4], 0.5)).toEqual([2, Number.NaN, (4 + 0.5 * 2) / 1.5]);
});

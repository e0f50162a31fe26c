// Lines of an episode on given scales: a constant 1 is distinguished from a constant 0, and eight steps from sixty.

import { expect, test } from "vitest";
import { CURVE, linesOf, placeOfStep } from "./step-lines.ts";

const alone = (...values: (number | null)[]) => ({ values: values.map((value) => [value]) });
const points = (line: string) => line.split(" ").map((point) => point.split(",").map(Number));

test("more is higher up, and a shorter episode ends before the axis does", () => {
  const [long] = linesOf(alone(...new Array(60).fill(1)), 1, [0, 1], 60).map(points);
  const [short] = linesOf(alone(...new Array(8).fill(0)), 1, [0, 1], 60).map(points);
  expect(new Set(long.map(([, y]) => y))).toEqual(new Set([CURVE.margin]));
  expect(new Set(short.map(([, y]) => y))).toEqual(new Set([CURVE.height - CURVE.margin]));
  expect(long.at(-1)?.[0]).toBe(CURVE.width);
  expect(short.at(-1)?.[0]).toBeCloseTo((7 / 59) * CURVE.width, 1);
  expect(placeOfStep(7, 60)).toBeCloseTo((7 / 59) * CURVE.width, 12);
});

test("a constant is in the middle, one step is a dot, and a missing value has no point", () => {
  expect(linesOf(alone(3), 1, [3, 3], 2)).toEqual([`0.0,${CURVE.height / 2}.0 0.0,${CURVE.height / 2}.0`]);
  const [first, second] = linesOf(
    {
      values: [
        [null, null],
        [0, null],
        [1, null],
      ],
    },
    2,
    [0, 1],
    3,
  );
  expect(points(first)).toHaveLength(2);
  expect(second).toBe("");
});

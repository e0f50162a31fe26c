import { expect, test } from "vitest";
import type { Curve } from "../lab/report/report-data.ts";
import { aligned, overSeconds } from "./curve-table.ts";

const curve = (step: number[], mean: number[]): Curve => ({
  width: 1,
  step,
  mean,
  low: mean.map((value, k) => (k === 0 ? null : value - 1)),
  high: mean.map((value, k) => (k === 0 ? null : value + 1)),
});

test("curves with common steps share the rows of the table", () => {
  const one = { name: "a", variant: 0, curve: curve([0, 1, 2], [5, 6, 7]) };
  const other = { name: "b", variant: 1, curve: undefined };
  expect(aligned([one, other])).toEqual([
    [0, 1, 2],
    [5, 6, 7],
    [null, 5, 6],
    [null, 7, 8],
    [null, null, null],
    [null, null, null],
    [null, null, null],
  ]);
});

test("between its own steps a curve is interpolated, and it is not extrapolated", () => {
  const [steps, mean, low, , other] = aligned([
    { name: "a", variant: 0, curve: curve([0, 40, 60], [0, 8, 4]) },
    { name: "b", variant: 1, curve: curve([10, 50, 70], [1, 2, 3]) },
  ]);
  expect(steps).toEqual([0, 10, 40, 50, 60, 70]);
  expect(mean).toEqual([0, 2, 8, 6, 4, null]);
  // Without an interval at the first step there is none up to the second.
  expect(low).toEqual([null, null, 7, 5, 3, null]);
  expect(other).toEqual([null, 1, 1.75, 2, 2.5, 3]);
});

test("over seconds a curve is stretched to what a cell took", () => {
  const timed = overSeconds(curve([0, 40, 60], [0, 8, 4]), 3);
  expect(timed.step).toEqual([0, 2, 3]);
  expect(timed.mean).toEqual([0, 8, 4]);
  expect(overSeconds(curve([0], [5]), 3).step).toEqual([0]);
});

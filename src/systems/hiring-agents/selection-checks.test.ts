import { expect, test } from "vitest";
import { pureEquilibria } from "./selection-checks.ts";

const bimatrix =
  (a: number[][], b: number[][]) =>
  ([r, c]: readonly number[]) => [a[r][c], b[r][c]];

test("all plain equilibria, and none where there is none", () => {
  const dilemma = [
    [2, 0],
    [3, 1],
  ];
  const other = [
    [2, 3],
    [0, 1],
  ];
  expect(pureEquilibria([2, 2], bimatrix(dilemma, other))).toEqual([[1, 1]]);
  const meet = [
    [2, 0],
    [0, 1],
  ];
  expect(pureEquilibria([2, 2], bimatrix(meet, meet))).toEqual([
    [0, 0],
    [1, 1],
  ]);
  const pennies = [
    [1, -1],
    [-1, 1],
  ];
  const against = pennies.map((row) => row.map((x) => -x));
  expect(pureEquilibria([2, 2], bimatrix(pennies, against))).toEqual([]);
});

test("three players: a lone deviation counts, a joint one does not", () => {
  // All players are paid where all do the same.
  const all = pureEquilibria([2, 2, 2], (s) => new Array<number>(3).fill(s.every((x) => x === s[0]) ? 1 : 0));
  expect(all).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
});

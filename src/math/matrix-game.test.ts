// Equilibria of small matrix games, against known ones.

import { expect, test } from "vitest";
import { linearPrograms } from "./linear-program.ts";
import { matrixEquilibrium } from "./matrix-game.ts";

const programs = await linearPrograms();
const close = (actual: ArrayLike<number>, known: readonly number[]) => {
  expect(actual.length).toBe(known.length);
  for (const [k, x] of known.entries()) expect(actual[k]).toBeCloseTo(x, 9);
};

test("the game of FightLadder's own test, and the same with its first row twice", () => {
  const { value, row, column } = matrixEquilibrium([0, 2, -1, -1, 0, 1, 1, -1, 0], 3, programs);
  close([value], [1 / 12]);
  close(row, [1 / 4, 1 / 3, 5 / 12]);
  close(column, [1 / 3, 1 / 4, 5 / 12]);
  expect(matrixEquilibrium([0, 2, -1, 0, 2, -1, -1, 0, 1, 1, -1, 0], 4, programs).value).toBeCloseTo(1 / 12, 9);
});

test("a game of two rows, and one with more columns than rows", () => {
  const { value, row, column } = matrixEquilibrium([3, -1, -2, 1], 2, programs);
  close([value], [1 / 7]);
  close(row, [3 / 7, 4 / 7]);
  close(column, [2 / 7, 5 / 7]);
  expect(matrixEquilibrium([1, 2, 3], 1, programs)).toMatchObject({ value: 1 });
});

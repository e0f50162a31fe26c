import { expect, test } from "vitest";
import { pureEquilibria } from "./selection-checks.ts";

/** A payoff a digit, a row a word. */
const matrix = (text: string) => text.split(" ").map((row) => Array.from(row, Number));
const bimatrix = (a: string, b: string) => {
  const [own, other] = [a, b].map(matrix);
  return ([r, c]: readonly number[]) => [own[r][c], other[r][c]];
};

test.each([
  ["a dilemma", "20 31", "23 01", [[1, 1]]],
  ["a meeting", "20 01", "20 01", matrix("00 11")],
  ["pennies", "10 01", "01 10", []],
])("all plain equilibria of %s", (_, own, other, equilibria) => {
  expect(pureEquilibria([2, 2], bimatrix(own, other))).toEqual(equilibria);
});

test("three players: a lone deviation counts, a joint one does not", () => {
  // All players are paid where all do the same.
  const all = pureEquilibria([2, 2, 2], (s) => new Array<number>(3).fill(s.every((x) => x === s[0]) ? 1 : 0));
  expect(all).toEqual(matrix("000 111"));
});

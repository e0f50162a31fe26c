// Gomoku: winning rows, rows that do not win, and illegal moves.

import { expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { byHand } from "../../../../test/fixtures/by-hand.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { gomoku } from "./world.ts";

/** Plays moves [row, column] in turn; returns the last status and the payoffs of black and white. */
function played(moves: readonly (readonly [number, number])[], size = 15) {
  const world = gomoku.make({ size });
  const { outcomes, step } = byHand(world, Random.of(0));
  let status: number = Status.running;
  for (const [row, column] of moves) {
    expect(status).toBe(Status.running);
    const cell = row * size + column;
    status = step(cell, cell);
  }
  return { status, payoffs: [outcomes[0], outcomes[3]] };
}

/** Black's stones in order, with white's far away. */
const black = (...stones: (readonly [number, number])[]) =>
  stones.flatMap((stone, k) => (k === stones.length - 1 ? [stone] : [stone, [14, 2 * (k % 7)] as const]));

test.each([
  ["a row", [0, 1]],
  ["a column", [1, 0]],
  ["a rising diagonal", [1, 1]],
  ["a falling diagonal", [1, -1]],
] as const)("five in %s win", (_, [dy, dx]) => {
  const stones = [0, 1, 3, 4, 2].map((k) => [5 + k * dy, 7 + k * dx] as const);
  expect(played(black(...stones))).toEqual({ status: Status.terminated, payoffs: [1, 0] });
  expect(played(black(...stones.slice(0, 4)))).toEqual({ status: Status.running, payoffs: [0, 0] });
});

test("six in a row do not win", () => {
  const stones = [0, 1, 2, 4, 5, 3].map((k) => [5, 3 + k] as const);
  expect(played(black(...stones)).status).toBe(Status.running);
});

test("a move on an occupied cell loses", () => {
  const moves = [
    [3, 3],
    [3, 3],
  ] as const;
  expect(played(moves)).toEqual({ status: Status.terminated, payoffs: [1, 0] });
});

test("a full board is a draw", () => {
  // Columns alternate in pairs of one colour, shifted by one in every other pair of rows, so that there is no row of five.
  const cells = Array.from({ length: 25 }, (_, k) => [Math.floor(k / 5), k % 5] as const);
  const isBlack = ([row, column]: readonly [number, number]) => (column + 2 * (row % 2)) % 4 < 2;
  const [one, other] = [cells.filter(isBlack), cells.filter((cell) => !isBlack(cell))];
  expect([one.length, other.length]).toEqual([13, 12]);
  const moves = cells.map((_, k) => (k % 2 === 0 ? one : other)[Math.floor(k / 2)]);
  expect(played(moves, 5)).toEqual({ status: Status.terminated, payoffs: [0.5, 0.5] });
});

test.each([
  ["no answer", "function move() {}"],
  ["a cell outside", "function move() { return [15, 0]; }"],
  ["a cell between two", "function move() { return [0.5, 0]; }"],
  [
    "a stone of the other",
    "function move(b) { const r = b.findIndex((row) => row.some((x) => x > 0)); return r < 0 ? [7, 7] : [r, b[r].findIndex((x) => x > 0)]; }",
  ],
])("a program that answers %s loses, with either colour", async (_, text) => {
  const free =
    "function move(board) { const row = board.findIndex((one) => one.includes(0)); return [row, board[row].lastIndexOf(0)]; }";
  expect(await playedBouts("gomoku", [text, free])).toEqual(matrix("0 1 | 0 1"));
});

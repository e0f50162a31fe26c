// All moves that a piece may ever make in chess, by their names in UCI: from a square along a queen's or a knight's way, and promotions.
// The number of a move is its place here, in every position.

import { SQUARES, type Square } from "chess.js";

/** In the order in which an unfinished name, such as e7e8, means them: a queen first. */
const PROMOTED = ["q", "r", "b", "n"] as const;

/** Squares in their order: a8 is the first, h8 the eighth, h1 the last. */
export const fileOf = (square: number): number => square % 8;
export const rankOf = (square: number): number => 7 - Math.floor(square / 8);

/** Whether a piece that moves as queens and knights do may go there over an empty board. */
function isWay(from: number, to: number): boolean {
  const across = Math.abs(fileOf(from) - fileOf(to));
  const along = Math.abs(rankOf(from) - rankOf(to));
  return from !== to && (across === 0 || along === 0 || across === along || across * along === 2);
}

/** Whether a pawn may be promoted by this way. */
const isPromotion = (from: number, to: number): boolean =>
  Math.abs(fileOf(from) - fileOf(to)) <= 1 &&
  ((rankOf(from) === 6 && rankOf(to) === 7) || (rankOf(from) === 1 && rankOf(to) === 0));

/** Squares by their names' order, so that moves whose names are alike have numbers that lie close. */
const BY_NAME = SQUARES.map((_, square) => square).sort((a, b) => (SQUARES[a] < SQUARES[b] ? -1 : 1));

/** Names of all moves: `e2e4`, `e1g1` for castling, `e7e8q`. */
export const MOVE_NAMES: readonly string[] = BY_NAME.flatMap((from) =>
  BY_NAME.filter((to) => isWay(from, to)).flatMap((to) => {
    const name = SQUARES[from] + SQUARES[to];
    return isPromotion(from, to) ? [name, ...PROMOTED.map((piece) => name + piece)] : [name];
  }),
);

const NUMBERS = new Map(MOVE_NAMES.map((name, number) => [name, number]));

/** The number of a move; −1 where there is no such. */
export const moveNumber = (name: string): number => NUMBERS.get(name) ?? -1;

const NAMED = new Map<string, Square>(SQUARES.map((square) => [square, square]));

/** A square by its name. Names of moves have no others. */
function squareNamed(name: string): Square {
  const square = NAMED.get(name);
  if (square === undefined) throw new Error(`there is no square ${name}`);
  return square;
}

/** What the library calls a move. */
export function partsOf(number: number): { from: Square; to: Square; promotion?: string } {
  const name = MOVE_NAMES[number];
  const [from, to] = [squareNamed(name.slice(0, 2)), squareNamed(name.slice(2, 4))];
  return name.length > 4 ? { from, to, promotion: name[4] } : { from, to };
}

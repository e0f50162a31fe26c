// All moves that any piece could make in chess, by UCI name: along queen and knight moves, with promotions. A move's number is its index
// here, the same in every position.

import { SQUARES, type Square } from "chess.js";

/** Promotions in the order in which an incomplete name such as e7e8 is resolved: the queen first. */
const PROMOTED = ["q", "r", "b", "n"] as const;

/** Squares in order: a8 is the first, h8 the eighth, h1 the last. */
export const fileOf = (square: number): number => square % 8;
export const rankOf = (square: number): number => 7 - Math.floor(square / 8);

/** Whether a queen or a knight could make the move on an empty board. */
function isWay(from: number, to: number): boolean {
  const across = Math.abs(fileOf(from) - fileOf(to));
  const along = Math.abs(rankOf(from) - rankOf(to));
  return from !== to && (across === 0 || along === 0 || across === along || across * along === 2);
}

/** Whether a pawn could be promoted by the move. */
const isPromotion = (from: number, to: number): boolean =>
  Math.abs(fileOf(from) - fileOf(to)) <= 1 &&
  ((rankOf(from) === 6 && rankOf(to) === 7) || (rankOf(from) === 1 && rankOf(to) === 0));

/** Squares in the order of their names, so that moves with similar names have close numbers. */
const BY_NAME = SQUARES.map((_, square) => square).sort((a, b) => (SQUARES[a] < SQUARES[b] ? -1 : 1));

/** Names of all moves: `e2e4`, `e1g1` for castling, `e7e8q`. */
export const MOVE_NAMES: readonly string[] = BY_NAME.flatMap((from) =>
  BY_NAME.filter((to) => isWay(from, to)).flatMap((to) => {
    const name = SQUARES[from] + SQUARES[to];
    return isPromotion(from, to) ? [name, ...PROMOTED.map((piece) => name + piece)] : [name];
  }),
);

const NUMBERS = new Map(MOVE_NAMES.map((name, number) => [name, number]));

/** Number of a move; −1 for an unknown name. */
export const moveNumber = (name: string): number => NUMBERS.get(name) ?? -1;

const NAMED = new Map<string, Square>(SQUARES.map((square) => [square, square]));

/** Converts a square's name; names of moves contain no other squares. */
function squareNamed(name: string): Square {
  const square = NAMED.get(name);
  if (square === undefined) throw new Error(`there is no square ${name}`);
  return square;
}

/** A move in the library's format. */
export function partsOf(number: number): { from: Square; to: Square; promotion?: string } {
  const name = MOVE_NAMES[number];
  const [from, to] = [squareNamed(name.slice(0, 2)), squareNamed(name.slice(2, 4))];
  return name.length > 4 ? { from, to, promotion: name[4] } : { from, to };
}

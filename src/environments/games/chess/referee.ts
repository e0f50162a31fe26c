// Referee of chess, based on the library chess.js: the position after a list of moves, the legal moves, and the end of the game. A referee
// caches the last position and continues from it.

import { Chess, type Color, type PieceSymbol, SQUARES, type Square, validateFen } from "chess.js";
import { withoutEnd } from "../../../core/text-ends.ts";
import { moveNumber, partsOf } from "./moves.ts";

/** Pieces in the order of their codes, which start at 1; codes of Black's pieces are negative. */
export const PIECES: readonly PieceSymbol[] = ["p", "n", "b", "r", "q", "k"];

/** Values of the pieces in pawns, in the same order. */
export const WORTH = [1, 3, 3, 5, 9, 0] as const;

/** Maximum number of pieces of a side. */
export const MOST_PIECES = 16;

/** State of a game: running, or the reason for its end. */
export const ENDINGS = [
  "open",
  "checkmate",
  "stalemate",
  "bare material",
  "repetition",
  "fifty moves",
  "the limit of plies",
  "a move that is not allowed",
] as const;
export type Ending = (typeof ENDINGS)[number];

export interface AllowedMove {
  /** Index among all moves. */
  readonly number: number;
  readonly uci: string;
  readonly san: string;
}

/** A move in algebraic notation: the piece, its disambiguation, the square, and the promotion. */
const NOTATION = /^([KQRBN]?)([a-h]?[1-8]?)x?([a-h][1-8])(?:=([QRBN]))?/;

/** A move in algebraic notation without check marks. */
export const unmarked = (san: string): string => withoutEnd(san, "+#");

export class Referee {
  readonly #game: Chess;
  /** Numbers of the moves that led to the position. */
  readonly #moves: number[] = [];
  /** Keys of the positions since the start; equal keys mean equal positions. */
  readonly #keys: string[];
  #allowed: readonly AllowedMove[] | undefined;

  constructor(start: string) {
    this.#game = new Chess(start);
    this.#keys = [this.#game.hash()];
  }

  /** Goes to the position after the first `count` moves, given by number. Each move must be legal. */
  after(moves: ArrayLike<number>, count: number): this {
    let same = 0;
    while (same < count && same < this.#moves.length && this.#moves[same] === moves[same]) same += 1;
    if (same === count && this.#moves.length === count) return this;
    for (; this.#moves.length > same; this.#moves.pop()) {
      this.#game.undo();
      this.#keys.pop();
    }
    for (let k = same; k < count; k++) {
      this.#game.move(partsOf(moves[k]));
      this.#moves.push(moves[k]);
      this.#keys.push(this.#game.hash());
    }
    this.#allowed = undefined;
    return this;
  }

  /** Legal moves in ascending order of their numbers. */
  get allowed(): readonly AllowedMove[] {
    this.#allowed ??= allowedIn(this.#game);
    return this.#allowed;
  }

  /** The end of the game by the library's rules. */
  get ending(): Ending {
    const game = this.#game;
    if (this.allowed.length === 0) return game.inCheck() ? "checkmate" : "stalemate";
    if (game.isInsufficientMaterial()) return "bare material";
    if (this.repeated >= 3) return "repetition";
    return game.isDrawByFiftyMoves() ? "fifty moves" : "open";
  }

  /** The seat to move: 0 for White. */
  get turn(): number {
    return this.#game.turn() === "w" ? 0 : 1;
  }

  get isCheck(): boolean {
    return this.#game.inCheck();
  }

  get fen(): string {
    return this.#game.fen();
  }

  /** Number of occurrences of the current position, including this one. */
  get repeated(): number {
    const now = this.#keys[this.#keys.length - 1];
    return this.#keys.reduce((count, key) => count + (key === now ? 1 : 0), 0);
  }

  /** Half-moves since the last pawn move or capture. */
  get quiet(): number {
    return Number(this.fen.split(" ")[4]);
  }

  /** File, from 0, of a pawn that can be captured en passant; −1 where there is none. */
  get passing(): number {
    return "abcdefgh".indexOf(this.fen.split(" ")[3][0]);
  }

  /** Castling rights of a seat: on the king's side and on the queen's side. */
  castling(seat: number): readonly [boolean, boolean] {
    const { k, q } = this.#game.getCastlingRights(COLOURS[seat]);
    return [k, q];
  }

  /** Writes the codes of the pieces, [64]: 0 for an empty square. */
  write(board: Float64Array): void {
    for (const [square, name] of SQUARES.entries()) {
      const piece = this.#game.get(name);
      const code = piece === undefined ? 0 : PIECES.indexOf(piece.type) + 1;
      board[square] = piece?.color === "b" ? -code : code;
    }
  }

  /** The board in letters, with White at the bottom. */
  get drawing(): string {
    return this.#game.ascii();
  }
}

/** Colours by seat, and their names. */
const COLOURS: readonly Color[] = ["w", "b"];
const SIDES: Readonly<Record<Color, string>> = { w: "White", b: "Black" };

/**
 * The library lists move names only or, far more slowly, verbose moves. A name gives the piece and its destination. Where the origin is
 * ambiguous, the list of a single piece's moves resolves it.
 */
function allowedIn(game: Chess): AllowedMove[] {
  const color = game.turn();
  const own = Object.fromEntries(PIECES.map((type) => [type, game.findPiece({ type, color })]));
  const reached = new Map<Square, readonly string[]>();
  const goes = (square: Square, to: string): boolean => {
    const known = reached.get(square) ?? game.moves({ square }).map((san) => partsIn(san, square)[3]);
    reached.set(square, known);
    return known.includes(to);
  };
  const moves = game.moves().map((san): AllowedMove => {
    const [, piece, mark, to, promoted = ""] = partsIn(san, own.k[0]);
    // A pawn's origin is its file, the first letter of the name.
    const file = piece === "" ? san[0] : "";
    const able = own[piece === "" ? "p" : piece.toLowerCase()].filter(
      (one) => one.startsWith(file) && one.includes(mark),
    );
    const from = able.length === 1 ? able[0] : able.find((one) => goes(one, to));
    const uci = `${from}${to}${promoted.toLowerCase()}`;
    return { number: moveNumber(uci), uci, san };
  });
  return moves.sort((a, b) => a.number - b.number);
}

/** Parts of a name as matched by `NOTATION`; castling is a move of the king along its rank. */
const partsIn = (san: string, king: Square): readonly string[] => NOTATION.exec(san) ?? castlingOf(san, king);

/** `O-O` and `O-O-O` as a king's move along its rank, in the parts of `NOTATION`. */
function castlingOf(san: string, king: Square): readonly string[] {
  return [san, "K", "", `${unmarked(san) === "O-O" ? "g" : "c"}${king[1]}`];
}

/** Letters of castling rights in FEN, and the squares of king and rook. */
const CASTLING = [
  ["K", "w", "e1", "h1"],
  ["Q", "w", "e1", "a1"],
  ["k", "b", "e8", "h8"],
  ["q", "b", "e8", "a8"],
] as const;

/** Fault of a start position; undefined where it is valid. */
export function faultOf(fen: string): string | undefined {
  const { error } = validateFen(fen);
  if (error !== undefined) return `It must be a position in FEN: ${error.replace("Invalid FEN: ", "")}`;
  const game = new Chess(fen);
  const stands = (type: PieceSymbol, color: Color, square: Square): boolean => {
    const piece = game.get(square);
    return piece?.type === type && piece.color === color;
  };
  for (const color of COLOURS) {
    const count = PIECES.reduce((sum, type) => sum + game.findPiece({ type, color }).length, 0);
    if (count > MOST_PIECES) return `There ${SIDES[color]} has ${count} pieces, more than ${MOST_PIECES}`;
  }
  const mover = game.turn();
  const waits = mover === "w" ? "b" : "w";
  const [king] = game.findPiece({ type: "k", color: waits });
  if (game.isAttacked(king, mover)) return `There ${SIDES[waits]} is in check, and ${SIDES[mover]} is to move`;
  const [, , castling, passed] = fen.split(/\s+/);
  for (const [letter, color, atKing, atRook] of CASTLING)
    if (castling.includes(letter) && !(stands("k", color, atKing) && stands("r", color, atRook)))
      return `Castling by ${letter} needs a king on ${atKing} and a rook on ${atRook}`;
  const pawn = SQUARES.find((square) => square === `${passed[0]}${waits === "b" ? 5 : 4}`);
  if (pawn !== undefined && !stands("p", waits, pawn))
    return `There is no pawn of ${SIDES[waits]} on ${pawn} to be taken in passing`;
  const { ending } = new Referee(fen);
  return ending === "open" ? undefined : `There the game is over, by ${ending}`;
}

// Scene of a chess game: the board with its pieces, the squares of the last move, and a king in check.

import { SQUARES } from "chess.js";
import type { Scene, Shape, Tone } from "../../../core/scene.ts";
import { block, label, rectangle } from "../../scene-shapes.ts";
import { fileOf, rankOf } from "./moves.ts";
import { PIECES } from "./referee.ts";

/** Outlined and filled pieces, in the order of their codes; the variation selector prevents emoji rendering. */
const OUTLINED = [..."♙♘♗♖♕♔"].map((sign) => `${sign}\uFE0E`);
const FILLED = [..."♟♞♝♜♛♚"].map((sign) => `${sign}\uFE0E`);

const KING = PIECES.indexOf("k") + 1;

/** Data of a scene. */
export interface ChessView {
  /** Codes of the pieces, [64]. */
  readonly board: ArrayLike<number>;
  /** UCI name of the last move; undefined before the first. */
  readonly last: string | undefined;
  /** Seat of the king in check; −1 for none. */
  readonly inCheck: number;
  readonly caption: string;
}

export function chessScene({ board, last, inCheck, caption }: ChessView): Scene {
  const dark = (square: number): number => (fileOf(square) + rankOf(square) + 1) % 2;
  const legend = [
    { meaning: "a light square", fill: "surface" as const },
    { meaning: "a dark square", fill: "faint" as const },
  ];
  const cells = SQUARES.map((_, square) => dark(square));
  const over = (square: number, fill: Tone, opacity: number): Shape => {
    const [x, y] = [fileOf(square), rankOf(square)];
    return block(rectangle(x, y, x + 1, y + 1), fill, opacity);
  };
  const shapes: Shape[] = [{ kind: "grid", at: [0, 0], cell: 1, columns: 8, cells, legend }];
  if (last !== undefined)
    for (const [square, name] of SQUARES.entries())
      if (last.slice(0, 2) === name || last.slice(2, 4) === name) shapes.push(over(square, "accent", 0.35));
  shapes.push({ kind: "polygon", points: rectangle(0, 0, 8, 8), stroke: "muted" });
  for (let square = 0; square < board.length; square++) {
    const code = board[square];
    if (code === 0) continue;
    const at = [fileOf(square) + 0.5, rankOf(square) + 0.5] as const;
    if (Math.abs(code) === KING && (code > 0 ? 0 : 1) === inCheck) shapes.push(over(square, "bad", 0.5));
    const sign = Math.abs(code) - 1;
    shapes.push(label(at, FILLED[sign], 0.8, { fill: code > 0 ? "surface" : "ink" }));
    if (code > 0) shapes.push(label(at, OUTLINED[sign], 0.8));
  }
  for (let k = 0; k < 8; k++) {
    shapes.push(label([k + 0.5, -0.3], "abcdefgh"[k], 0.3, { fill: "muted" }));
    shapes.push(label([-0.3, k + 0.5], String(k + 1), 0.3, { fill: "muted" }));
  }
  // In dark mode all ink is light, so only the outline shows a piece's colour.
  shapes.push(label([8.3, 7.5], `${FILLED[KING - 1]} black`, 0.34, { fill: 1, align: "start" }));
  shapes.push(label([8.3, 0.5], `${OUTLINED[KING - 1]} white`, 0.34, { fill: 0, align: "start" }));
  return { view: { left: -0.6, right: 10, bottom: -0.6, top: 8.2 }, shapes, caption };
}

// One map as a finite decision process: the states are what the rules can change (place, key, door), so that values,
// regrets and cycles are exact.

import { type TabularMdp, tabularMdp } from "../tabular/mdp.ts";
import type { Level } from "./contexts.ts";
import { CHOICES, Message, move, type Piece, pieceAt, type Rules } from "./tiles.ts";

/** A map's process with the way back from a state to the map. */
export interface GridMdp {
  readonly mdp: TabularMdp;
  /** For each state the piece that stands there. */
  readonly pieces: readonly Readonly<Omit<Piece, "message">>[];
}

export interface GridMdpOptions extends Rules {
  /** γ in [0, 1). */
  readonly discount: number;
}

/** The states that can be reached from the start, breadth first (state 0 is the start). Reaching the goal pays 1 and ends; lava ends. */
export function gridMdp({ grid, start }: Level, options: GridMdpOptions): GridMdp {
  const { discount, hands } = options;
  const choices = CHOICES[hands];
  const cells = grid.tiles.length;
  const numbers = new Map<number, number>();
  const pieces: Omit<Piece, "message">[] = [];
  const over: boolean[] = [];
  const numberOf = (piece: Piece): number => {
    const code = piece.cell + cells * (piece.key + 2 * piece.open + 4 * (piece.keyAt + 1));
    const known = numbers.get(code);
    if (known !== undefined) return known;
    const number = pieces.length;
    numbers.set(code, number);
    pieces.push({ cell: piece.cell, key: piece.key, keyAt: piece.keyAt, open: piece.open });
    over.push(piece.message === Message.goal || piece.message === Message.died);
    return number;
  };
  numberOf(pieceAt(grid, start));
  const next: number[] = [];
  const reward: number[] = [];
  for (let s = 0; s < pieces.length; s++) {
    for (let choice = 0; choice < choices; choice++) {
      const piece: Piece = { ...pieces[s], message: Message.none };
      if (!over[s]) move(grid, options, piece, choice);
      next.push(numberOf(piece));
      reward.push(piece.message === Message.goal ? 1 : 0);
    }
  }
  const mdp = tabularMdp({
    states: pieces.length,
    actions: choices,
    discount,
    terminal: (s) => over[s],
    transitions: (s, a) => [[next[s * choices + a], 1]],
    reward: (s, a) => reward[s * choices + a],
  });
  return { mdp, pieces };
}

// Solves debates: the minimax value of every set of revealed pieces.

import { holds, scoreOf, toMove, type Weighing } from "./rules.ts";

/** Solver for debates of one length. A debater is 0, the first side, or 1. */
export interface DebateSolver {
  /** Computes scores of the final sets from the first side's view, given the pieces already revealed in `from`, by default none. */
  judge(support: ArrayLike<number>, topics: number, from?: number): void;
  /** Minimax score at the end, where the first side maximises and the second minimises; starts from `from`. */
  solve(starts: number, from?: number): number;
  /** The optimal piece to reveal in a debate solved by `solve`. */
  choice(set: number, side: number): number;
}

/** Creates a solver of debates that end after `reveals` of `pieces`. */
export function debateSolver(pieces: number, reveals: number, weighing: Weighing = "mean"): DebateSolver {
  const count = 1 << pieces;
  const sizeOf = new Int32Array(count);
  for (let set = 1; set < count; set++) sizeOf[set] = sizeOf[set >> 1] + (set & 1);
  const bySize = Int32Array.from({ length: count }, (_, set) => set).sort((a, b) => sizeOf[a] - sizeOf[b] || a - b);
  const open = bySize.filter((set) => sizeOf[set] < reveals);
  const final = bySize.filter((set) => sizeOf[set] === reveals);
  /** Minimax value of each set for the first side. */
  const values = new Float64Array(count);

  /** The best piece for a side by the values of the successor sets. */
  function choice(set: number, side: number): number {
    const sign = side === 0 ? 1 : -1;
    let best = -1;
    for (let piece = 0; piece < pieces; piece++) {
      if (holds(set, piece)) continue;
      if (best < 0 || sign * (values[set | (1 << piece)] - values[set | (1 << best)]) > 0) best = piece;
    }
    return best;
  }

  const after = (set: number, side: number): number => values[set | (1 << choice(set, side))];

  return {
    judge(support, topics, from = 0) {
      for (const set of final) if ((set & from) === from) values[set] = scoreOf(support, pieces, topics, set, weighing);
    },
    solve(starts, from = 0) {
      for (let k = open.length - 1; k >= 0; k--) {
        const set = open[k];
        if ((set & from) !== from) continue;
        values[set] = after(set, toMove(starts, sizeOf[set]));
      }
      return values[from];
    },
    choice,
  };
}

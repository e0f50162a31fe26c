// Debates solved: the minimax value of every set of shown pieces, and the best answer to a debater that is known.

import { holds, scoreOf, toMove } from "./rules.ts";

/** Solves debates of one length, one after the other; a debater is 0, the first side, or 1. */
export interface DebateSolver {
  /** Scores final sets from the first side's view; those that a debate comes to after the pieces of `from`, which has none by default. */
  judge(support: ArrayLike<number>, topics: number, from?: number): void;
  /** The score at the end where both sides show what is best for them, the first the highest and the second the lowest; after `from`. */
  solve(starts: number, from?: number): number;
  /** What the side that moves should show in a debate that `solve` has solved. */
  choice(set: number, side: number): number;
}

/** A solver of debates that end after `reveals` of `pieces`. */
export function debateSolver(pieces: number, reveals: number): DebateSolver {
  const count = 1 << pieces;
  const sizeOf = new Int32Array(count);
  for (let set = 1; set < count; set++) sizeOf[set] = sizeOf[set >> 1] + (set & 1);
  const bySize = Int32Array.from({ length: count }, (_, set) => set).sort((a, b) => sizeOf[a] - sizeOf[b] || a - b);
  const open = bySize.filter((set) => sizeOf[set] < reveals);
  const final = bySize.filter((set) => sizeOf[set] === reveals);
  /** What a set is worth to the first side. */
  const values = new Float64Array(count);

  /** The best piece for a side by the values of what follows. */
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
      for (const set of final) if ((set & from) === from) values[set] = scoreOf(support, pieces, topics, set);
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

/** A debate of one length, what the judge makes of its end, and which side begins. */
export interface JudgedDebate {
  readonly pieces: number;
  readonly reveals: number;
  readonly starts: number;
  /** The judge's score from the first side's view. */
  score(set: number): number;
}

/** 1, 0 or −1 for the first side, which shows `show(own, other)` by the sets that have been shown, against the best answer. */
export function resultAgainstBest(debate: JudgedDebate, show: (own: number, other: number) => number): number {
  const { pieces, reveals, starts, score } = debate;
  const from = (own: number, other: number, said: number): number => {
    if (said === reveals) return Math.sign(score(own | other));
    if (toMove(starts, said) === 0) return from(own | (1 << show(own, other)), other, said + 1);
    let worst = 1;
    for (let piece = 0; piece < pieces && worst > -1; piece++)
      if (!holds(own | other, piece)) worst = Math.min(worst, from(own, other | (1 << piece), said + 1));
    return worst;
  };
  return from(0, 0, 0);
}

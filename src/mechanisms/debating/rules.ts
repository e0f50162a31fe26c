// A debate judge's scoring of the revealed evidence: the mean support of each topic's pieces, summed over topics.

/** Whether a piece is in a set; a set of pieces is a bit mask. */
export const holds = (set: number, piece: number): boolean => ((set >> piece) & 1) === 1;

/** Side to move after `said` pieces: 0 or 1, alternating from the side that starts. */
export const toMove = (starts: number, said: number): number => (starts + said) % 2;

/** What counts of the shown pieces of one topic: their mean, or the one with the highest number alone, which refutes those before it. */
export const WEIGHINGS = ["mean", "refutation"] as const;
export type Weighing = (typeof WEIGHINGS)[number];

/**
 * The judge's score of one decision less that of the other: Σ over topics of the mean support of the pieces in `set`, or of the support of
 * the one that refutes the others; a topic without pieces counts 0. Piece k belongs to topic k mod `topics`, so that with as many topics as
 * pieces all supports are summed.
 */
export function scoreOf(
  support: ArrayLike<number>,
  pieces: number,
  topics: number,
  set: number,
  weighing: Weighing = "mean",
): number {
  let score = 0;
  for (let topic = 0; topic < topics; topic++) {
    let sum = 0;
    let seen = 0;
    for (let piece = topic; piece < pieces; piece += topics) {
      if (!holds(set, piece)) continue;
      if (weighing === "refutation") sum = seen = 0;
      sum += support[piece];
      seen += 1;
    }
    if (seen > 0) score += sum / seen;
  }
  return score;
}

/** The piece that is revealed for the choice `named`: itself, or the next one not yet revealed. */
export function shownFor(named: number, pieces: number, set: number): number {
  let piece = named;
  while (holds(set, piece)) piece = (piece + 1) % pieces;
  return piece;
}

/** The piece outside `set` with the largest support; the first of equals. */
export function strongest(support: ArrayLike<number>, pieces: number, set: number): number {
  let best = -1;
  for (let piece = 0; piece < pieces; piece++)
    if (!holds(set, piece) && (best < 0 || support[piece] > support[best])) best = piece;
  return best;
}

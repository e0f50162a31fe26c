// What a judge makes of the evidence that it has seen: pieces of one topic count by their mean, and topics are added up.

/** Whether a piece is in a set; sets of pieces are bits of a number. */
export const holds = (set: number, piece: number): boolean => ((set >> piece) & 1) === 1;

/** Which side moves after `said` pieces: 0 or 1, from the side that began. */
export const toMove = (starts: number, said: number): number => (starts + said) % 2;

/**
 * The judge's score of a decision less that of its rival, Σ over topics of the mean support of the pieces in `set`; a topic without one is
 * worth 0. Piece k is of topic k mod `topics`, so that with as many topics as pieces all supports are added up.
 */
export function scoreOf(support: ArrayLike<number>, pieces: number, topics: number, set: number): number {
  let score = 0;
  for (let topic = 0; topic < topics; topic++) {
    let sum = 0;
    let seen = 0;
    for (let piece = topic; piece < pieces; piece += topics) {
      if (!holds(set, piece)) continue;
      sum += support[piece];
      seen += 1;
    }
    if (seen > 0) score += sum / seen;
  }
  return score;
}

/** The piece that is shown where `named` is asked for: itself, or the next one that has not been shown. */
export function shownFor(named: number, pieces: number, set: number): number {
  let piece = named;
  while (holds(set, piece)) piece = (piece + 1) % pieces;
  return piece;
}

/** The piece outside of `set` of the largest support; the first of several. */
export function strongest(support: ArrayLike<number>, pieces: number, set: number): number {
  let best = -1;
  for (let piece = 0; piece < pieces; piece++)
    if (!holds(set, piece) && (best < 0 || support[piece] > support[best])) best = piece;
  return best;
}

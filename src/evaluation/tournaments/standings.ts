// What players have scored so far, and whom they have met: what pairings of the next round are made of.

/** A pairing that was played: two players, and the first one's score: 1 for a win, 0.5 a tie, 0 a loss. */
export interface PlayedPair {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

/** Scores and tie-breaks of all players, [players] each. */
export interface Standings {
  readonly scores: Float64Array;
  /** Sum of the scores of all opponents. */
  readonly buchholz: Float64Array;
  /** Sum of the scores of those that were beaten, and half of those with which it was a tie. */
  readonly sonnebornBerger: Float64Array;
  /** Byes that each has had. */
  readonly byes: Uint16Array;
  /** Whether two players have met. */
  met(one: number, other: number): boolean;
}

/** Standings after these pairs, and after byes, of which each is worth `bye` points. */
export function standings(
  players: number,
  pairs: readonly PlayedPair[],
  byes: readonly number[] = [],
  bye = 1,
): Standings {
  const scores = new Float64Array(players);
  const had = new Uint16Array(players);
  const met = new Set<number>();
  const key = (one: number, other: number) => Math.min(one, other) * players + Math.max(one, other);
  for (const { first, second, score } of pairs) {
    scores[first] += score;
    scores[second] += 1 - score;
    met.add(key(first, second));
  }
  for (const player of byes) {
    scores[player] += bye;
    had[player] += 1;
  }
  const buchholz = new Float64Array(players);
  const sonnebornBerger = new Float64Array(players);
  for (const { first, second, score } of pairs) {
    buchholz[first] += scores[second];
    buchholz[second] += scores[first];
    sonnebornBerger[first] += score * scores[second];
    sonnebornBerger[second] += (1 - score) * scores[first];
  }
  return { scores, buchholz, sonnebornBerger, byes: had, met: (one, other) => met.has(key(one, other)) };
}

// Players' scores and past opponents: the input of pairings for the next round.

/** A played pairing: two players and the first one's score, 1 for a win, 0.5 for a tie, 0 for a loss. */
export interface PlayedPair {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

/** Scores and tie-breaks of all players, [players] each. */
export interface Standings {
  readonly scores: Float64Array;
  /** Buchholz tie-break: sum of the scores of all opponents. */
  readonly buchholz: Float64Array;
  /** Sonneborn-Berger tie-break: sum of the scores of beaten opponents, and half of the scores of tied opponents. */
  readonly sonnebornBerger: Float64Array;
  /** Number of byes of each player. */
  readonly byes: Uint16Array;
  /** Whether two players have met. */
  met(one: number, other: number): boolean;
}

/** Standings after these pairs and byes; a bye is worth `bye` points. */
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

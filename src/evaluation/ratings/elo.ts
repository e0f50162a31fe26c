// Elo's ratings (1978): after each game the winner takes points from the loser, more where that was unlikely.

/** The score that a player is expected to have against another: 1/(1 + 10^((their − own)/400)). */
export const expectedScore = (own: number, theirs: number): number => 1 / (1 + 10 ** ((theirs - own) / 400));

/** Changes both ratings by one game: `result` is 1 where the first won, 0 where it lost, 0.5 a tie; `k` the most points that change hands. */
export function eloGame(ratings: Float64Array, first: number, second: number, result: number, k: number): void {
  const gain = k * (result - expectedScore(ratings[first], ratings[second]));
  ratings[first] += gain;
  ratings[second] -= gain;
}

// Elo ratings (1978): after each game the winner takes points from the loser, more after an unlikely win.

/** Expected score of a player against another: 1/(1 + 10^((their rating − own rating)/400)). */
export const expectedScore = (own: number, theirs: number): number => 1 / (1 + 10 ** ((theirs - own) / 400));

/**
 * Updates both ratings after one game: `result` is 1 for a win of the first player, 0 for a loss, 0.5 for a tie; `k` is the K-factor, the
 * most points that change hands.
 */
export function eloGame(ratings: Float64Array, first: number, second: number, result: number, k: number): void {
  const gain = k * (result - expectedScore(ratings[first], ratings[second]));
  ratings[first] += gain;
  ratings[second] -= gain;
}

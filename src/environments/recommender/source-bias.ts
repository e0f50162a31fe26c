// How far a ranking of texts of two sources prefers one of them: measures of lists in which an item has a version of each.

/** Place from 1 on of candidate `own` in a ranking by scores. Equals stand in the order of the list; absent candidates have no score (NaN). */
export function rankOf(scores: ArrayLike<number>, own: number): number {
  let rank = 1;
  for (let k = 0; k < scores.length; k++)
    if (scores[k] > scores[own] || (scores[k] === scores[own] && k < own)) rank += 1;
  return rank;
}

/** NDCG@k of a list with one relevant candidate, at `rank` from 1 on: 1/log₂(rank + 1), or 0 after place k. */
export const singleNdcg = (rank: number, k: number): number => (rank <= k ? 1 / Math.log2(rank + 1) : 0);

/**
 * Relative difference of a measure between human and AI texts in percent, 200·(h − a)/(h + a), as in the line of work on source bias: from
 * −200 to 200, negative where AI texts are preferred; 0 where both are 0.
 */
export const relativeDifference = (human: number, ai: number): number =>
  human + ai === 0 ? 0 : (200 * (human - ai)) / (human + ai);

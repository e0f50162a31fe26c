// How good a ranking is: the discounted cumulative gain as a share of the best possible one.

/**
 * NDCG@k = DCG@k/ideal DCG@k with DCG@k = Σ_{r ≤ k} gain_r/log₂(r + 1) (Järvelin & Kekäläinen, 2002, ACM TOIS 20). `gains` holds the gain
 * of every candidate, the first of the ranking first. The ideal has the largest first, so that of m relevant ones min(k, m) count. Null
 * where no candidate is relevant.
 */
export function ndcg(gains: ArrayLike<number>, k: number): number | null {
  const ideal = discounted(Float64Array.from(gains).sort().reverse(), k);
  return ideal > 0 ? discounted(gains, k) / ideal : null;
}

function discounted(gains: ArrayLike<number>, k: number): number {
  let sum = 0;
  for (let r = 0; r < Math.min(k, gains.length); r++) sum += gains[r] / Math.log2(r + 2);
  return sum;
}

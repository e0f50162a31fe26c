// How good a ranking of texts is for a query: NDCG and the reciprocal rank, also where several texts are relevant.

import type { SimilarityRows } from "../../evaluation/similarity/nearest.ts";

/**
 * NDCG@k = DCG@k/ideal DCG@k with DCG@k = Σ_{r ≤ k} gain_r/log₂(r + 1) (Järvelin & Kekäläinen, 2002, ACM TOIS 20). `gains` has every
 * candidate's gain, the ranking's first first. The ideal has the largest first, so that of m relevant ones min(k, m) count. Null
 * where none is relevant.
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

/** 1/r of the first relevant place r, from 1; null where none is relevant. The mean over queries is the MRR. */
export function reciprocalRank(gains: ArrayLike<number>): number | null {
  for (let r = 0; r < gains.length; r++) if (gains[r] > 0) return 1 / (r + 1);
  return null;
}

/** What a retriever does over queries. */
export interface RetrievalQuality {
  readonly ndcg: number;
  /** Mean reciprocal rank. */
  readonly mrr: number;
  /** Queries with a relevant candidate; the others do not count. */
  readonly queries: number;
}

/** Means over queries; NaN where no query has a relevant candidate. Equals are ranked in the order of the candidates. */
export function retrievalQuality(
  similarity: SimilarityRows,
  queries: number,
  candidates: number,
  gain: (query: number, candidate: number) => number,
  k = 10,
): RetrievalQuality {
  const row = new Float64Array(candidates);
  let [sum, reciprocal, counted] = [0, 0, 0];
  for (let query = 0; query < queries; query++) {
    similarity(query, row);
    const order = Uint32Array.from(row.keys()).sort((a, b) => row[b] - row[a] || a - b);
    const gains = Float64Array.from(order, (candidate) => gain(query, candidate));
    const quality = ndcg(gains, k);
    if (quality === null) continue;
    sum += quality;
    reciprocal += reciprocalRank(gains) ?? 0;
    counted += 1;
  }
  return { ndcg: sum / counted, mrr: reciprocal / counted, queries: counted };
}

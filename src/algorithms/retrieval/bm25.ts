// BM25: relevance of texts to the words of a query, from an inverted index.

import type { SimilarityRows } from "./nearest.ts";
import { bagFrequencies } from "./words.ts";

export interface Bm25Options {
  /** Term frequency saturation; 1.2 by default, at least 0. */
  readonly k1?: number;
  /** Length normalisation from 0 to 1; 0.75 by default. */
  readonly b?: number;
}

export interface Bm25 {
  readonly size: number;
  /** Writes the score of every text for a query to `into`, [size]. A word that is repeated in the query counts each time. */
  scores(query: Int32Array, into: Float64Array): void;
  /** Score of a text for itself, as if it were in the index: the reference for normalised similarity. */
  ownScore(query: Int32Array): number;
}

/**
 * BM25 (Robertson & Zaragoza, 2009, Foundations and Trends in Information Retrieval 3),
 *
 * score(q, d) = Σ_{w ∈ q} idf(w)·f(k₁ + 1)/(f + k₁(1 − b + b·|d|/mean length)),  idf(w) = ln(1 + (N − n + ½)/(n + ½)),
 *
 * where f is the count of w in d, and n of the N texts contain w. The 1 in the logarithm keeps it positive, as in Lucene. Bags hold word
 * numbers below `words`; a query may hold other numbers, which match no text.
 */
export function bm25(bags: readonly Int32Array[], words: number, { k1 = 1.2, b = 0.75 }: Bm25Options = {}): Bm25 {
  const size = bags.length;
  const frequencies = bagFrequencies(bags, words);
  const total = bags.reduce((sum, bag) => sum + bag.length, 0);
  const meanLength = total > 0 ? total / size : 1;
  const begins = new Uint32Array(words + 1);
  for (let word = 0; word < words; word++) begins[word + 1] = begins[word] + frequencies[word];
  const texts = new Uint32Array(begins[words]);
  const weights = new Float64Array(begins[words]);
  const next = begins.slice();
  const idf = (word: number) => {
    const n = word < words ? frequencies[word] : 0;
    return Math.log(1 + (size - n + 0.5) / (n + 0.5));
  };
  const gain = (word: number, count: number, length: number) =>
    (idf(word) * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength));
  for (const [text, bag] of bags.entries()) {
    for (const [word, count] of countsOf(bag)) {
      texts[next[word]] = text;
      weights[next[word]] = gain(word, count, bag.length);
      next[word] += 1;
    }
  }
  return {
    size,
    scores(query, into) {
      into.fill(0);
      for (const word of query) {
        if (word >= words) continue;
        for (let at = begins[word]; at < begins[word + 1]; at++) into[texts[at]] += weights[at];
      }
    },
    ownScore(query) {
      let sum = 0;
      for (const [word, count] of countsOf(query)) sum += count * gain(word, count, query.length);
      return sum;
    },
  };
}

/**
 * BM25 similarity, the score divided by the query's own score, so that short and long texts are comparable: 1 for the same words, 0 for no
 * common word. It is not symmetric, and a shorter text with the same words may exceed 1.
 */
export function bm25Rows(queries: readonly Int32Array[], index: Bm25): SimilarityRows {
  return (query, into) => {
    index.scores(queries[query], into);
    const own = index.ownScore(queries[query]);
    if (own > 0) for (let k = 0; k < into.length; k++) into[k] /= own;
  };
}

function countsOf(bag: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of bag) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

// Nearest-neighbour search among permitted candidates, for example older texts; and cosine similarity of vectors.

/** Writes the similarity of query number `query` with every candidate to `into`, [candidates]. */
export type SimilarityRows = (query: number, into: Float64Array) => void;

/** A candidate's number and its similarity. */
export interface Neighbour {
  readonly candidate: number;
  readonly similarity: number;
}

export interface Search {
  readonly queries: number;
  readonly candidates: number;
  readonly similarity: SimilarityRows;
  /** Whether a candidate may be compared with a query, for example because it is older and a different text. */
  readonly allowed: (query: number, candidate: number) => boolean;
  /** Maximum number of neighbours per query. */
  readonly most: number;
  /** Called before each query; may throw to abort. */
  readonly onQuery?: (query: number) => void;
}

/**
 * Returns the nearest permitted candidates of each query, the most similar first and ties in candidate order; fewer than `most` where fewer
 * are permitted.
 */
export function nearestAllowed({ queries, candidates, similarity, allowed, most, onQuery }: Search): Neighbour[][] {
  const row = new Float64Array(candidates);
  return Array.from({ length: queries }, (_, query) => {
    onQuery?.(query);
    similarity(query, row);
    const neighbours: Neighbour[] = [];
    for (let candidate = 0; candidate < candidates; candidate++) {
      const last = neighbours.length < most ? Number.NEGATIVE_INFINITY : neighbours[most - 1].similarity;
      if (!(row[candidate] > last) || !allowed(query, candidate)) continue;
      let at = neighbours.length;
      while (at > 0 && neighbours[at - 1].similarity < row[candidate]) at -= 1;
      neighbours.splice(at, 0, { candidate, similarity: row[candidate] });
      if (neighbours.length > most) neighbours.pop();
    }
    return neighbours;
  });
}

/** Vectors of equal width, row by row, [count, width]. */
export interface VectorTable {
  readonly width: number;
  readonly values: Float64Array;
}

/** Normalises vectors to length 1; a zero vector stays zero and has similarity 0 with all. */
export function unitVectors({ width, values }: VectorTable): VectorTable {
  const units = values.slice();
  for (let from = 0; from < units.length; from += width) {
    const one = units.subarray(from, from + width);
    const norm = Math.sqrt(one.reduce((sum, x) => sum + x * x, 0));
    if (norm > 0) for (let k = 0; k < width; k++) one[k] /= norm;
  }
  return { width, values: units };
}

/** Cosine similarity of unit vectors as returned by `unitVectors`. */
export function cosineRows(queries: VectorTable, candidates: VectorTable): SimilarityRows {
  const { width } = queries;
  return (query, into) => {
    const from = query * width;
    for (let candidate = 0; candidate < into.length; candidate++) {
      const at = candidate * width;
      let sum = 0;
      for (let k = 0; k < width; k++) sum += queries.values[from + k] * candidates.values[at + k];
      into[candidate] = sum;
    }
  };
}

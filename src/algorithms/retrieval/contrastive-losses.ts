// Contrastive losses that attract a query to its own documents and repel it from others: InfoNCE, multi-positive, Group-InfoNCE, triplets.
// Each reads similarities and writes its gradient with respect to them.

import { logSumExp, softmax } from "../../math/softmax.ts";

/** Similarities within a batch of B queries with P documents each. */
export interface BatchSimilarities {
  /** Number of queries B. */
  readonly queries: number;
  /** Number of documents per query P. */
  readonly documents: number;
  /** s_ij^p of query i to document p of query j, [B, B, P]. */
  readonly toDocuments: Float64Array;
  /** q_i·q_j, [B, B]; the diagonal is ignored. */
  readonly toQueries: Float64Array;
}

/** Returns the mean loss over queries. Overwrites `gradient`, which has the shape of the batch, with the derivatives. */
export type ContrastiveLoss = (batch: BatchSimilarities, gradient: BatchSimilarities) => number;

export function emptySimilarities(queries: number, documents: number): BatchSimilarities {
  return {
    queries,
    documents,
    toDocuments: new Float64Array(queries * queries * documents),
    toQueries: new Float64Array(queries * queries),
  };
}

/**
 * InfoNCE with the first document of each query (van den Oord et al., 2018); other queries are negatives too: −ln[e^{s_ii/τ}/(Σ_j
 * e^{s_ij/τ} + Σ_{j≠i} e^{q_i·q_j/τ})].
 */
export function infoNce(temperature: number): ContrastiveLoss {
  return grouped(temperature, 0, 1);
}

/**
 * Group-InfoNCE (CPRet, arXiv 2505.12925): InfoNCE with s̄_ij, the mean similarity to a query's documents, plus v·Var_p(s_ii^p)/τ² with the
 * unbiased variance, which contracts a group. `variance` is v: 1 in the paper, 0 without the term.
 */
export function groupInfoNce(temperature: number, variance = 1): ContrastiveLoss {
  return grouped(temperature, variance, Number.POSITIVE_INFINITY);
}

function grouped(temperature: number, varianceWeight: number, most: number): ContrastiveLoss {
  return (batch, gradient) => {
    const { queries, documents: all, toDocuments, toQueries } = batch;
    const documents = Math.min(all, most);
    const logits = new Float64Array(2 * queries);
    clear(gradient);
    let loss = 0;
    for (let i = 0; i < queries; i++) {
      for (let j = 0; j < queries; j++) {
        const from = (i * queries + j) * all;
        logits[j] = meanOf(toDocuments, from, documents) / temperature;
        logits[queries + j] = j === i ? Number.NEGATIVE_INFINITY : toQueries[i * queries + j] / temperature;
      }
      loss += negativeLogShare(logits, i) / queries;
      const scale = 1 / (temperature * queries);
      for (let j = 0; j < queries; j++) {
        const from = (i * queries + j) * all;
        for (let p = 0; p < documents; p++) gradient.toDocuments[from + p] += (scale * logits[j]) / documents;
        gradient.toQueries[i * queries + j] += scale * logits[queries + j];
      }
      if (varianceWeight === 0 || documents < 2) continue;
      const from = (i * queries + i) * all;
      const middle = meanOf(toDocuments, from, documents);
      const weight = varianceWeight / ((documents - 1) * temperature ** 2 * queries);
      for (let p = 0; p < documents; p++) {
        const apart = toDocuments[from + p] - middle;
        loss += weight * apart ** 2;
        // The derivative of the mean vanishes, because the deviations sum to 0.
        gradient.toDocuments[from + p] += 2 * weight * apart;
      }
    }
    return loss;
  };
}

/**
 * Multi-positive InfoNCE: each document of a query is a separate positive, and the query's other documents are left out of the denominator.
 * The loss is the mean over p of −ln[e^{s_ii^p/τ}/(e^{s_ii^p/τ} + Σ_{j≠i} Σ_p' e^{s_ij^p'/τ} + Σ_{j≠i} e^{q_i·q_j/τ})].
 */
export function multiPositive(temperature: number): ContrastiveLoss {
  return (batch, gradient) => {
    const { queries, documents, toDocuments, toQueries } = batch;
    const width = queries * documents;
    const own = new Float64Array(width + queries);
    clear(gradient);
    let loss = 0;
    const scale = 1 / (temperature * width);
    for (let i = 0; i < queries; i++) {
      for (let positive = 0; positive < documents; positive++) {
        for (let at = 0; at < width; at++) {
          const isOther = Math.floor(at / documents) === i && at !== i * documents + positive;
          own[at] = isOther ? Number.NEGATIVE_INFINITY : toDocuments[i * width + at] / temperature;
        }
        for (let j = 0; j < queries; j++)
          own[width + j] = j === i ? Number.NEGATIVE_INFINITY : toQueries[i * queries + j] / temperature;
        loss += negativeLogShare(own, i * documents + positive) / width;
        for (let at = 0; at < width; at++) gradient.toDocuments[i * width + at] += scale * own[at];
        for (let j = 0; j < queries; j++) gradient.toQueries[i * queries + j] += scale * own[width + j];
      }
    }
    return loss;
  };
}

/**
 * Triplet loss max(0, (1 − cos(a, p)) − (1 − cos(a, n)) + margin) (Schroff et al., 2015); where it is positive, its derivatives are −1 and
 * 1.
 */
export function tripletLoss(toPositive: number, toNegative: number, margin: number): number {
  return Math.max(0, toNegative - toPositive + margin);
}

/**
 * Returns −ln of the softmax probability at `positive`; overwrites `logits` with the gradient, the probabilities less 1 at the positive.
 */
function negativeLogShare(logits: Float64Array, positive: number): number {
  const loss = logSumExp(logits) - logits[positive];
  softmax(logits);
  logits[positive] -= 1;
  return loss;
}

function meanOf(values: Float64Array, from: number, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += values[from + k];
  return sum / count;
}

function clear({ toDocuments, toQueries }: BatchSimilarities): void {
  toDocuments.fill(0);
  toQueries.fill(0);
}

// Contrastive training of a bag encoder: gradients of batches of queries with documents, and of triplets; steps of Adam on batches.

import { adam, type Schedule } from "../../nn/optimiser.ts";
import { addGradient, type BagEncoder, encoded, type TrainableEncoder } from "./bag-encoder.ts";
import { type ContrastiveLoss, emptySimilarities, tripletLoss } from "./contrastive-losses.ts";

/** Queries, [B], and their documents, grouped by query, [B·P]. */
export interface ContrastiveBatch {
  readonly queries: readonly Int32Array[];
  readonly documents: readonly Int32Array[];
}

export interface ContrastiveOptions {
  readonly loss: ContrastiveLoss;
  readonly steps: number;
  /** Learning rate of Adam. */
  readonly rate: number | Schedule;
}

/** Minimises a loss over batches returned by `draw`, updating the encoder in place. Returns the loss of each step. */
export function trainByContrast(
  encoder: TrainableEncoder,
  draw: (step: number) => ContrastiveBatch,
  { loss, steps, rate }: ContrastiveOptions,
): Float64Array {
  const optimiser = adam(encoder.table.length, { rate });
  const gradient = new Float32Array(encoder.table.length);
  return Float64Array.from({ length: steps }, (_, step) => {
    gradient.fill(0);
    const value = contrastiveGradient(encoder, draw(step), loss, gradient);
    optimiser.step(encoder.table, gradient);
    return value;
  });
}

/** Loss of a batch; adds its gradient in the word vectors to `into`. */
export function contrastiveGradient(
  encoder: BagEncoder,
  { queries, documents }: ContrastiveBatch,
  loss: ContrastiveLoss,
  into: Float32Array | Float64Array,
): number {
  const [q, d] = [encoded(encoder, queries), encoded(encoder, documents)];
  const batch = emptySimilarities(queries.length, documents.length / queries.length);
  const { width } = encoder;
  dots(q.values, d.values, width, batch.toDocuments);
  dots(q.values, q.values, width, batch.toQueries);
  const outer = emptySimilarities(batch.queries, batch.documents);
  const value = loss(batch, outer);
  const [toQueries, toDocuments] = [new Float64Array(q.values.length), new Float64Array(d.values.length)];
  spread(outer.toDocuments, q.values, d.values, width, toQueries, toDocuments);
  spread(outer.toQueries, q.values, q.values, width, toQueries, toQueries);
  addGradient(queries, q, toQueries, into);
  addGradient(documents, d, toDocuments, into);
  return value;
}

/** Dot products of the rows of `a` with those of `b`, [rows of a, rows of b]. */
function dots(a: Float64Array, b: Float64Array, width: number, into: Float64Array): void {
  let at = 0;
  for (let i = 0; i < a.length; i += width) {
    for (let j = 0; j < b.length; j += width) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += a[i + k] * b[j + k];
      into[at] = sum;
      at += 1;
    }
  }
}

/** Backpropagates the gradient of dot products, `outer`, to both factors. */
function spread(
  outer: Float64Array,
  a: Float64Array,
  b: Float64Array,
  width: number,
  intoA: Float64Array,
  intoB: Float64Array,
): void {
  let at = 0;
  for (let i = 0; i < a.length; i += width) {
    for (let j = 0; j < b.length; j += width) {
      const weight = outer[at];
      at += 1;
      if (weight === 0) continue;
      for (let k = 0; k < width; k++) {
        intoA[i + k] += weight * b[j + k];
        intoB[j + k] += weight * a[i + k];
      }
    }
  }
}

/** A text, one with the same meaning, and one with a different meaning. */
export type Triplet = readonly [anchor: Int32Array, positive: Int32Array, negative: Int32Array];

/** Mean loss of triplets; adds its gradient in the word vectors to `into`. */
export function tripletGradient(
  encoder: BagEncoder,
  triplets: readonly Triplet[],
  margin: number,
  into: Float32Array | Float64Array,
): number {
  const { width } = encoder;
  const bags = triplets.flat();
  const all = encoded(encoder, bags);
  const outer = new Float64Array(all.values.length);
  const at = (text: number) => all.values.subarray(text * width, (text + 1) * width);
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  let sum = 0;
  for (let first = 0; first < bags.length; first += 3) {
    const [anchor, positive, negative] = [at(first), at(first + 1), at(first + 2)];
    const loss = tripletLoss(dot(anchor, positive), dot(anchor, negative), margin);
    sum += loss / triplets.length;
    if (loss === 0) continue;
    for (let k = 0; k < width; k++) {
      const from = first * width + k;
      outer[from] = (negative[k] - positive[k]) / triplets.length;
      outer[from + width] = -anchor[k] / triplets.length;
      outer[from + 2 * width] = anchor[k] / triplets.length;
    }
  }
  addGradient(bags, all, outer, into);
  return sum;
}

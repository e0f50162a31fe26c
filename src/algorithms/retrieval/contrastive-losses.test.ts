// The published losses at vectors with known values, and their gradients against finite differences.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { randomEncoder } from "./bag-encoder.ts";
import {
  type BatchSimilarities,
  type ContrastiveLoss,
  emptySimilarities,
  groupInfoNce,
  infoNce,
  multiPositive,
  tripletLoss,
} from "./contrastive-losses.ts";
import { contrastiveGradient, type Triplet, tripletGradient } from "./contrastive-training.ts";

/** q = [[1, 0], [0, 1]]; d_1 = {[.8, .6], [1, 0]}, d_2 = {[.6, .8], [0, 1]}. */
const KNOWN: BatchSimilarities = {
  queries: 2,
  documents: 2,
  toDocuments: Float64Array.of(0.8, 1, 0.6, 0, 0.6, 0, 0.8, 1),
  toQueries: Float64Array.of(1, 0, 0, 1),
};
const lossAt = (loss: ContrastiveLoss, batch = KNOWN) => loss(batch, emptySimilarities(batch.queries, batch.documents));

describe("known vectors", () => {
  test.each([
    [0.07, 0.000192031, 4.0818247, 0.0558542, 0.0295794],
    [0.5, 0.3828739, 0.4628739, 0.6271231, 0.6359288],
    [1, 0.6705852, 0.6905852, 0.8189247, 0.9388349],
  ])("at τ = %d: base %d, in all %d, InfoNCE %d, multi-positive %d", (temperature, base, whole, one, many) => {
    expect(lossAt(groupInfoNce(temperature, 0))).toBeCloseTo(base, 7);
    expect(lossAt(groupInfoNce(temperature))).toBeCloseTo(whole, 7);
    expect(lossAt(infoNce(temperature))).toBeCloseTo(one, 7);
    expect(lossAt(multiPositive(temperature))).toBeCloseTo(many, 7);
  });

  test("the variance within a group is .02, and 0 without a second document", () => {
    const [whole, base] = [groupInfoNce(1), groupInfoNce(1, 0)];
    expect(lossAt(whole) - lossAt(base)).toBeCloseTo(0.02, 12);
    const alone = { ...KNOWN, documents: 1, toDocuments: Float64Array.of(0.8, 0.6, 0.6, 0.8) };
    expect(lossAt(whole, alone)).toBe(lossAt(base, alone));
    expect(lossAt(whole, alone)).toBeCloseTo(lossAt(infoNce(1)), 12);
    expect(lossAt(multiPositive(1), alone)).toBeCloseTo(lossAt(infoNce(1)), 12);
  });

  test("a triplet", () => {
    expect(tripletLoss(0.9, 0.8, 0.3)).toBeCloseTo(0.2, 12);
    expect(tripletLoss(0.9, 0.5, 0.3)).toBe(0);
  });

  test("small temperatures stay finite", () => {
    for (const loss of [infoNce(1e-4), groupInfoNce(1e-4, 0), multiPositive(1e-4)])
      expect(Number.isFinite(lossAt(loss))).toBe(true);
  });
});

const LOSSES = {
  InfoNCE: infoNce(0.3),
  "multi-positive": multiPositive(0.3),
  Group: groupInfoNce(0.3, 0),
  "Group with variance": groupInfoNce(0.3),
};
const random = Random.of(5, "losses");
const bag = () => Int32Array.from({ length: 4 }, () => random.integer(9));
const encoder = () => {
  const { width, table } = randomEncoder(9, 3, Random.of(6, "encoder"));
  return { width, table: Float64Array.from(table) };
};

/** The largest difference between a gradient and central differences of its loss. */
function worst(values: Float64Array, gradient: ArrayLike<number>, loss: () => number): number {
  const step = 1e-6;
  let most = 0;
  for (let k = 0; k < values.length; k++) {
    const kept = values[k];
    values[k] = kept + step;
    const up = loss();
    values[k] = kept - step;
    const down = loss();
    values[k] = kept;
    most = Math.max(most, Math.abs(gradient[k] - (up - down) / (2 * step)));
  }
  return most;
}

describe.each(Object.entries(LOSSES))("%s", (_, loss) => {
  test("the gradient with respect to similarities", () => {
    const [batch, gradient] = [emptySimilarities(4, 3), emptySimilarities(4, 3)];
    for (const values of [batch.toDocuments, batch.toQueries])
      for (let k = 0; k < values.length; k++) values[k] = random.uniform(-1, 1);
    loss(batch, gradient);
    const again = () => lossAt(loss, batch);
    expect(worst(batch.toDocuments, gradient.toDocuments, again)).toBeLessThan(1e-7);
    expect(worst(batch.toQueries, gradient.toQueries, again)).toBeLessThan(1e-7);
  });

  test("the gradient with respect to word vectors, also for a text without words", () => {
    const own = encoder();
    const batch = { queries: [bag(), bag(), Int32Array.of()], documents: Array.from({ length: 6 }, bag) };
    const gradient = new Float64Array(own.table.length);
    contrastiveGradient(own, batch, loss, gradient);
    const again = () => contrastiveGradient(own, batch, loss, new Float64Array(own.table.length));
    expect(worst(own.table, gradient, again)).toBeLessThan(1e-6);
  });
});

test("the gradient of triplets", () => {
  const own = encoder();
  const triplets: Triplet[] = Array.from({ length: 5 }, () => [bag(), bag(), bag()]);
  const gradient = new Float64Array(own.table.length);
  expect(tripletGradient(own, triplets, 1.5, gradient)).toBeGreaterThan(0);
  const again = () => tripletGradient(own, triplets, 1.5, new Float64Array(own.table.length));
  expect(worst(own.table, gradient, again)).toBeLessThan(1e-6);
});

// The losses at vectors whose values were computed by hand.

import {
  type BatchSimilarities,
  type ContrastiveLoss,
  emptySimilarities,
  groupInfoNce,
  infoNce,
  multiPositive,
} from "../../evaluation/similarity/contrastive-losses.ts";
import { type Claim, equation } from "../../study/claim.ts";
import { matching } from "../../study/matching.ts";

/** Similarities of q = [[1, 0], [0, 1]] to d_1 = {[.8, .6], [1, 0]} and d_2 = {[.6, .8], [0, 1]}. */
const KNOWN: BatchSimilarities = {
  queries: 2,
  documents: 2,
  toDocuments: Float64Array.of(0.8, 1, 0.6, 0, 0.6, 0, 0.8, 1),
  toQueries: Float64Array.of(1, 0, 0, 1),
};
const TEMPERATURES = [0.07, 0.5, 1];

/** Losses by temperature, beside the known values. */
export function lossEquations(): Claim[] {
  const labels = TEMPERATURES.map((temperature) => `τ = ${temperature}`);
  const at = (
    name: string,
    loss: (temperature: number) => ContrastiveLoss,
    known: readonly number[],
    tolerance = 1e-7,
  ) => {
    const values = TEMPERATURES.map((temperature) => loss(temperature)(KNOWN, emptySimilarities(2, 2)));
    return equation(name, matching(labels, values, known, tolerance));
  };
  return [
    at(
      "Group-InfoNCE without variance at known vectors",
      (t) => groupInfoNce(t, 0),
      [0.000192031, 0.3828739, 0.6705852],
    ),
    at("Group-InfoNCE with variance at known vectors", (t) => groupInfoNce(t), [4.0818247, 0.4628739, 0.6905852]),
    at("InfoNCE with the first code at known vectors", infoNce, [0.0558542, 0.6271231, 0.8189247]),
    at("the multi-positive loss at known vectors", multiPositive, [0.0295794, 0.6359288, 0.9388349]),
  ];
}

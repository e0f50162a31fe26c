// The likelihood of comparisons by rewards of two answers (Bradley & Terry, 1952). Ties, strengths of preference, a leaning to the answer that
// is shown first, and annotators that are not equally reliable are parts of it.

import { np } from "../../nn/jax.ts";
import type { TensorShape, Weights } from "../../nn/parameters.ts";
import type { ArrayShapes } from "../../nn/tensor-shape.ts";
import type { ComparedAnswers } from "./compared-answers.ts";

/** What of the likelihood is there, in the order of its tensors. */
export interface LikelihoodParts {
  readonly lean: boolean;
  readonly tie: boolean;
  readonly annotators: number;
}

/** A tie is half a win of each, or an outcome with a chance of its own (Davidson, 1970). */
export type TieRule = "halves" | "own";

/** The parts that some pairs have. */
export function likelihoodParts({ annotators, isShown }: ComparedAnswers, rows: Int32Array, ties: TieRule) {
  const known = annotators === undefined ? 0 : 1 + rows.reduce((most, row) => Math.max(most, annotators[row]), -1);
  return { lean: isShown === true, tie: ties === "own", annotators: known };
}

/** Their tensors. */
export const likelihoodShapes = ({ lean, tie, annotators }: LikelihoodParts): TensorShape[] =>
  [
    { name: "lean", shape: [lean ? 1 : 0] },
    { name: "tie", shape: [tie ? 1 : 0] },
    { name: "reliability", shape: [annotators] },
  ].filter(({ shape }) => shape[0] > 0);

/** Fitted parameters of the likelihood beside the rewards. */
export interface FittedLikelihood {
  /** Log-odds that the answer shown first gains by standing there. */
  readonly lean: number;
  /** ν of Davidson's P(tie) ∝ ν, beside e^(d/2) and e^(−d/2) of either win; undefined where ties are halves. */
  readonly tie: number | undefined;
  /** What the network says is multiplied by this. */
  readonly factor: number;
  /** Factor of the log-odds for each annotator, 1 on the mean over comparisons: 0 is a coin, below 0 the opposite. */
  readonly reliabilities: Float64Array;
}

/** Reads the tensors' numbers. */
export function fittedLikelihood(
  flat: Float32Array,
  { lean, tie }: LikelihoodParts,
  annotators: ArrayLike<number> | undefined,
  rows: Int32Array,
): FittedLikelihood {
  const [a, b] = [lean ? 1 : 0, (lean ? 1 : 0) + (tie ? 1 : 0)];
  const { factor, reliabilities } = relative(flat.subarray(b), annotators, rows);
  return {
    lean: factor * (lean ? flat[0] : 0),
    tie: tie ? Math.exp(flat[a]) : undefined,
    ...{ factor, reliabilities },
  };
}

/** Factors 1 + f of annotators, relative to their mean over comparisons, which becomes part of the reward. */
function relative(factors: Float32Array, annotators: ArrayLike<number> | undefined, rows: Int32Array) {
  if (annotators === undefined || factors.length === 0) return { factor: 1, reliabilities: new Float64Array(0) };
  let mean = 0;
  for (const row of rows) mean += (annotators[row] < 0 ? 1 : 1 + factors[annotators[row]]) / rows.length;
  // A crowd of coins has no mean to be relative to.
  const factor = mean > 0 ? mean : 1;
  return { factor, reliabilities: Float64Array.from(factors, (f) => (1 + f) / factor) };
}

/** Data of a batch of pairs: signs 2·result − 1, ties, strengths, annotators, shares. */
export const pairShapes = ({ annotators }: LikelihoodParts, batch: number): ArrayShapes => [
  [batch],
  [batch],
  [batch],
  [batch, Math.max(1, annotators)],
  [batch],
];

/**
 * Σ share·loss over a batch of pairs by rewards of their answers, [2·batch], the first answers before the second. With d =
 * s·(r(first) − r(second) + lean) − m for an annotator's factor s and a strength m towards the preferred one, the loss of a decided pair is
 * −ln σ(±d) (Touvron et al., arXiv 2307.09288, for m). Consumes all.
 */
export function pairErrors(
  rewards: np.Array,
  extra: Weights,
  [signs, tied, margins, by, shares]: readonly np.Array[],
  parts: LikelihoodParts,
  batch: number,
): np.Array {
  const [one, other] = [0, 1].map((half) => rewards.ref.slice([half * batch, (half + 1) * batch]));
  rewards.dispose();
  let distance = one.sub(other);
  if (parts.lean) distance = distance.add(extra[0]);
  const tie = parts.tie ? extra[parts.lean ? 1 : 0] : undefined;
  if (parts.annotators > 0) distance = distance.mul(np.dot(by, extra[extra.length - 1]).add(1));
  else by.dispose();
  const half = distance.sub(margins.mul(signs.ref)).mul(0.5);
  const either = np.logaddexp(half.ref, half.ref.neg());
  let errors = (tie === undefined ? either : np.logaddexp(either, tie.ref)).sub(half.mul(signs));
  if (tie === undefined) tied.dispose();
  else errors = errors.sub(tied.mul(tie));
  return np.sum(errors.mul(shares));
}

/** Writes what was said of pairs into the data of a batch, but for the shares. */
export function writePairs(
  [signs, tied, strengths, by]: readonly Float32Array[],
  { results, margins, annotators }: ComparedAnswers,
  rows: Int32Array,
  parts: LikelihoodParts,
): void {
  by.fill(0);
  for (const [k, row] of rows.entries()) {
    signs[k] = 2 * results[row] - 1;
    tied[k] = results[row] === 0.5 ? 1 : 0;
    strengths[k] = margins?.[row] ?? 0;
    const annotator = annotators?.[row] ?? -1;
    if (annotator >= 0 && annotator < parts.annotators) by[k * parts.annotators + annotator] = 1;
  }
}

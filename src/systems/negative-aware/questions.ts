// Questions with a handful of answers each, of which everything can be summed: what wrote them, which are right, and what a
// gradient in the logits is.

import { Random } from "../../core/random.ts";
import { softmax } from "../../math/softmax.ts";

/** A question with what wrote its answers. */
export interface Question {
  /** Probabilities of the answers. */
  readonly old: Float64Array;
  /** 1 for right answers, 0 for wrong ones; both occur. */
  readonly right: Float64Array;
  /** r, the probability of a right answer. */
  readonly rate: number;
}

/** Questions with normal logits, each answer right with even chances. */
export function drawQuestions(count: number, answers: number, seed: number): Question[] {
  return Array.from({ length: count }, (_, k) => {
    const random = Random.of(seed, "question", k);
    const old = normalSoftmax(answers, random);
    let right: Float64Array;
    do right = Float64Array.from({ length: answers }, () => (random.uniform() < 0.5 ? 1 : 0));
    while (right.every((one) => one === right[0]));
    return { old, right, rate: old.reduce((sum, p, a) => sum + p * right[a], 0) };
  });
}

/** Probabilities by normal logits. */
export function normalSoftmax(answers: number, random: Random): Float64Array {
  return softmax(Float64Array.from({ length: answers }, () => random.normal()));
}

/** Σ_a π(a)·slopes(a)·∇ln π(a) in the logits: π(b)·(slopes(b) − Σ_a π(a)·slopes(a)). */
export function logitGradient(probabilities: Float64Array, slopes: Float64Array): Float64Array {
  const mean = probabilities.reduce((sum, p, a) => sum + p * slopes[a], 0);
  return probabilities.map((p, b) => p * (slopes[b] - mean));
}

/** π⁺ and π⁻: what is written when the answer is right, and when it is wrong. */
export function parts({ old, right, rate }: Question): {
  readonly positive: Float64Array;
  readonly negative: Float64Array;
} {
  return {
    positive: old.map((p, a) => (right[a] * p) / rate),
    negative: old.map((p, a) => ((1 - right[a]) * p) / (1 - rate)),
  };
}

/** Half the sum of |p − q|. */
export function totalVariation(p: Float64Array, q: Float64Array): number {
  return p.reduce((sum, x, a) => sum + Math.abs(x - q[a]), 0) / 2;
}

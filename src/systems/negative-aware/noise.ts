// Why wrong answers may not help: how far the gradient of one group strays from its mean. Right answers that are all the same
// say the same thing, and learning from them alone has no noise but in their number.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { exact } from "../../study/figure.ts";
import { type Table, table } from "../../study/table.ts";
import { normalSoftmax, parts, type Question } from "./questions.ts";

const GROUP = 16;

/**
 * Standard deviation over the length of the mean, of the gradient in the logits, for a group of which a share r of the answers
 * is right: right answers weigh 1 − r, wrong ones −r·`negative`.
 */
export function strayOf(question: Question, negative: 0 | 1): number {
  const { old, rate } = question;
  const { positive, negative: wrong } = parts(question);
  const total = new Float64Array(old.length);
  let variance = 0;
  const add = (chances: Float64Array, answers: number, weight: number) => {
    // ∇ln π(a) is the a-th corner less π.
    const middle = chances.map((p, b) => p - old[b]);
    const square = (a: number) => old.reduce((sum, p, b) => sum + ((b === a ? 1 : 0) - p - middle[b]) ** 2, 0);
    variance += answers * weight ** 2 * chances.reduce((sum, p, a) => sum + p * square(a), 0);
    for (let b = 0; b < total.length; b++) total[b] += answers * weight * middle[b];
  };
  add(positive, GROUP * rate, 1 - rate);
  add(wrong, GROUP * (1 - rate), -rate * negative);
  return Math.sqrt(variance) / Math.hypot(...total);
}

/** A question with `right` right answers of probability `rate` in all, and six wrong ones. */
function question(rate: number, right: number, seed: number): Question {
  const random = Random.of(seed, "noise");
  const old = [
    ...normalSoftmax(right, random).map((p) => rate * p),
    ...normalSoftmax(6, random).map((p) => (1 - rate) * p),
  ];
  return {
    old: Float64Array.from(old),
    right: Float64Array.from(old, (_, a) => (a < right ? 1 : 0)),
    rate,
  };
}

/** With one right answer and with six, from right answers alone and from both. */
export function noiseTable(): Table {
  const rows = [1, 6].flatMap((right) =>
    [0.5, 0.9].map((rate) => {
      const questions = Array.from({ length: 20 }, (_, seed) => question(rate, right, seed));
      const stray = (negative: 0 | 1) => exact(mean(questions.map((q) => strayOf(q, negative))));
      return [`${right} right, r = ${rate}`, { "right answers alone": stray(0), both: stray(1) }] as const;
    }),
  );
  return table("noise over mean of one group's gradient, 16 answers", Object.fromEntries(rows));
}

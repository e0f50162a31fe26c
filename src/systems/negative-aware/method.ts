// Negative-aware fine-tuning (Chen et al., arXiv 2505.18116): learning from right and wrong answers by maximum likelihood alone.
// What wrote the answers is a mixture, π_old = r·π⁺ + (1 − r)·π⁻, of what it writes when it is right and when it is wrong. The
// trained model stands for π⁺; a wrong answer is a draw of π⁻ = (π_old − r·π⁺)/(1 − r), so that its likelihood trains the same
// model. On the policy that wrote the answers the gradient is GRPO's; off it the two differ in how they clip.

import { z } from "zod";
import type { Completions } from "../../algorithms/text/completions.ts";
import { type AVERAGES, characterShares, spread, totalPay } from "../../algorithms/text/group-advantage.ts";
import type { TextPreset } from "../../algorithms/text/grpo.ts";
import { type BatchSizes, type Credit, defineTextMethod, type TextMethod } from "../../algorithms/text/text-method.ts";
import type { TokenObjective } from "../../algorithms/text/token-objective.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share } from "../../core/parameters.ts";
import { lax, np } from "../../nn/jax.ts";

const WEIGHTINGS = ["wrong", "odds", "alike"] as const;

/** How much a question counts, by the share of its answers that were right. */
export type Weighting = (typeof WEIGHTINGS)[number];

export interface NegativeAwareOptions {
  readonly weighting: Weighting;
  /** What the likelihood ratio of a wrong character is held above. */
  readonly floor: number;
  /** Weight of wrong answers: 1, or 0 for rejection-sampling fine-tuning on the right ones alone. */
  readonly negative: number;
}

const parameters = z.strictObject({
  weighting: oneOf(WEIGHTINGS, "wrong").describe(
    "how much a question counts: by its share of wrong answers, by the root of wrong over right, all alike",
  ),
  floor: positive(1, 1).describe(
    "what a wrong character's likelihood ratio is held above; the smaller, the harder it may be pushed",
  ),
  negative: share(1).describe("weight of wrong answers; 0: rejection-sampling fine-tuning on the right ones"),
});

const named = { id: "negative-aware", source: "Chen et al., arXiv 2505.18116" };

export const method = defineTextMethod({
  ...named,
  summary: "right and wrong answers, paid 1 and 0, train by likelihood; baseline, scale and clip say nothing",
  parameters,
  make: (own) => ({
    payAlone: true,
    make: ({ options: { average }, sizes }) => negativeAwareMethod({ ...own, average }, sizes),
  }),
});

export const preset: TextPreset = {
  ...named,
  summary: "negative-aware fine-tuning: a small transformer learns from its right and its wrong answers by likelihood",
  method: { use: named.id },
  defaults: { questions: 8, answers: 16, minibatches: 4, tries: 4 },
};

/**
 * Weight ω of a question of which a share `rate` of the answers were right: 1 − r̂ (`wrong`; Dr. GRPO's gradient),
 * √((1 − r̂)/r̂) (`odds`; GRPO's, by the population deviation), or 1 (`alike`).
 */
export function questionWeight(rate: number, weighting: Weighting): number {
  return { wrong: 1 - rate, odds: Math.sqrt((1 - rate) / rate), alike: 1 }[weighting];
}

/** Largest ln R: what is further from the writer than this has no gradient (the released code's bound). */
const FARTHEST = 10;
/** By how much a ratio must lie below the floor to be counted as held: more than writer and trainer differ by rounding. */
const HAIR = 1e-3;

/**
 * ω·(r·ln R + negative·(1 − r)·ln max_v((1 − r̂R)/(1 − r̂), floor)) with R = π/π_old of a character (equation 10). max_v has the
 * value of max and the gradient of its first argument, so that what is held is still pushed, by at most r̂R/(floor·(1 − r̂)).
 * Its tables: how right the answer is, r, between 0 and 1; r̂ below 1; and ω. Held characters of wrong answers are `clipped`.
 */
export function negativeAwareObjective({
  floor,
  negative,
}: Pick<NegativeAwareOptions, "floor" | "negative">): TokenObjective {
  return {
    tables: ["right", "rates", "weights"],
    form: `negative-aware ${floor} ${negative}`,
    gain(moved, [right, rates, weights]) {
      const log = np.minimum(moved, FARTHEST);
      const wrong = right.ref.neg().add(1);
      const ratio = np.exp(log.ref);
      const implied = rates.ref.mul(ratio).neg().add(1).div(rates.neg().add(1));
      // What is right altogether has no share in π⁻, and its logarithm may not exist.
      const counted = wrong.ref.greater(0);
      const seen = np.where(counted, implied, 1);
      const live = np.where(weights.ref.greater(0), wrong.ref.mul(negative > 0 ? 1 : 0), 0);
      const clipped = np.where(seen.ref.less(floor - HAIR), live, 0).astype(np.float32);
      const held = lax.stopGradient(np.maximum(seen.ref, floor).sub(seen.ref)).add(seen);
      const gain = right.mul(log).add(wrong.mul(np.log(held)).mul(negative));
      return { gain: gain.mul(weights), clipped };
    },
  };
}

/** Bounds of r̂ where it divides (the released code's); they matter to groups of more than fifty answers alone. */
const RATES = [0.02, 0.98] as const;

/**
 * Negative-aware fine-tuning for batches of these sizes; `average` is what counts alike. Pay is how right an answer is, from 0
 * to 1; other pay is a UserError. Questions whose answers are all right or all wrong count nothing.
 */
export function negativeAwareMethod(
  options: NegativeAwareOptions & { readonly average: (typeof AVERAGES)[number] },
  { rows, group, context, longest }: BatchSizes,
): TextMethod {
  const [right, rates, weights, shares] = Array.from({ length: 4 }, () => new Float32Array(rows * context));
  const credit: readonly Credit[] = [{ tables: [right, rates, weights], shares }];
  return {
    objectives: [negativeAwareObjective(options)],
    teach(texts) {
      const pay = rightness(texts);
      const byRow = { rates: new Float64Array(rows), weights: new Float64Array(rows) };
      for (let from = 0; from < rows; from += group) {
        let rate = 0;
        for (let row = from; row < from + group; row++) rate += pay[row] / group;
        const held = Math.min(Math.max(rate, RATES[0]), RATES[1]);
        const mixed = pay.subarray(from, from + group).some((one) => one !== pay[from]);
        byRow.rates.fill(held, from, from + group);
        byRow.weights.fill(mixed ? questionWeight(held, options.weighting) : 0, from, from + group);
      }
      if (byRow.weights.every((weight) => weight === 0)) return undefined;
      spread(pay, texts, right);
      spread(byRow.rates, texts, rates);
      spread(byRow.weights, texts, weights);
      characterShares(texts, options.average, longest, shares);
      return { credit, measures: { wrongShare: wrongShare(texts, pay, byRow.weights) } };
    },
  };
}

/** What each row was paid, [rows], where that is from 0 to 1. */
function rightness(texts: Completions): Float64Array {
  const pay = totalPay(texts);
  const strange = pay.find((one) => !(one >= 0 && one <= 1));
  if (strange === undefined) return pay;
  throw new UserError({
    code: "bad-pay",
    what: `negative-aware fine-tuning learns from right and wrong answers, and an answer was paid ${strange}`,
    hint: "pay answers between 0 (wrong) and 1 (right), as the channel correct does",
  });
}

/** Share of the written characters that belong to wrong answers to questions that count. */
function wrongShare({ written, rows, context }: Completions, pay: Float64Array, weights: Float64Array): number {
  let [wrong, all] = [0, 0];
  for (let row = 0; row < rows; row++) {
    for (let k = row * context; k < (row + 1) * context; k++) {
      all += written[k];
      if (weights[row] > 0) wrong += written[k] * (1 - pay[row]);
    }
  }
  return wrong / all;
}

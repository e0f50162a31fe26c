// What the hidden states of answers span while a model learns, and how measures of states and of characters go together (VERL, arXiv
// 2509.23808): exploration as effective rank, exploitation as its velocity, beside the entropy of characters and the model's confidence in them.

import { z } from "zod";
import { type Callback, defineCallback } from "../../algorithms/text/callback.ts";
import type { Completions } from "../../algorithms/text/completions.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { flag, whole } from "../../core/parameters.ts";
import { partialCorrelation, pearson } from "../../evaluation/statistics/correlation.ts";
import { effectiveRank, type RankDynamics } from "../../math/effective-rank.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { rankMeter } from "./rank-meter.ts";

const parameters = z.strictObject({
  couplings: flag(false).describe(
    "also how measures of all answers of an update go together: rank and velocity, entropy and confidence, and each of these with length",
  ),
  stride: whole(1, 10_000, 2).describe(
    "characters between two points of the curves that couplings take; answers with fewer than three points are left out",
  ),
});

export const meter = defineCallback({
  id: "effective-rank",
  summary: "measures how many directions the hidden states of each question's first answer span; changes nothing",
  source: "VERL, arXiv 2509.23808",
  parameters,
  make: (own) => ({
    freshAnswers: "what hidden states answers had",
    make: ({ worlds, model }) => rankWatcher(worlds.length, model, own),
  }),
});

/** An answer in numbers: its ranks, and means over its characters of the entropy and of the likeliest character's probability. */
export interface MeasuredAnswer extends RankDynamics {
  readonly length: number;
  readonly entropy: number;
  readonly confidence: number;
}

/**
 * Correlations over answers. `stateCoupling` is that of rank and velocity, `tokenCoupling` that of entropy and confidence, both with length
 * taken out; `decoupling` is |token| − |state|. `steadiness` is |velocity with length| − |acceleration with length|. What has no value, as
 * where all answers are alike, is missing.
 */
export function couplings(answers: readonly MeasuredAnswer[]): Measures {
  const curved = answers.filter(({ points }) => points > 2);
  if (curved.length < 3) return {};
  const all = (key: keyof MeasuredAnswer) => curved.map((answer) => answer[key]);
  const lengths = all("length");
  const states = partialCorrelation(all("rank"), all("velocity"), lengths);
  const tokens = partialCorrelation(all("entropy"), all("confidence"), lengths);
  const [fast, sudden] = [pearson(all("velocity"), lengths), pearson(all("acceleration"), lengths)];
  const measures: Measures = {};
  if (states !== null) measures.stateCoupling = states;
  if (tokens !== null) measures.tokenCoupling = tokens;
  if (states !== null && tokens !== null) measures.decoupling = Math.abs(tokens) - Math.abs(states);
  if (fast !== null && sudden !== null) measures.steadiness = Math.abs(fast) - Math.abs(sudden);
  return measures;
}

/** Measures the mean effective rank of each question's first answer, and couplings where they are wanted; changes nothing. */
function rankWatcher(rows: number, model: LanguageModel, own: z.output<typeof parameters>): Callback {
  const { context, width, vocabulary } = model;
  const { watch, statesOf, measure } = rankMeter({ rows, context, width }, own.stride);
  const sure = new Float64Array(rows * context);

  /** Entropy and confidence of a row's characters, mean. */
  function tokensOf({ written, entropies }: Completions, row: number) {
    let [length, entropy, confidence] = [0, 0, 0];
    for (let place = row * context; place < (row + 1) * context; place++) {
      if (written[place] === 0) continue;
      length += 1;
      entropy += entropies[place];
      confidence += sure[place];
    }
    return { length, entropy: entropy / length, confidence: confidence / length };
  }

  return {
    watch(moment) {
      watch(moment);
      if (!own.couplings) return;
      const { row, place, logits, at } = moment;
      sure[row * context + place] = greatestShare(logits.subarray(at * vocabulary, (at + 1) * vocabulary));
    },
    after(texts) {
      let sum = 0;
      for (let row = 0; row < rows; row += texts.group) sum += effectiveRank(statesOf(texts, row), width);
      const mean = { effectiveRank: (sum * texts.group) / rows };
      if (!own.couplings) return mean;
      return { ...mean, ...couplings(measure(texts).map((ranks, row) => ({ ...ranks, ...tokensOf(texts, row) }))) };
    },
    close() {},
  };
}

/** Probability of the likeliest character. */
function greatestShare(logits: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of logits) most = Math.max(most, logit);
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - most);
  return 1 / total;
}

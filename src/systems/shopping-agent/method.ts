// Learning from half of the answers to each question: the best and shortest beside the worst and longest (DCPO, after arXiv
// 2603.06065, which publishes no formulas; these are reconstructed from its description). Where all are paid alike, lengths are
// still compared, so that reasoning goes on becoming shorter when answers are as good as they get.

import { z } from "zod";
import { groupAdvantages, spread, totalPay } from "../../algorithms/text/group-advantage.ts";
import { clippedCredit } from "../../algorithms/text/group-relative.ts";
import type { TextPreset } from "../../algorithms/text/grpo.ts";
import {
  type BatchSizes,
  defineTextMethod,
  type GroupMethodOptions,
  type TextMethod,
} from "../../algorithms/text/text-method.ts";
import { channelIndex } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { oneOf, within } from "../../core/parameters.ts";
import { effectiveSample } from "../../evaluation/statistics/weights.ts";

const parameters = z.strictObject({
  length: z
    .string()
    .default("characters")
    .describe("channel whose sum over an answer is its length: dots, calls, characters"),
  price: within(0, 1000, 0.1).describe("what the longest answer loses to one of no length, in units of pay"),
  positives: z
    .tuple([z.number().min(0).max(1), z.number().min(0).max(1)])
    .default([0.25, 0.75])
    .describe(
      "least and largest share of the chosen that are the best; between them it is the share paid above the mean",
    ),
  choice: oneOf(["contrast", "neighbours", "first"], "contrast").describe(
    "which half: the best and the worst; of each two neighbours in the order of pay the shorter one where they are among the better half, else the longer one; or those that were written first, which is a random half",
  ),
});

export type ContrastOptions = z.output<typeof parameters>;

const named = { id: "shopping-agent", source: "after arXiv 2603.06065; formulas reconstructed" };

export const method = defineTextMethod({
  ...named,
  summary: "learns from half of the answers: the best and shortest beside the worst and longest",
  parameters,
  make(contrast) {
    const lengthAt = ({ channels }: NumericSpec) => channelIndex(contrast.length, channels, ["length"]);
    return {
      learns: (answers) => answers / 2,
      checkSpec: (spec) => void lengthAt(spec),
      make: ({ options, sizes, spec }) => contrastiveMethod({ ...options, contrast }, lengthAt(spec), sizes),
    };
  },
});

export const preset: TextPreset = {
  ...named,
  summary:
    "a small transformer that learns from half of its answers: the best and shortest beside the worst and longest",
  method: { use: named.id },
  defaults: { questions: 4, answers: 16 },
};

/**
 * Rows of one group that are learnt from, best first. In the order of pay, and of length where pay is alike, short ones first,
 * the first k⁺ and the last k⁻ of n are chosen; k⁺ + k⁻ = n/2 and k⁺ = round(n/2·clip(p, positives)), p the share that is paid
 * more than the mean. `pay` and `lengths` are [n], n even.
 */
export function contrastingRows(
  pay: ArrayLike<number>,
  lengths: ArrayLike<number>,
  [least, most]: ContrastOptions["positives"],
): number[] {
  const n = pay.length;
  const order = inOrderOf(pay, lengths);
  const mean = order.reduce((sum, k) => sum + pay[k], 0) / n;
  const above = order.filter((k) => pay[k] > mean).length / n;
  const positives = Math.round((n / 2) * Math.min(most, Math.max(least, above)));
  return [...order.slice(0, positives), ...order.slice(n / 2 + positives)];
}

/**
 * The other half that contrasts lengths, in the order of pay: of each two neighbours in it the shorter one where both are among
 * the better half of n, else the longer one. All levels of pay stay in it, those in the middle too. `pay` and `lengths` are [n].
 */
export function neighbouringRows(pay: ArrayLike<number>, lengths: ArrayLike<number>): number[] {
  const order = inOrderOf(pay, lengths);
  return Array.from({ length: order.length / 2 }, (_, k) => {
    const two = order.slice(2 * k, 2 * k + 2).sort((a, b) => lengths[a] - lengths[b] || a - b);
    return two[4 * k + 4 <= order.length ? 0 : 1];
  });
}

function halfOf(pay: Float64Array, lengths: Float64Array, { choice, positives }: ContrastOptions): number[] {
  switch (choice) {
    case "contrast":
      return contrastingRows(pay, lengths, positives);
    case "neighbours":
      return neighbouringRows(pay, lengths);
    case "first":
      return Array.from({ length: pay.length / 2 }, (_, k) => k);
    default:
      return choice satisfies never;
  }
}

/** Rows by pay, the best first, and by length where pay is alike, short ones first. */
function inOrderOf(pay: ArrayLike<number>, lengths: ArrayLike<number>): number[] {
  return Array.from({ length: pay.length }, (_, k) => k).sort(
    (a, b) => pay[b] - pay[a] || lengths[a] - lengths[b] || a - b,
  );
}

/**
 * The method for groups of an even size: advantages are those of R − price·(length − mean length)/longest among the chosen
 * rows of a group, and only these are learnt from. `lengthAt` is the channel's place among a row's outcomes.
 */
export function contrastiveMethod(
  options: GroupMethodOptions & { readonly contrast: ContrastOptions },
  lengthAt: number,
  sizes: BatchSizes,
): TextMethod {
  const { rows, group, context } = sizes;
  if (group % 2 !== 0) throw new Error(`half of ${group} answers are to be learnt from`);
  const { price } = options.contrast;
  const learns = rows / 2;
  const { objective, advantages, of } = clippedCredit(options, sizes);
  const chosen = new Int32Array(learns);
  const shaped = new Float64Array(learns);
  return {
    objectives: [objective],
    learns,
    teach(texts) {
      const pay = totalPay(texts);
      const channels = texts.outcomes.length / rows;
      const lengths = Float64Array.from({ length: rows }, (_, row) => texts.outcomes[row * channels + lengthAt]);
      for (let from = 0; from < rows; from += group) {
        const own = (values: Float64Array) => values.subarray(from, from + group);
        const half = halfOf(own(pay), own(lengths), options.contrast);
        const most = Math.max(...own(lengths));
        for (const [k, row] of half.entries()) {
          const at = from / 2 + k;
          chosen[at] = from + row;
          // The mean length is the same for all, and falls out of their differences.
          shaped[at] = pay[from + row] - (most > 0 ? (price * lengths[from + row]) / most : 0);
        }
      }
      const half = groupAdvantages(shaped, group / 2, options);
      if (half.every((advantage) => advantage === 0)) return undefined;
      const byRow = new Float64Array(rows);
      const counted = new Uint8Array(rows * context);
      for (const [k, row] of chosen.entries()) {
        byRow[row] = half[k];
        counted.set(texts.written.subarray(row * context, (row + 1) * context), row * context);
      }
      spread(byRow, texts, advantages);
      return {
        credit: of(texts, counted),
        rows: chosen,
        measures: { effectiveRows: effectiveSample(half.map(Math.abs)) },
      };
    },
  };
}

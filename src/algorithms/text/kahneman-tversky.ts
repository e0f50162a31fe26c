// Answers that are each desirable or not, without a partner: Kahneman-Tversky optimisation.

import { z } from "zod";
import { positive, within } from "../../core/parameters.ts";
import type { KtoOptions } from "../preference/pair-losses.ts";
import { totalPay } from "./group-advantage.ts";
import { fillTextTables, raisedWhenWritten, singleObjective, textTables } from "./raised-texts.ts";
import { type BatchSizes, defineTextMethod, type TextMethod } from "./text-method.ts";

const FROM_REFERENCE = { anchor: { reference: 1, previous: 0 }, perCharacter: false };

export const kahnemanTversky = defineTextMethod({
  id: "kto",
  summary:
    "Kahneman-Tversky optimisation: every answer is desirable or not, by its own pay; baseline, scale, clip, ratio and average say nothing",
  source: "Ethayarajh et al., arXiv 2402.01306",
  parameters: z.strictObject({
    beta: positive(1000, 0.1).describe("strength β at which the answers are kept near the reference"),
    desirable: within(0, 1000, 1).describe("weight of desirable answers"),
    undesirable: within(0, 1000, 1).describe("weight of the others"),
    above: within(-1e9, 1e9, 0).describe("pay above which an answer is desirable"),
  }),
  make: ({ above, ...options }) => ({
    payAlone: true,
    make: ({ sizes }) => desirableMethod(options, above, sizes),
  }),
});

/** The method for batches of these sizes. Texts that were paid more than `above` are desirable. */
export function desirableMethod(
  { beta, desirable = 1, undesirable = 1 }: KtoOptions,
  above: number,
  { rows, context }: BatchSizes,
): TextMethod {
  const tables = textTables(rows, context);
  const [strengths, weights, divergences] = Array.from({ length: 3 }, () => new Float32Array(rows * context));
  return {
    objectives: [singleObjective(context)],
    readsReference: true,
    teach(texts, reference) {
      if (reference === undefined) throw new Error("a method of texts was not told what the reference thinks");
      const pay = totalPay(texts);
      fillTextTables(tables, texts, FROM_REFERENCE, reference, 1 / rows);
      const raised = raisedWhenWritten(texts, reference);
      // KL(π‖π_ref) by the batch's own texts, which is held fast and never below 0.
      const divergence = Math.max(0, raised.reduce((sum, one) => sum + one, 0) / rows);
      let good = 0;
      for (let row = 0; row < rows; row++) {
        const isDesirable = pay[row] > above;
        good += isDesirable ? 1 : 0;
        const [from, to] = [row * context, (row + 1) * context];
        strengths.fill(isDesirable ? beta : -beta, from, to);
        weights.fill(isDesirable ? desirable : undesirable, from, to);
      }
      divergences.fill(divergence);
      const { counts, anchors, shares } = tables;
      return {
        credit: [{ tables: [counts, anchors, strengths, weights, divergences], shares }],
        measures: { desirable: good / rows, raised: divergence },
      };
    },
  };
}

// Methods that raise preferred answers above others in pairs: DPO, IPO and SimPO on a model's own answers. The reference is the model
// as it was when the stage of the training began: stages are rounds, of which each begins where the one before it ended.

import { z } from "zod";
import { oneOf, positive, within } from "../../core/parameters.ts";
import { type ContrastiveMethod, dpo, ipo, simpo } from "../preference/pair-losses.ts";
import { totalPay } from "./group-advantage.ts";
import { fillTextTables, pairObjective, raisedWhenWritten, textTables } from "./raised-texts.ts";
import { type BatchSizes, defineTextMethod, type TextMethod, type TextMethodPlan } from "./text-method.ts";

/** Which answers to a question are compared: the best paid with the worst paid, or the k-th best with the k-th worst. */
const PAIRINGS = ["extremes", "all"] as const;
type AnswerPairing = (typeof PAIRINGS)[number];

/** Rows of pairs, the winner's before the loser's. */
interface PairedRows {
  readonly rows: Int32Array;
  /** [pairs] 1 where the winner was paid more, 0 where both were paid the same. */
  readonly decided: Uint8Array;
}

/** How many of a question's answers are in pairs. */
export function pairedAnswers(pairing: AnswerPairing, answers: number): number {
  return pairing === "extremes" ? 2 : 2 * Math.floor(answers / 2);
}

/** Pairs of answers by their pay, [rows], group after group; of answers that were paid the same the earlier one is the better. */
export function pairedRows(pay: Float64Array, group: number, pairing: AnswerPairing): PairedRows {
  const each = pairedAnswers(pairing, group) / 2;
  const groups = pay.length / group;
  const rows = new Int32Array(2 * each * groups);
  const decided = new Uint8Array(each * groups);
  for (let g = 0, pair = 0; g < groups; g++) {
    const order = Array.from({ length: group }, (_, k) => g * group + k).sort((a, b) => pay[b] - pay[a] || a - b);
    for (let k = 0; k < each; k++, pair++) {
      const [winner, loser] = [order[k], order[group - 1 - k]];
      rows[2 * pair] = winner;
      rows[2 * pair + 1] = loser;
      decided[pair] = pay[winner] > pay[loser] ? 1 : 0;
    }
  }
  return { rows, decided };
}

/** Which answers are compared. */
export const pairsField = oneOf(PAIRINGS, "extremes").describe(
  "which answers to a question are compared: the best paid with the worst, or the k-th best with the k-th worst",
);
const beta = (usual: number) =>
  positive(1000, usual).describe("strength β at which the answers are kept near the reference");

/** What the trainer is told, and these methods do not read. */
export const UNREAD = "baseline, scale, clip, ratio and average say nothing";

export const directPreference = defineTextMethod({
  id: "dpo",
  summary: `direct preference optimisation: the better paid of two own answers is raised above the other; ${UNREAD}`,
  source: "Rafailov et al., arXiv 2305.18290; online by pairs of own answers: Dong et al., arXiv 2405.07863",
  parameters: z.strictObject({
    beta: beta(0.1),
    smoothing: within(0, 0.49, 0).describe("share by which a pair counts the other way round"),
    pairs: pairsField,
  }),
  make: (p) => pairPlan(dpo(p.beta, "reference", p.smoothing), p.pairs),
});

export const identityPreference = defineTextMethod({
  id: "ipo",
  summary: `identity preference optimisation: the better paid of two own answers is raised 1/(2β) above the other; ${UNREAD}`,
  source: "Azar et al., arXiv 2310.12036",
  parameters: z.strictObject({ beta: beta(0.1), pairs: pairsField }),
  make: (p) => pairPlan(ipo(p.beta), p.pairs),
});

export const simplePreference = defineTextMethod({
  id: "simpo",
  summary: `simple preference optimisation: mean log-probabilities of two own answers, a margin, no reference; ${UNREAD}`,
  source: "Meng et al., arXiv 2405.14734",
  parameters: z.strictObject({
    beta: beta(2),
    margin: within(0, 100, 1).describe("γ, by which the winner is to lead"),
    pairs: pairsField,
  }),
  make: (p) => pairPlan(simpo(p.beta, p.margin), p.pairs),
});

export function pairPlan(method: ContrastiveMethod, pairing: AnswerPairing): TextMethodPlan {
  return {
    payAlone: true,
    learns: (answers) => pairedAnswers(pairing, answers),
    together: 2,
    make: ({ sizes }) => pairMethod(method, pairing, sizes),
  };
}

/** The method for batches of these sizes. */
export function pairMethod(
  method: ContrastiveMethod,
  pairing: AnswerPairing,
  { rows, group, context }: BatchSizes,
): TextMethod {
  const tables = textTables(rows, context);
  const weighs = new Uint8Array(rows);
  return {
    objectives: [pairObjective(method.loss.cost, context)],
    learns: (rows / group) * pairedAnswers(pairing, group),
    together: 2,
    readsReference: true,
    teach(texts, reference) {
      if (reference === undefined) throw new Error("a method of pairs was not told what the reference thinks");
      const chosen = pairedRows(totalPay(texts), group, pairing);
      const count = chosen.decided.reduce((sum, one) => sum + one, 0);
      if (count === 0) return undefined;
      weighs.fill(0);
      for (let k = 0; k < chosen.rows.length; k++) weighs[chosen.rows[k]] = chosen.decided[Math.floor(k / 2)];
      // Pairs that tell nothing keep their shares, by which a part of a pass is measured, and have no slope.
      fillTextTables(tables, texts, method, reference, 1 / (2 * count), weighs);
      const { counts, anchors, shares } = tables;
      const raised = raisedWhenWritten(texts, reference);
      return {
        credit: [{ tables: [counts, anchors], shares }],
        rows: chosen.rows,
        measures: {
          pairs: count,
          chosenRaised: meanOf(raised, chosen.rows, 0),
          rejectedRaised: meanOf(raised, chosen.rows, 1),
        },
      };
    },
  };
}

/** Mean over every second row, from the `first`. */
function meanOf(values: Float64Array, rows: Int32Array, first: number): number {
  let sum = 0;
  for (let k = first; k < rows.length; k += 2) sum += values[rows[k]];
  return (2 * sum) / rows.length;
}

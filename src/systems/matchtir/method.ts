// Turns that call tools, paid by a reference trace (MatchTIR, arXiv 2601.10712): every call is matched with one that was
// expected, a turn is worth how like it its calls are, and the turn of the answer what the world pays (the released code's F1 of
// the answer's words, which for answers of one number is 1 where it is right). Each character has the mean of two advantages, that
// of its whole text and that of its turn.

import { z } from "zod";
import type { Completions } from "../../algorithms/text/completions.ts";
import { clippedCredit } from "../../algorithms/text/group-relative.ts";
import type { TextPreset } from "../../algorithms/text/grpo.ts";
import {
  type BatchSizes,
  defineTextMethod,
  type GroupMethodOptions,
  type TextMethod,
} from "../../algorithms/text/text-method.ts";
import {
  accumulateTurns,
  compareTurns,
  mostTurns,
  spreadTurns,
  type TurnComparison,
  type Turns,
  turnPay,
  turnsOf,
} from "../../algorithms/text/turn-credit.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, share, within } from "../../core/parameters.ts";
import { alphabetOf } from "../../core/text.ts";
import { callRewards, MATCHINGS } from "../../feedback/call-matching.ts";
import { type ToolCall, writtenCalls } from "../../feedback/tool-call.ts";

export const LEVELS = ["dual", "trajectory", "turn"] as const;

const parameters = z.strictObject({
  by: oneOf(MATCHINGS, "optimal").describe(
    "how calls find their references: one to one with the best total or the best pair first, by shares, or each any",
  ),
  unmatched: within(-1, 0, 0).describe("pay of a call without a reference, which by shares none is"),
  level: oneOf(LEVELS, "dual").describe("what is compared: texts and turns, each half, or one of the two alone"),
  discount: share(0.9).describe("of the turns that follow a turn"),
});

export type CallMatchingOptions = z.output<typeof parameters>;

const named = { id: "matchtir", source: "MatchTIR, arXiv 2601.10712", example: { environment: "language/calculator" } };

export const method = defineTextMethod({
  ...named,
  summary: "calls of tools are paid turn by turn, as they match a reference trace; baseline and scale say nothing",
  parameters,
  make: (own) => ({
    freshAnswers: "what answers had for a reference",
    ownPay: true,
    checkWorld: (world) => void referenceOf(world),
    make: ({ options, sizes, spec }) => callMatchingMethod({ ...options, ...own }, sizes, spec),
  }),
});

export const preset: TextPreset = {
  ...named,
  summary: "a small transformer that calls tools, whose calls are matched one to one with those of a reference trace",
  method: { use: named.id },
  defaults: { clip: [0.2, 0.2], divergence: 0.001, entropy: 0.001 },
};

/** Numbers are compared with their group's by its sample deviation; one that stands alone counts as it is. */
const FORM = { tiny: 1e-6, deviation: "sample", fewest: 2, alone: "itself" } as const;
const COMPARISON: TurnComparison = { with: "same turn", ...FORM };

/**
 * A = (A^text + A^turn)/2 or one of them, [rows × most], from what each turn is worth: A^text compares R = Σ_t r_t within the
 * group, A^turn compares D_t = r_t + discount·D_{t+1} with those of the same turn.
 */
export function levelAdvantages(
  rewards: Float64Array,
  turns: Turns,
  group: number,
  { level, discount }: Pick<CallMatchingOptions, "level" | "discount">,
): Float64Array {
  const { counts, most } = turns;
  const byTurn =
    level === "trajectory"
      ? new Float64Array(rewards.length)
      : compareTurns(accumulateTurns(rewards, turns, discount, false), turns, group, COMPARISON);
  if (level === "turn") return byTurn;
  const sums = Float64Array.from(counts, (count, row) =>
    rewards.subarray(row * most, row * most + count).reduce((a, b) => a + b, 0),
  );
  const materialise = { counts: new Int32Array(counts.length).fill(1), most: 1 };
  const byText = compareTurns(sums, materialise, group, COMPARISON);
  return byTurn.map((own, k) => {
    const row = Math.floor(k / most);
    if (k - row * most >= counts[row]) return 0;
    return level === "dual" ? (byText[row] + own) / 2 : byText[row];
  });
}

/** The world that is written in. */
type WrittenWorld = Parameters<typeof alphabetOf>[0];

/**
 * The method for batches of these sizes, under the clip, ratio and average of `options`, in worlds whose further text `reference`
 * has the calls that a question needs; another world is a UserError.
 */
export function callMatchingMethod(
  options: Pick<GroupMethodOptions, "clip" | "ratio" | "average"> & CallMatchingOptions,
  sizes: BatchSizes,
  spec: WrittenWorld,
): TextMethod {
  const { rows, group, context } = sizes;
  const most = mostTurns(context);
  const { objective, advantages, of } = clippedCredit(options, sizes);
  const references: ToolCall[][] = Array.from({ length: rows }, () => []);
  return {
    objectives: [objective],
    watch({ row, turn, turnBegins, world }) {
      if (turn === 0 && turnBegins) references[row] = callsIn(referenceOf(world)());
    },
    teach(texts) {
      const turns = turnsOf(texts, most);
      const rewards = turnPay(texts, most);
      let [calls, matched] = [0, 0];
      for (let row = 0; row < rows; row++) {
        const written = turnTexts(texts, row, turns.counts[row], spec).map(writtenCalls);
        const own = callRewards(written.flat(), references[row], options);
        let at = 0;
        for (const [turn, { length }] of written.entries()) {
          for (let k = 0; k < length; k++) rewards[row * most + turn] += own[at++] / length;
        }
        calls += own.length;
        matched += own.reduce((a, b) => a + b, 0);
      }
      const byTurn = levelAdvantages(rewards, turns, group, options);
      if (byTurn.every((advantage) => advantage === 0)) return undefined;
      spreadTurns(byTurn, most, texts, advantages);
      return { credit: of(texts), measures: { callReward: calls === 0 ? 0 : matched / calls, calls: calls / rows } };
    },
  };
}

/** Tells the calls that the world's question needs. */
function referenceOf({ texts = {} }: NumericEnvironment): () => string {
  if (texts.reference === undefined) {
    throw new UserError({
      code: "no-reference",
      what: "calls are to be matched with those that a question needs, and this world has no text `reference` that says them",
      hint: "try language/calculator, or give your world such a text",
    });
  }
  return texts.reference;
}

const callsIn = (text: string) => writtenCalls(text).filter((call) => call !== undefined);

/** Text of the model in each turn. */
function turnTexts(
  { tokens, written, turns, context }: Completions,
  row: number,
  count: number,
  spec: WrittenWorld,
): string[] {
  const texts: string[] = Array(count).fill("");
  for (let k = row * context; k < (row + 1) * context; k++) {
    if (written[k] === 1) texts[turns[k]] += alphabetOf(spec).characterOf(tokens[k]);
  }
  return texts;
}

// A²TGPO (arXiv 2605.06200): where the world answers between the turns of a text, what every turn has added to the probability
// of the right answer is credited beside the outcome. Gains are compared with those of the same turn of the question's other
// answers, summed towards the end over the root of their number, and widen or narrow the bound on the turn's probability ratio.

import { z } from "zod";
import { groupAdvantages, totalPay } from "../../algorithms/text/group-advantage.ts";
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
  type Turns,
  turnsOf,
} from "../../algorithms/text/turn-credit.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { UserError } from "../../core/errors.ts";
import { flag, oneOf, share, whole, within } from "../../core/parameters.ts";
import { anotherAnswer, answerLikelihood, answerView, informationGains } from "./answer-likelihood.ts";

const parameters = z.strictObject({
  compared: oneOf(["same turn", "separate", "joint"], "same turn").describe(
    "what a turn's gain is compared with among the question's answers: gains of the same turn, of all turns, or those and the pay of answers in one",
  ),
  weight: within(0, 1000, 0.3).describe("of the summed gains beside the outcome"),
  discount: share(1).describe("of a later turn's gain, for each turn in between"),
  rescaled: flag(true).describe("sums are divided by the root of the number of their terms"),
  adaptive: share(0.3).describe("how far the gain of a turn may widen or narrow the bounds on its probability ratio"),
  gold: oneOf(["right", "another"], "right").describe(
    "the answer that gains are measured on: the right one or, as a control, a wrong one of its form",
  ),
  fewest: whole(2, 1024, 3).describe(
    "gains that there must be for a comparison, unless it is joint; among fewer all are 0",
  ),
});

export type InformationGainOptions = z.output<typeof parameters>;

const named = {
  id: "turn-group-policy",
  source: "A²TGPO, arXiv 2605.06200",
  example: { environment: "language/lookup" },
};

export const method = defineTextMethod({
  ...named,
  summary: "turns that make the right answer likelier are credited for it, beside the outcome",
  parameters,
  make: (own) => ({
    freshAnswers: "what was noted of answers",
    check({ baseline, scale }) {
      if (own.compared !== "joint" || (baseline === "group" && scale === "group")) return;
      throw new UserError({
        code: "bad-gain",
        what: "a joint comparison is with the mean and the deviation of all turns and answers, whatever baseline and scale are",
        hint: "leave baseline and scale out",
      });
    },
    checkWorld: (world) => void answerView(world),
    make: ({ options, sizes }) => turnGroupMethod({ ...options, ...own }, sizes),
  }),
});

export const preset: TextPreset = {
  ...named,
  summary:
    "A²TGPO: a small transformer whose turns are credited for making the right answer likelier than the same turn of other answers",
  method: { use: named.id },
  defaults: { ratio: "turns", minibatches: 4 },
};

/** c = 1 + most·(2σ(z) − 1) = 1 + most·tanh(z/2), by which the widths of a clip are multiplied. */
export function clipWidth(compared: number, most: number): number {
  return 1 + most * Math.tanh(compared / 2);
}

/** Compared gains of turns, and outcomes of rows. */
interface TurnStandings {
  /** [rows × most] z of every turn but a row's last. */
  readonly gains: Float64Array;
  /** [rows] */
  readonly outcomes: Float64Array;
}

/**
 * Compares gains and pay within each question's `group` rows. `early` are all turns of each row but its last, where the outcome
 * stands in the joint comparison; in the others pay is compared by itself, as `options` say.
 */
export function standings(
  gains: Float64Array,
  pay: Float64Array,
  early: Turns,
  group: number,
  options: Pick<GroupMethodOptions, "baseline" | "scale" | "tiny"> &
    Pick<InformationGainOptions, "compared" | "fewest">,
): TurnStandings {
  const { most } = early;
  const { tiny = 1e-4, fewest } = options;
  const form = { tiny, deviation: "population", alone: "zero" } as const;
  if (options.compared !== "joint") {
    const others = options.compared === "separate" ? "all turns" : "same turn";
    return {
      gains: compareTurns(gains, early, group, { ...form, fewest, with: others }),
      outcomes: groupAdvantages(pay, group, options),
    };
  }
  const values = gains.slice();
  const last = (row: number) => row * most + early.counts[row];
  for (const [row, paid] of pay.entries()) values[last(row)] = paid;
  const all = { counts: early.counts.map((count) => count + 1), most };
  const compared = compareTurns(values, all, group, { ...form, fewest: 2, with: "all turns" });
  return { gains: compared, outcomes: pay.map((_, row) => compared[last(row)]) };
}

/**
 * A_t = weight·D_t + outcome, D_t the sum of the compared gains from turn t on; the last turn of a row has the outcome alone.
 * [rows × most]
 */
export function turnAdvantages(
  { gains, outcomes }: TurnStandings,
  early: Turns,
  { weight, discount, rescaled }: Pick<InformationGainOptions, "weight" | "discount" | "rescaled">,
): Float64Array {
  const sums = accumulateTurns(gains, early, discount, rescaled);
  for (let k = 0; k < sums.length; k++) sums[k] = weight * sums[k] + outcomes[Math.floor(k / early.most)];
  return sums;
}

export function turnGroupMethod(options: GroupMethodOptions & InformationGainOptions, sizes: BatchSizes): TextMethod {
  const { rows, group, context } = sizes;
  const most = mostTurns(context);
  const meter = answerLikelihood(rows, most, options.gold === "another" ? anotherAnswer : undefined);
  const { objective, advantages, widths, of } = clippedCredit(options, sizes);
  return {
    objectives: [objective],
    watch: meter.watch,
    teach(texts) {
      const turns = turnsOf(texts, most);
      const early = { counts: turns.counts.map((count) => count - 1), most };
      const gains = informationGains(meter.likely, turns);
      const compared = standings(gains, totalPay(texts), early, group, options);
      const worth = turnAdvantages(compared, early, options);
      const width = widthsOf(compared.gains, early, options.adaptive);
      spreadTurns(worth, most, texts, advantages);
      spreadTurns(width, most, texts, widths);
      if (advantages.every((advantage) => advantage === 0)) return undefined;
      return { credit: of(texts), measures: turnMeasures(gains, width, early, group, options) };
    },
  };
}

/** Widths of turns, [rows × most]; 1 for those that have no gain. */
function widthsOf(compared: Float64Array, { counts, most }: Turns, adaptive: number): Float64Array {
  const widths = new Float64Array(compared.length).fill(1);
  for (const [row, count] of counts.entries()) {
    for (let k = row * most; k < row * most + count; k++) widths[k] = clipWidth(compared[k], adaptive);
  }
  return widths;
}

/** Measures of turns with a gain; empty where there are none. */
function turnMeasures(
  gains: Float64Array,
  widths: Float64Array,
  { counts, most }: Turns,
  group: number,
  { compared, fewest }: InformationGainOptions,
): Measures {
  let [turns, gain, width, square, members, alone] = [0, 0, 0, 0, 0, 0];
  for (const [row, count] of counts.entries()) {
    const from = row - (row % group);
    const others = counts.subarray(from, from + group);
    const all = others.reduce((sum, one) => sum + one, 0) + (compared === "joint" ? group : 0);
    for (let turn = 0; turn < count; turn++) {
      const own = compared === "same turn" ? others.filter((one) => one > turn).length : all;
      turns += 1;
      gain += gains[row * most + turn];
      width += widths[row * most + turn];
      square += widths[row * most + turn] ** 2;
      members += own;
      if (compared !== "joint" && own < fewest) alone += 1;
    }
  }
  if (turns === 0) return {};
  const mean = width / turns;
  return {
    informationGain: gain / turns,
    turnMembers: members / turns,
    turnsAlone: alone / turns,
    clipWidth: mean,
    clipWidthSpread: Math.sqrt(Math.max(0, square / turns - mean ** 2)),
  };
}

// VERL (arXiv 2509.23808): a bonus for answers whose states span more directions than usual, or span new ones faster than usual,
// is added to the advantages of any method. Which of the two is paid is decided by how the speed changes; and the bonus is
// held below a share of the advantage, so that no advantage changes its sign.

import { z } from "zod";
import { defineCallback } from "../../algorithms/text/callback.ts";
import type { Completions } from "../../algorithms/text/completions.ts";
import type { TextMethod } from "../../algorithms/text/text-method.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type RankMeterSizes, rankMeter } from "./rank-meter.ts";

export const rankShapingParameters = z.strictObject({
  stride: whole(1, 10_000, 2).describe(
    "characters between two points of an answer's curve of ranks; an answer of fewer than two strides has none",
  ),
  weight: within(0, 1000, 1).describe("what the bonus is multiplied by"),
  gain: within(0, 1000, 2).describe("how sharply the rank's acceleration decides what is paid for"),
  balance: oneOf(["acceleration", "half", "sum"], "acceleration").describe(
    "rank against its velocity: decided by its acceleration, half of each, or the whole of both",
  ),
  bound: z
    .union([z.number().gt(0), z.literal("none")])
    .default(2)
    .describe("the bonus is at most the advantage's size divided by this; none: it may turn advantages round"),
  of: oneOf(["answer", "last"], "answer").describe(
    "characters whose advantage is shaped: all of an answer, or its last as in the released code",
  ),
  given: oneOf(["own", "lots"], "own").describe(
    "which answer a bonus is given to: the one that it is computed from, or one of the update by lot, as a control",
  ),
  recent: positive(1, 0.3).describe("share of an update in the moving averages that ranks are compared with"),
  start: oneOf(["first", "zero"], "first").describe(
    "where the moving averages begin: at the first update's means, or at 0 as in the released code",
  ),
});

export type RankShapingOptions = z.output<typeof rankShapingParameters>;

export const callback = defineCallback({
  id: "verl-rank",
  summary: "pays for answers whose hidden states span more directions, or new ones faster",
  source: "VERL, arXiv 2509.23808",
  parameters: rankShapingParameters,
  make: (own) => ({
    freshAnswers: "what hidden states answers had",
    keepsState: true,
    check({ method: { id, plan } }) {
      if (plan.openAdvantages === true) return;
      throw new UserError({
        code: "two-methods",
        what: `${id} has no advantages that verl-rank could work on`,
        hint: "leave one of them out",
      });
    },
    wrap: (inner, sizes) => rankShaping(inner, own, sizes),
  }),
});

const TRIPLE = ["rank", "velocity", "acceleration"] as const;

/** Rank, velocity and acceleration of an answer, or their deviations. */
type RankTriple = readonly [rank: number, velocity: number, acceleration: number];

/** clip((x − μ)/(|μ| + 10⁻⁸), −5, 5). */
export function relativeDeviation(value: number, level: number): number {
  return Math.max(-5, Math.min(5, (value - level) / (Math.abs(level) + 1e-8)));
}

/** β, the share of the rank in the bonus: σ(gain·d_acceleration), one half, or null where both are paid whole. */
function rankShare(
  acceleration: number,
  { balance, gain }: Pick<RankShapingOptions, "balance" | "gain">,
): number | null {
  if (balance === "sum") return null;
  return balance === "half" ? 0.5 : 1 / (1 + Math.exp(-gain * acceleration));
}

/** Φ = weight·(β·tanh d_rank + (1 − β)·tanh d_velocity) of deviations d; for the sum both weigh 1. */
export function rankBonus(
  [rank, velocity, acceleration]: RankTriple,
  options: Pick<RankShapingOptions, "balance" | "gain" | "weight">,
): number {
  const share = rankShare(acceleration, options);
  const [wide, fast] = share === null ? [1, 1] : [share, 1 - share];
  return options.weight * (wide * Math.tanh(rank) + fast * Math.tanh(velocity));
}

/** A + min(max(0, Φ), |A|/bound). */
export function shapedAdvantage(advantage: number, bonus: number, bound: RankShapingOptions["bound"]): number {
  const paid = Math.max(0, bonus);
  return advantage + (bound === "none" ? paid : Math.min(paid, Math.abs(advantage) / bound));
}

/** `inner` with shaped advantages, from the second update on. Throws an Error where no objective of `inner` knows advantages. */
export function rankShaping(inner: TextMethod, options: RankShapingOptions, sizes: RankMeterSizes): TextMethod {
  const { rows, context } = sizes;
  const at = inner.objectives.map(({ tables }) => tables.indexOf("advantages"));
  if (at.every((k) => k < 0)) throw new Error("a method without advantages cannot be shaped");
  if (inner.watch !== undefined) throw new Error("the method under a shaping has a watch of its own");
  const meter = rankMeter(sizes, options.stride);
  const levels = movingLevels(options);
  const bonuses = new Float64Array(rows);

  /** Bonuses of the answers, and what they are like. */
  function measured(texts: Completions): Measures {
    const dynamics = meter.measure(texts);
    const means = TRIPLE.map((name) => mean(dynamics.map((own) => own[name])));
    const begun = levels.begun();
    let shares = 0;
    for (const [row, own] of dynamics.entries()) {
      const [rank, velocity, acceleration] = TRIPLE.map((name, k) => relativeDeviation(own[name], levels.level(k)));
      bonuses[row] = begun ? rankBonus([rank, velocity, acceleration], options) : 0;
      shares += rankShare(acceleration, options) ?? 1;
    }
    levels.advance(means);
    return {
      effectiveRank: means[0],
      rankVelocity: means[1],
      rankAcceleration: means[2],
      rankCurves: dynamics.filter(({ points }) => points > 1).length / rows,
      ...(begun ? { rankShare: shares / rows } : {}),
    };
  }

  /** Shapes one table of advantages; the mean of what was added, and the share of characters whose sign has changed. */
  function shape(advantages: Float32Array, { written }: Completions): { added: number; flipped: number } {
    let [added, flipped, count] = [0, 0, 0];
    for (let row = 0; row < rows; row++) {
      const last = written.lastIndexOf(1, (row + 1) * context - 1);
      for (let k = row * context; k <= last; k++) {
        if (written[k] === 0) continue;
        count += 1;
        if (options.of === "last" && k < last) continue;
        const before = advantages[k];
        advantages[k] = shapedAdvantage(before, bonuses[row], options.bound);
        added += advantages[k] - before;
        if (before * advantages[k] < 0) flipped += 1;
      }
    }
    return { added: added / count, flipped: flipped / count };
  }

  return {
    objectives: inner.objectives,
    watch: meter.watch,
    state: { ...inner.state, rankLevels: levels.state },
    teach(texts) {
      const lesson = inner.teach(texts);
      const measures = measured(texts);
      if (lesson === undefined) return undefined;
      // Lots follow from the number of updates so far, so that a training goes on as it would have without a stop.
      if (options.given === "lots") shuffle(bonuses, Random.of(levels.state[0], "lots"));
      let [added, flipped] = [0, 0];
      for (const [k, { tables }] of lesson.credit.entries()) {
        if (at[k] < 0) continue;
        const shaped = shape(tables[at[k]], texts);
        added += shaped.added;
        flipped += shaped.flipped;
      }
      return {
        ...lesson,
        measures: { ...lesson.measures, ...measures, rankBonus: added, signFlips: flipped },
      };
    },
  };
}

/**
 * What the three numbers are compared with: μ ← (1 − α)μ + α·(means of the update before), after each update but the first. All
 * that it remembers is one array: updates so far, μ, and the means of the last update.
 */
function movingLevels({ recent, start }: RankShapingOptions) {
  const state = new Float32Array(7);
  return {
    state,
    begun: () => state[0] > 0,
    level: (k: number) => state[1 + k],
    advance(means: readonly number[]) {
      for (const [k, mean] of means.entries()) {
        if (state[0] > 0) state[1 + k] += recent * (state[4 + k] - state[1 + k]);
        else if (start === "first") state[1 + k] = mean;
        state[4 + k] = mean;
      }
      state[0] += 1;
    },
  };
}

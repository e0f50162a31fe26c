// Annotators, who compare two things and say which is better, as often as the budget allows: a person, a model, or a simulation whose
// mind is known.

import type { Random } from "../core/random.ts";
import { preferenceProbability } from "../math/logistic-regression.ts";

/** An annotator who is asked. */
export interface Annotator<Item> {
  /** Questions that were answered. */
  readonly asked: number;
  /** Questions that may still be asked; may be infinite. */
  readonly left: number;
  /** Whether the first is preferred, where one must be; undefined where the budget is spent. */
  compare(first: Item, second: Item): boolean | undefined;
  /** The same where a draw may be said: 1 for the first, 0 for the second, 0.5 for a draw. */
  judge(first: Item, second: Item): number | undefined;
}

/** How a simulated annotator answers: by its mind, by the opposite of it, or by a coin. */
export type Honesty = "honest" | "flipped" | "coin";

export interface SimulatedAnnotator<Item> {
  /** Worth of an item to the annotator. */
  value(item: Item): number;
  /** β ≥ 0 of P(first) = 1/(1 + exp(−β(v₁ − v₂))). */
  readonly slope: number;
  readonly random: Random;
  /** Default "honest". */
  readonly honesty?: Honesty;
  /** λ, by which the first is liked better for standing first, in units of the noise. Default 0. */
  readonly lean?: number;
  /** θ ≥ 0: what is felt to be no further apart than this, in units of the noise, may be called a draw. Default 0. */
  readonly draw?: number;
  /** Maximum number of questions that are answered. Default unlimited. */
  readonly budget?: number;
  /** f ≥ 0: after q answers the slope is β/(1 + f·q), so that noise grows with every question. Default 0. */
  readonly fatigue?: number;
}

/**
 * An annotator that follows Bradley & Terry (1952), with draws as in Rao & Kupper (1967): it feels β(v₁ − v₂) + λ and logistic noise, and
 * says a draw within ±θ. One number is drawn for each answer, with any honesty; a coin knows no draws.
 */
export function simulatedAnnotator<Item>(options: SimulatedAnnotator<Item>): Annotator<Item> {
  const { value, slope, random, honesty = "honest", lean = 0, draw = 0, fatigue = 0 } = options;
  const { budget = Number.POSITIVE_INFINITY } = options;
  let answered = 0;
  /** The answer where feelings within ±`width` are a draw; undefined where the budget is spent. */
  const answer = (first: Item, second: Item, width: number): number | undefined => {
    if (answered >= budget) return undefined;
    const sharp = slope / (1 + fatigue * answered);
    answered += 1;
    const draw = random.uniform();
    if (honesty === "coin") return draw < 0.5 ? 1 : 0;
    const difference = sharp * (value(first) - value(second)) + lean;
    const preferred =
      draw < preferenceProbability(difference - width) ? 1 : draw < preferenceProbability(difference + width) ? 0.5 : 0;
    return honesty === "flipped" ? 1 - preferred : preferred;
  };
  return {
    get asked() {
      return answered;
    },
    get left() {
      return budget - answered;
    },
    compare(first, second) {
      const preferred = answer(first, second, 0);
      return preferred === undefined ? undefined : preferred === 1;
    },
    judge: (first, second) => answer(first, second, draw),
  };
}

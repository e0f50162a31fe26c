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
  /** Whether the first is preferred; undefined where the budget is spent. */
  compare(first: Item, second: Item): boolean | undefined;
}

/** How a simulated annotator answers: by its mind, by the opposite of it, or by a coin. */
export type Honesty = "honest" | "flipped" | "coin";

/** A mind. */
export interface SimulatedAnnotator<Item> {
  /** What an item is worth to the annotator. */
  value(item: Item): number;
  /** β ≥ 0 of P(first) = 1/(1 + exp(−β(v₁ − v₂))). */
  readonly slope: number;
  readonly random: Random;
  /** Default "honest". */
  readonly honesty?: Honesty;
  /** Questions that are answered. Default without end. */
  readonly budget?: number;
}

/** An annotator that follows Bradley & Terry (1952). One number is drawn for each answer, with any honesty. */
export function simulatedAnnotator<Item>(options: SimulatedAnnotator<Item>): Annotator<Item> {
  const { value, slope, random, honesty = "honest", budget = Number.POSITIVE_INFINITY } = options;
  let asked = 0;
  return {
    get asked() {
      return asked;
    },
    get left() {
      return budget - asked;
    },
    compare(first, second) {
      if (asked >= budget) return undefined;
      asked += 1;
      const chance = honesty === "coin" ? 0.5 : preferenceProbability(value(first) - value(second), slope);
      return random.uniform() < chance !== (honesty === "flipped");
    },
  };
}

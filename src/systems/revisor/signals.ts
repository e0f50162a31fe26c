// What a segment is worth in the two parts of the pay, in closed form, to a perfect reader that has not seen the event at first. A
// reader that misses the event answers as the title says, and is right with the shortcut's probability p. Shown the second look
// alone, all readers are equally good.

import { atLeast, below, near } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";

const ACTORS = 4;
/** The published weights of the final and the causal part. */
const [FINAL, CAUSAL] = [0.6, 0.3];

/** What follows from the formulas. */
export function signalEquations(): Claim[] {
  const none = 1 / ACTORS;
  const { final, causal } = signalsOf(0.6, ACTORS);
  const apart = signalsOf(none, ACTORS);
  const gain = (shortcut: number) => {
    const among = { shortcut, actors: ACTORS, hits: 0.15 };
    return alignment(FINAL, CAUSAL, among) / alignment(FINAL, 0, among);
  };
  return [
    equation("signal that a shortcut of 0.6 leaves, and without a shortcut", [
      is(final.signal, near(0.4, 1e-12), "in R_final"),
      is(causal.signal, near(0.75, 1e-12), "in R_causal, with four actors"),
      is(apart.final.signal - apart.causal.signal, near(0, 1e-12), "difference without a shortcut"),
    ]),
    equation("slope of the compared pay in a hit, decoupled over final alone, at 15 % hits", [
      is(gain(0.6), atLeast(1.5), "with the shortcut"),
      is(gain(none), below(1.2), "without"),
    ]),
  ];
}

/** What answers of one kind are paid after a miss, by their mean and variance, and how much more after a hit. */
export interface Signal {
  readonly signal: number;
  readonly missed: number;
  readonly variance: number;
}

/** R_final and R_causal in closed form: 1 after a hit; after a miss p, and one in so many as there are actors. */
export function signalsOf(shortcut: number, actors: number): { final: Signal; causal: Signal } {
  const of = (missed: number) => ({ signal: 1 - missed, missed, variance: missed * (1 - missed) });
  return { final: of(shortcut), causal: of(1 / actors) };
}

/**
 * Correlation of a hit and the pay λ₁·R_final + λ₂·R_causal among the answers to one question, mean over questions, where a share
 * `hits` of the answers hits: what divides by the group's deviation has its slope. All answers that miss follow the same title, so they are
 * all right (p) or all wrong; their second answers are drawn apart.
 */
export function alignment(
  final: number,
  causal: number,
  { shortcut, actors, hits }: { shortcut: number; actors: number; hits: number },
): number {
  const second = signalsOf(shortcut, actors).causal;
  const spread = hits * (1 - hits);
  const among = (first: number) => {
    const gain = final * first + causal * second.signal;
    const noise = causal ** 2 * second.variance * (1 - hits);
    return gain === 0 ? 0 : (gain * Math.sqrt(spread)) / Math.sqrt(gain ** 2 * spread + noise);
  };
  return shortcut * among(0) + (1 - shortcut) * among(1);
}

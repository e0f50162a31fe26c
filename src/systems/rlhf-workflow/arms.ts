// Arms of the workflow, and how each of them collects a pair from a prompt: from which policy, which two of its answers, and what labels them.

import type { Random } from "../../core/random.ts";
import { choleskyUpdate, solveLower } from "../../math/cholesky.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { FEATURES } from "./world.ts";

/** Answers that are drawn to a prompt. */
export const DRAWN = 8;

/** Which two of the answers are labelled. */
export type PairChoice = "random" | "extremes" | "uncertain";

export interface Arm {
  readonly pairing: PairChoice;
  /** Whose answers: the current policy's, or always the first one's. */
  readonly from: "current" | "first";
  /** What the loss keeps near: the first policy, with all pairs so far, or the policy before this round, with its own pairs. */
  readonly reference: "first" | "before";
  /** Whether the labels are exchanged. */
  readonly flipped?: boolean;
  /** A pairwise judge that leans to the answer that it reads first, asked in one order or in both. */
  readonly judge?: "one order" | "both orders";
}

const OFFLINE = { from: "first", reference: "first" } as const;
const ONLINE = { from: "current", reference: "first" } as const;

export const ARMS = {
  "offline, random pairs": { ...OFFLINE, pairing: "random" },
  "online, random pairs": { ...ONLINE, pairing: "random" },
  "offline, best and worst": { ...OFFLINE, pairing: "extremes" },
  "online, best and worst": { ...ONLINE, pairing: "extremes" },
  "online, best and most uncertain": { ...ONLINE, pairing: "uncertain" },
  "online, best and worst, moving reference": { ...ONLINE, pairing: "extremes", reference: "before" },
  "online, best and worst, labels flipped": { ...ONLINE, pairing: "extremes", flipped: true },
  "online in name alone": { ...OFFLINE, pairing: "extremes" },
  "leaning judge, one order": { ...ONLINE, pairing: "random", judge: "one order" },
  "leaning judge, both orders": { ...ONLINE, pairing: "random", judge: "both orders" },
} as const satisfies Readonly<Record<string, Arm>>;
export type ArmName = keyof typeof ARMS;

/** λ of the judge's lean, in log-odds. */
const LEAN = 3;

/** Answers of a policy, with replacement. */
export function drawnAnswers(chances: Float64Array, random: Random): number[] {
  return Array.from({ length: DRAWN }, () => drawAt(chances, 0, chances.length, random));
}

/** What is known of the comparisons so far: (λI + Σ d·dᵀ), as a Cholesky factor. */
export interface Certainty {
  /** Γ = √(dᵀ(λI + Σ d·dᵀ)⁻¹d) of a difference of features. */
  gap(difference: Float64Array): number;
  add(difference: Float64Array): void;
}

export function certainty(features: number, prior: number): Certainty {
  const factor = new Float64Array(features * features);
  for (let k = 0; k < features; k++) factor[k * features + k] = Math.sqrt(prior);
  const scratch = new Float64Array(features);
  return {
    gap(difference) {
      scratch.set(difference);
      solveLower(factor, features, scratch);
      return Math.sqrt(scratch.reduce((sum, x) => sum + x * x, 0));
    },
    add(difference) {
      scratch.set(difference);
      choleskyUpdate(factor, features, scratch);
    },
  };
}

/** Two answers to a prompt, by their places among its candidates; undefined where none can be told from another. */
export type Pair = readonly [first: number, second: number];

/** Writes φ of the first less φ of the second. */
export function differenceOf([first, second]: Pair, features: Float64Array, into: Float64Array): Float64Array {
  for (let k = 0; k < FEATURES; k++) into[k] = features[first * FEATURES + k] - features[second * FEATURES + k];
  return into;
}

/** The two answers that an arm has labelled, the better first where scores chose them; undefined where all are the same answer. */
export function chosenPair(
  pairing: PairChoice,
  answers: readonly number[],
  scores: Float64Array,
  features: Float64Array,
  known: Certainty,
): Pair | undefined {
  const others = (one: number) => answers.filter((answer) => answer !== one);
  const by = (of: (answer: number) => number, among: readonly number[]) =>
    among.reduce((best, answer) => (of(answer) > of(best) ? answer : best), among[0]);
  if (pairing === "random") {
    const [first] = answers;
    const [second] = others(first);
    return second === undefined ? undefined : [first, second];
  }
  const best = by((answer) => scores[answer], answers);
  const rest = others(best);
  if (rest.length === 0) return undefined;
  if (pairing === "extremes") return [best, by((answer) => -scores[answer], rest)];
  const scratch = new Float64Array(FEATURES);
  return [best, by((answer) => known.gap(differenceOf([best, answer], features, scratch)), rest)];
}

/** Chance that a judge which leans says that the first is better. */
const leaning = (gap: number) => preferenceProbability(gap + LEAN);

/** 1 where the first of a pair wins, else 0. `gap` is what the first is worth more by the labeller's scores. */
export function labelled(arm: Arm, gap: number, isDrawn: boolean, random: Random): number {
  const luck = random.uniform();
  const wins = (): boolean => {
    if (arm.judge === "one order") return leaning(gap) > 0.5;
    if (arm.judge === "both orders") return leaning(gap) + 1 - leaning(-gap) > 1;
    return isDrawn ? luck < preferenceProbability(gap) : gap > 0;
  };
  return wins() !== (arm.flipped === true) ? 1 : 0;
}

// Applicants: two overlapping groups, two features, and an outcome that is harder to predict in one group.

import type { Random } from "../../core/random.ts";

export interface Applicants {
  /** Feature means of the two groups, [group][feature]; features have standard deviation 1 within a group. */
  readonly means: readonly (readonly [number, number])[];
  /** P(y = 1|x, group) = σ(slope·((x₁ + x₂)/√2 − hurdle)), with one slope per group; smaller slopes mean noisier outcomes. */
  readonly slopes: readonly number[];
  /** Where good and bad outcomes are equally likely. */
  readonly hurdle: number;
}

/** Two groups whose means lie one standard deviation apart. */
export const APPLICANTS: Applicants = {
  means: [
    [0.35, 0.35],
    [-0.35, -0.35],
  ],
  slopes: [5, 2],
  hurdle: 0,
};

/** Applicants in the order of application. */
export interface Applied {
  /** Two features per person, [people × 2]. */
  readonly features: Float64Array;
  /** Group of each person, [people], 0 or 1. */
  readonly groups: Uint8Array;
  /** [people], 0 or 1: the outcome if the loan were granted, observed or not. */
  readonly labels: Uint8Array;
}

/** Draws independent people, with equal probabilities of both groups. */
export function drawApplicants(applicants: Applicants, people: number, random: Random): Applied {
  const applied = {
    features: new Float64Array(2 * people),
    groups: new Uint8Array(people),
    labels: new Uint8Array(people),
  };
  refillApplicants(applicants, random, applied);
  return applied;
}

/** As `drawApplicants`, overwriting existing arrays without allocation. */
export function refillApplicants({ means, slopes, hurdle }: Applicants, random: Random, to: Writable): void {
  const { features, groups, labels } = to;
  for (let i = 0; i < labels.length; i++) {
    const group = random.uniform() < 0.5 ? 0 : 1;
    const x = means[group][0] + random.normal();
    const y = means[group][1] + random.normal();
    groups[i] = group;
    features[2 * i] = x;
    features[2 * i + 1] = y;
    labels[i] = random.uniform() < 1 / (1 + Math.exp(-slopes[group] * (Math.SQRT1_2 * (x + y) - hurdle))) ? 1 : 0;
  }
}

type Writable = { readonly [K in keyof Applied]: Float64Array | Uint8Array };

// How often judges are right whose weights are the best: Φ of the gap over its noise, where only the criterion that decides differs.

import { pnorm } from "lib-r-math.js";
import type { Random } from "../../core/random.ts";
import { BUDGET, CRITERIA, CUE, FIRST_SHARE, reading } from "./pairs.ts";

/** Judges with a known accuracy. */
export type KnownJudge = "equal weights" | "right weight" | { readonly chosen: number };

/** Δ√(B/D)/√(2D), Δ√(B/D)/√2 and Δ√((1 − ρ)B/k)/√2 through Φ. */
export function knownAccuracy(judge: KnownJudge, gap: number): number {
  return pnorm((gap * Math.sqrt(readingsOf(judge))) / Math.sqrt(judge === "equal weights" ? 2 * CRITERIA : 2));
}

/** The same with a cue that is sometimes wrong, after which the verdict is a coin. */
export const cuedAccuracy = (judge: KnownJudge, gap: number): number => CUE * knownAccuracy(judge, gap) + (1 - CUE) / 2;

/** Share of drawn pairs in which such a judge is right; other gaps are 0. */
export function drawnAccuracy(judge: KnownJudge, gap: number, pairs: number, random: Random): number {
  const gaps = new Float64Array(CRITERIA);
  const seen = judge === "equal weights" ? CRITERIA : 1;
  const readings = readingsOf(judge);
  let right = 0;
  for (let k = 0; k < pairs; k++) {
    gaps[0] = random.uniform() < 0.5 ? gap : -gap;
    let sum = 0;
    for (let j = 0; j < seen; j++) sum += reading({ gaps, sign: 1 }, j, readings, random);
    if (sum > 0 === gaps[0] > 0) right += 1;
  }
  return right / pairs;
}

/** Readings of the criterion that decides. */
const readingsOf = (judge: KnownJudge): number =>
  typeof judge === "string" ? BUDGET / CRITERIA : ((1 - FIRST_SHARE) * BUDGET) / judge.chosen;

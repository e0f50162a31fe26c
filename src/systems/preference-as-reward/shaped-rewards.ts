// Rewards made of rewards against over-optimisation: bounded, and beside reference answers. And what they
// change at equal distance from the reference.

import type { JudgedAnswers } from "../../evaluation/overoptimisation/judged-answers.ts";
import { type PressurePoint, tiltCurve, tiltCurveAt } from "../../evaluation/overoptimisation/pressure-curve.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { linearSolve } from "../../math/linear-solve.ts";

/** Rewards of answers, [answers]. */
type Rewards = ArrayLike<number>;

/** min(max(r, low), high). */
export const clippedReward = (rewards: Rewards, low: number, high: number): Float64Array =>
  Float64Array.from(rewards, (r) => Math.min(high, Math.max(low, r)));

/** (1/M)·Σ_m shape(r − r_m), with the rewards r_m of M reference answers to the same prompt. */
export const referencedReward = (
  rewards: Rewards,
  references: Rewards,
  shape: (advantage: number) => number,
): Float64Array =>
  Float64Array.from(rewards, (r) => {
    let sum = 0;
    for (let m = 0; m < references.length; m++) sum += shape(r - references[m]);
    return sum / references.length;
  });

/**
 * (1/M)·Σ_m σ(r − r_m): the chance, by the reward model itself, that the answer is preferred to one of M reference answers (Preference As
 * Reward, arXiv 2502.18770). `references` are the rewards of these.
 */
export const preferenceReward = (rewards: Rewards, references: Rewards): Float64Array =>
  referencedReward(rewards, references, sigmoid);

/** ln σ(r − q), with q the 85th percentile of a normal that is fitted to the rewards of reference answers (arXiv 2402.00742). */
export function logSigmoidReward(rewards: Rewards, references: Rewards): Float64Array {
  const centre = mean(references) + NORMAL_85 * deviation(references, 0);
  // −ln(1 + exp(−x)), whose exponential must not overflow.
  return Float64Array.from(rewards, (r) => Math.min(0, r - centre) - Math.log1p(Math.exp(-Math.abs(r - centre))));
}

/** The 85th percentile of a standard normal. */
const NORMAL_85 = 1.0364333894937898;

/** (r − centre)/unit: by mean and standard deviation, or by the least reward and the range. It changes no tilt but its strength. */
export const scaledReward = (rewards: Rewards, centre: number, unit: number): Float64Array =>
  Float64Array.from(rewards, (r) => (r - centre) / unit);

/**
 * The polynomial of fifth degree that is nearest to σ on [−5, 5] by least squares, 0 below and 1 above: 1/2 and odd powers, by symmetry.
 */
export function polynomialSigmoid(): (x: number) => number {
  const powers = [1, 3, 5];
  const normal = new Float64Array(9);
  const right = new Float64Array(3);
  for (let k = 0; k <= 1000; k++) {
    const x = k / 200;
    for (const [i, p] of powers.entries()) {
      right[i] += x ** p * (sigmoid(x) - 0.5);
      for (const [j, q] of powers.entries()) normal[3 * i + j] += x ** (p + q);
    }
  }
  const [a, b, c] = linearSolve(normal, right);
  return (x) => (x < -5 ? 0 : x > 5 ? 1 : 0.5 + x * (a + x * x * (b + x * x * c)));
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Gold and proxy of several rewards in the proxy's place, each tilted until it is as far from the reference as `divergences` say.
 * `proxy` of the points is the unshaped proxy. A bounded reward may not get so far, and has no point then.
 */
export function shapingEffects<Name extends string>(
  prompts: readonly JudgedAnswers[],
  shapes: Readonly<Record<Name, (answers: JudgedAnswers) => Float64Array>>,
  divergences: readonly number[],
): Map<Name, PressurePoint[]>;
export function shapingEffects(
  prompts: readonly JudgedAnswers[],
  shapes: Readonly<Record<string, (answers: JudgedAnswers) => Float64Array>>,
  divergences: readonly number[],
): Map<string, PressurePoint[]> {
  return new Map(
    Object.entries(shapes).map(([name, shape]) => {
      const shaped = prompts.map((answers) => ({ ...answers, proxy: shape(answers) }));
      const beside = shaped.map((answers, k) => ({ ...answers, gold: prompts[k].proxy }));
      const golds = tiltCurveAt(shaped, divergences);
      const strengths = golds.map(({ pressure }) => pressure);
      const proxies = tiltCurve(beside, strengths);
      return [name, golds.map((point, k) => ({ ...point, proxy: proxies[k].gold }))] as const;
    }),
  );
}

// Rewards made of rewards against over-optimisation: bounded, centred, beside reference answers, and of several models. And what they
// change at equal distance from the reference.

import { UserError } from "../../core/errors.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { deviation, mean } from "../statistics/moments.ts";
import { type JudgedAnswers, meanUnder, referenceChances } from "./judged-answers.ts";
import { type PressurePoint, tiltCurve, tiltCurveAt } from "./pressure-curve.ts";

/** Rewards of answers, [answers]. */
type Rewards = ArrayLike<number>;

/** min(max(r, low), high). */
export const clippedReward = (rewards: Rewards, low: number, high: number): Float64Array =>
  Float64Array.from(rewards, (r) => Math.min(high, Math.max(low, r)));

/** σ(slope·(r − centre)). */
export const sigmoidReward = (rewards: Rewards, centre = 0, slope = 1): Float64Array =>
  Float64Array.from(rewards, (r) => sigmoid(slope * (r - centre)));

/** r less its mean under the reference. It changes no tilt by itself, but what a bound on it cuts off. */
export function centredReward(rewards: Rewards, reference?: ArrayLike<number>): Float64Array {
  const mean = meanUnder(referenceChances(rewards.length, reference), rewards);
  return Float64Array.from(rewards, (r) => r - mean);
}

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

/** The mean of several models' rewards, [models][answers]. */
export const meanReward = (models: readonly Rewards[]): Float64Array => cautiousReward(models, 0);

/** The smallest of several models' rewards, [models][answers]. */
export const worstReward = (models: readonly Rewards[]): Float64Array =>
  overModels(models, (values) => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY));

/** Mean less `caution` times the spread over models, [models][answers]: their standard deviation (of the population), or its square. */
export const cautiousReward = (
  models: readonly Rewards[],
  caution: number,
  spread: "deviation" | "variance" = "deviation",
): Float64Array =>
  overModels(models, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return mean - caution * (spread === "variance" ? variance : Math.sqrt(variance));
  });

function overModels(models: readonly Rewards[], of: (values: Float64Array) => number): Float64Array {
  const answers = models[0]?.length;
  if (answers === undefined || models.some((one) => one.length !== answers)) {
    const what = "several models need a reward for the same answers";
    throw new UserError({ code: "models", what, hint: "give [models][answers], of one model or more" });
  }
  const values = new Float64Array(models.length);
  return Float64Array.from({ length: answers }, (_, k) => {
    for (let m = 0; m < models.length; m++) values[m] = models[m][k];
    return of(values);
  });
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

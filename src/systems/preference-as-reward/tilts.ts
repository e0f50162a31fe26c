// Exact tilts of a pool of answers by shaped proxies, with errors that have light or heavy tails, all at the same KL.

import { Random } from "../../core/random.ts";
import type { JudgedAnswers } from "../../evaluation/overoptimisation/judged-answers.ts";
import type { PressurePoint } from "../../evaluation/overoptimisation/pressure-curve.ts";
import { tilt } from "../../evaluation/overoptimisation/tilt.ts";
import { deviation, mean, variance } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import {
  clippedReward,
  logSigmoidReward,
  polynomialSigmoid,
  preferenceReward,
  referencedReward,
  shapingEffects,
  sigmoid,
} from "./shaped-rewards.ts";

export const TAILS = ["light", "heavy"] as const;
export type Tails = (typeof TAILS)[number];
export const DIVERGENCES = [0.1, 0.3, 0.6, 1, 2, 3] as const;
export const RAW = "raw";
export const PREFERENCE = "PAR";
const POOL = 200_000;
/** Reference answers to a prompt. */
export const REFERENCES = 10;
/** Student's t of the heavy errors. */
const FREEDOM = 2.2;
const HEAVY = 0.7;

/** A transform of an answer's score, beside the scores of reference answers. */
type Shape = (scores: ArrayLike<number>, references: Float64Array) => Float64Array;

const polynomial = polynomialSigmoid();
const centredBy =
  (shape: (x: number) => number): Shape =>
  (scores, references) =>
    referencedReward(scores, [mean(references)], shape);

export const SHAPES: Readonly<Record<string, Shape>> = {
  [RAW]: (scores) => Float64Array.from(scores),
  [PREFERENCE]: preferenceReward,
  "PAR, one reference": (scores, references) => preferenceReward(scores, references.subarray(0, 1)),
  clip: (scores) => clippedReward(scores, mean(scores) - deviation(scores), mean(scores) + deviation(scores)),
  "log-sigmoid, centred": logSigmoidReward,
  "σ, not centred": (scores) => referencedReward(scores, [0], sigmoid),
  "tanh, centred": centredBy(Math.tanh),
  "arctan, not centred": (scores) => referencedReward(scores, [0], Math.atan),
  "polynomial, centred": centredBy(polynomial),
  "σ(2Δ)": (scores, references) => referencedReward(scores, references, (x) => sigmoid(2 * x)),
  "σ(3Δ)": (scores, references) => referencedReward(scores, references, (x) => sigmoid(3 * x)),
  "σ(3(Δ − 3)), slow then fast": (scores, references) =>
    referencedReward(scores, references, (x) => sigmoid(3 * (x - 3))),
};

/** Golds and proxies of a transform, [DIVERGENCES]; shorter where it does not get so far. */
export interface Tilted {
  readonly golds: readonly number[];
  readonly proxies: readonly number[];
}

export interface TiltedPool {
  readonly shapes: Readonly<Record<string, Tilted>>;
  /** (max π/π_ref)/(min π/π_ref) of PAR over exp(1/β), in logarithms, at the largest KL: at most 1. */
  readonly ratioShare: number;
  /** Var[σ(Δ)] over min(1/4, Var[Δ]/16), with one reference: at most 1. */
  readonly varianceShare: number;
}

export interface PoolJob {
  readonly seed: number;
  readonly tails: Tails;
}

export const tilting = studyJob(import.meta.url, tiltedPool);

export async function tiltedPool({ seed, tails }: PoolJob): Promise<TiltedPool> {
  const random = Random.of(seed, "pool", tails);
  const pool = drawnAnswers(POOL, tails, random);
  const references = pool.proxy.subarray(0, REFERENCES);
  const effects = shapingEffects(
    [pool],
    Object.fromEntries(
      Object.entries(SHAPES).map(([name, shape]) => [name, ({ proxy }: JudgedAnswers) => shape(proxy, references)]),
    ),
    DIVERGENCES,
  );
  const own = preferenceReward(pool.proxy, references);
  const strongest = effects.get(PREFERENCE)?.at(-1)?.pressure ?? Number.NaN;
  const logReference = new Float64Array(POOL).fill(-Math.log(POOL));
  const logarithms = new Float64Array(POOL);
  tilt({ logReference, rewards: own }, strongest, logarithms);
  const least = logarithms.reduce((low, x) => Math.min(low, x), Number.POSITIVE_INFINITY);
  const most = logarithms.reduce((high, x) => Math.max(high, x), Number.NEGATIVE_INFINITY);
  const first = preferenceReward(pool.proxy, references.subarray(0, 1));
  return {
    shapes: Object.fromEntries([...effects].map(([name, points]) => [name, tilted(points)])),
    ratioShare: (most - least) / strongest,
    varianceShare: variance(first, 0) / Math.min(1 / 4, variance(pool.proxy, 0) / 16),
  };
}

const tilted = (points: readonly PressurePoint[]): Tilted => ({
  golds: points.map(({ gold }) => gold),
  proxies: points.map(({ proxy }) => proxy),
});

/** Answers with gold N(0, 1), and a proxy that adds an error. */
export function drawnAnswers(answers: number, tails: Tails, random: Random) {
  const gold = Float64Array.from({ length: answers }, () => random.normal());
  const error = tails === "light" ? () => random.normal() : () => HEAVY * studentDraw(FREEDOM, random);
  return { gold, proxy: gold.map((worth) => worth + error()) };
}

/** Student's t: by the polar method of Bailey (1994). */
function studentDraw(freedom: number, random: Random): number {
  for (;;) {
    const [u, v] = [random.uniform(-1, 1), random.uniform(-1, 1)];
    const w = u * u + v * v;
    if (w > 0 && w <= 1) return u * Math.sqrt((freedom * (w ** (-2 / freedom) - 1)) / w);
  }
}

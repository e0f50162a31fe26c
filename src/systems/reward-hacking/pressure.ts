// One drawn world under pressure: tilts and best-of-n of proxies that see some of its dimensions, beside what is known of them.

import { Random } from "../../core/random.ts";
import { bestOfNBound } from "../../evaluation/overoptimisation/best-of-n.ts";
import { calibrated } from "../../evaluation/overoptimisation/judged-answers.ts";
import {
  drawnNormalAnswers,
  drawnNormalWorld,
  goldScore,
  learnedProxy,
  linearScore,
  type NormalLaw,
  type NormalWorld,
  normalLaw,
  scoresOf,
} from "../../evaluation/overoptimisation/normal-world.ts";
import { partingDivergence } from "../../evaluation/overoptimisation/parting.ts";
import {
  bestOfNCurve,
  goldPeak,
  type PressurePoint,
  tiltCurve,
  tiltCurveAt,
} from "../../evaluation/overoptimisation/pressure-curve.ts";
import { studyJob } from "../../study/study.ts";
import { fitOverOptimisation } from "./overoptimisation-law.ts";

export const DIMENSIONS = 16;
/** How many of them a proxy sees. */
export const VISIBLE = [2, 4, 8, 16] as const;
export const CURVATURE = 0.2;
/** Comparisons that a proxy is learned from. */
export const PAIRS = 1000;
/** Answers of the pool, and those of them that are tilted. */
const POOL = 200_000;
const TILTED = 50_000;
/** √KL of the tilts that are simulated, and of those of the pool. */
const DISTANCES = [0.25, 0.5, 1, 1.5, 2, 2.5, 3];
export const POOLED_DISTANCES = [0.5, 1.5] as const;
/** n of best-of-n, and those at which it is held against the closed form. */
export const DRAWS = Array.from({ length: 13 }, (_, k) => 2 ** k);
export const CHECKED_DRAWS = [16, 1024] as const;
/** A strength at which nothing moves. */
const STILL = 1e-4;

export interface WorldJob {
  readonly seed: number;
}

/** What a curve of best-of-n comes to: the peak of gold, what is lost after it, and the fitted law. */
export interface Turned {
  readonly gold: number;
  readonly lost: number;
  readonly explained: number;
  readonly alpha: number;
  readonly beta: number;
  /** KL at which gold is a tenth behind the calibrated proxy; null where it never is. */
  readonly parting: number | null;
}

/** The peak of the law that is fitted to simulated tilts, beside the known one: its place, and gold there. */
export interface Simulated {
  /** Simulated gold less the closed form's, at √KL = 3. */
  readonly off: number;
  readonly at: readonly [fitted: number, known: number];
  readonly gold: readonly [fitted: number, known: number];
}

/** What came of a proxy. */
export interface Pressed {
  /** Of the best weights in the visible dimensions, and of learned ones. */
  readonly projected: Simulated;
  readonly learned: Simulated;
  /** Gold of the tilted pool less the closed form's, [POOLED_DISTANCES]. */
  readonly pooledOff: readonly number[];
  /** Whether the proxy as it was learned, less gold, grows from each distance to the next. */
  readonly gapGrows: boolean;
  /** Best-of-n by the learned proxy; its gold, and the calibrated proxy less that, at each n. */
  readonly turned: Turned;
  readonly golds: readonly number[];
  readonly gaps: readonly number[];
  /** The largest share by which its KL is off the formula; its gold less the closed form's, [CHECKED_DRAWS]. */
  readonly divergenceOff: number;
  readonly drawsOff: readonly number[];
  /** The same proxy where gold saturates. */
  readonly saturating: Turned;
  /** How far gold moves at a very large β. */
  readonly still: number;
}

/** What came of a world: of each number of visible dimensions, and of gold as its own proxy. */
export interface PressedWorld {
  readonly proxies: readonly Pressed[];
  readonly itself: Turned;
  readonly gap: number;
}

export const worldOf = (seed: number) => drawnNormalWorld(DIMENSIONS, CURVATURE, Random.of(seed, "world"));

export const pressing = studyJob(import.meta.url, pressWorld);

export async function pressWorld({ seed }: WorldJob): Promise<PressedWorld> {
  const world = worldOf(seed);
  const centre = new Float64Array(DIMENSIONS);
  const answers = drawnNormalAnswers(POOL, centre, Random.of(seed, "answers"));
  const score = (all: Float64Array, at: number) => goldScore(world, all, at);
  const gold = scoresOf(answers, DIMENSIONS, score);
  const saturating = scoresOf(answers, DIMENSIONS, (all, at) => Math.tanh(linearScore(world.taste, all, at)));
  const proxies = VISIBLE.map((visible): Pressed => {
    const projected = world.taste.map((x, k) => (k < visible ? x : 0));
    const learned = learnedProxy({ pairs: PAIRS, centre, score }, visible, Random.of(seed, "pairs", visible));
    const law = normalLaw(world, learned);
    const proxy = scoresOf(answers, DIMENSIONS, (all, at) => linearScore(learned, all, at));
    const few = { proxy: proxy.subarray(0, TILTED), gold: gold.subarray(0, TILTED) };
    const pooled = POOLED_DISTANCES.map((d) => d * d);
    const curve = bestOfNCurve(calibrated([{ proxy, gold }]), DRAWS);
    const gaps = DISTANCES.map((d) => law.slope * d - goldAt(law, d));
    return {
      projected: simulated(world, projected, answers),
      learned: simulated(world, learned, answers),
      pooledOff: tiltCurveAt([few], pooled).map((point, k) => point.gold - goldAt(law, POOLED_DISTANCES[k])),
      gapGrows: gaps.every((gap, k) => k === 0 || gap > gaps[k - 1]),
      turned: turnedOf(curve),
      golds: curve.map((point) => point.gold),
      gaps: curve.map((point) => point.proxy - point.gold),
      divergenceOff: Math.max(
        ...curve.slice(1).map(({ pressure, divergence }) => Math.abs(divergence / bestOfNBound(pressure) - 1)),
      ),
      drawsOff: CHECKED_DRAWS.map((n) => curve[DRAWS.indexOf(n)].gold - law.bestOf(n)),
      saturating: turnedOf(bestOfNCurve(calibrated([{ proxy, gold: saturating }]), DRAWS)),
      still: Math.abs(tiltCurve([few], [STILL])[0].gold),
    };
  });
  const own = bestOfNCurve([{ proxy: gold, gold }], DRAWS);
  return { proxies, itself: turnedOf(own), gap: Math.max(...own.map((point) => point.proxy - point.gold)) };
}

const goldAt = ({ alpha, beta }: NormalLaw, d: number): number => d * (alpha - beta * d);

function turnedOf(curve: readonly PressurePoint[]): Turned {
  const { gold, lost } = goldPeak(curve);
  const { explained, alpha, beta } = fitted(curve, 0.3);
  return { gold, lost, explained, alpha, beta, parting: partingDivergence(curve) ?? null };
}

/** The law of best-of-n of a curve, from this √KL on. */
export function fitted(points: readonly PressurePoint[], least: number) {
  const law = fitOverOptimisation(points, "best-of-n", least);
  if (law === null) throw new Error("a curve has fewer than three points");
  return law;
}

/** Tilts by drawn answers: those of the reference, moved along the proxy as far as the closed form says. */
function simulated(world: NormalWorld, weights: Float64Array, answers: Float64Array): Simulated {
  const law = normalLaw(world, weights);
  const moved = new Float64Array(DIMENSIONS);
  const points = DISTANCES.map((d): PressurePoint => {
    // √2·d·ŵ, with slope = √2·|w|.
    const step = weights.map((w) => (2 * d * w) / law.slope);
    let gold = DIMENSIONS * CURVATURE;
    for (let k = 0; k < POOL; k++) {
      for (let i = 0; i < DIMENSIONS; i++) moved[i] = answers[k * DIMENSIONS + i] + step[i];
      gold += goldScore(world, moved) / POOL;
    }
    return { pressure: d, divergence: d * d, proxy: law.slope * d, gold };
  });
  const { alpha, beta } = fitted(points, 0);
  const last = DISTANCES.length - 1;
  return {
    off: points[last].gold - goldAt(law, DISTANCES[last]),
    at: [alpha / (2 * beta), law.alpha / (2 * law.beta)],
    gold: [alpha ** 2 / (4 * beta), law.alpha ** 2 / (4 * law.beta)],
  };
}

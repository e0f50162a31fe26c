// The audit of runs that stand still, stop at gold's peak, or go far beyond it.

import { Random } from "../../core/random.ts";
import {
  drawnNormalAnswers,
  goldScore,
  learnedProxy,
  normalLaw,
  scoresOf,
} from "../../evaluation/overoptimisation/normal-world.ts";
import { fallAfterPeak } from "../../evaluation/overoptimisation/parting.ts";
import { studyJob } from "../../study/study.ts";
import { DIMENSIONS, PAIRS, type WorldJob, worldOf } from "./pressure.ts";

const VISIBLE = 8;
/** Runs of each kind in a world, their steps, and evaluation answers of a step. */
export const RUNS = 100;
const STEPS = 10;
const ANSWERS = 200;
/** √KL at the end of an over-optimised run. */
const FAR = 3;

export const RUN_KINDS = ["still", "to the peak", "far beyond"] as const;

export const auditing = studyJob(import.meta.url, auditRuns);

/** Runs in which gold is found to have fallen, [RUN_KINDS]. */
export async function auditRuns({ seed }: WorldJob): Promise<number[]> {
  const world = worldOf(seed);
  const score = (answers: Float64Array, at: number) => goldScore(world, answers, at);
  const centre = new Float64Array(DIMENSIONS);
  const pairs = Random.of(seed, "pairs", VISIBLE);
  const weights = learnedProxy({ pairs: PAIRS, centre, score }, VISIBLE, pairs);
  const { alpha, beta, slope } = normalLaw(world, weights);
  const random = Random.of(seed, "audits");
  /** Gold of evaluation answers while √KL grows evenly to `end`, [steps][answers]. */
  const run = (end: number): Float64Array[] =>
    Array.from({ length: STEPS }, (_, step) => {
      const moved = weights.map((w) => (((2 * end * step) / (STEPS - 1)) * w) / slope);
      return scoresOf(drawnNormalAnswers(ANSWERS, moved, random), DIMENSIONS, score);
    });
  return [0, Math.max(0, alpha / (2 * beta)), FAR].map(
    (end) => Array.from({ length: RUNS }, () => fallAfterPeak(run(end)).fall.low ?? 0).filter((low) => low > 0).length,
  );
}

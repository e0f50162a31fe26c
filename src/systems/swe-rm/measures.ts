// What is said of a verifier before it may be a reward: best of eight, areas under the curve in all and within tasks, calibration.

import type { Random } from "../../core/random.ts";
import { calibrationError, calibrationOf } from "../../evaluation/statistics/calibration.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { bestOf, logitsOf, rewardOf, type Verifier } from "./verifiers.ts";
import { CANDIDATES, drawnTask, drawnTrajectories } from "./world.ts";

const BINS = 15;

/** Trajectories of tasks under the first policy, [tasks][DRAWN]. */
export type Solved = readonly Float64Array[];

export interface VerifierMeasures {
  /** Share of tasks whose highest-scored trajectory solves it (TTS@8). */
  readonly best: number;
  /** Chance that a trajectory which solves is scored above one that does not: of any tasks, and of the same task. */
  readonly pooled: number;
  readonly within: number;
  /** Expected calibration error in 15 bins, and the mean square error. */
  readonly calibration: number;
  readonly brier: number;
}

export function solvedByFirst(skill: Float64Array, tasks: number, random: Random): Solved {
  const policy = new Float64Array(CANDIDATES).fill(1 / CANDIDATES);
  return Array.from({ length: tasks }, (_, k) => {
    const rng = random.stream("task", k);
    return drawnTrajectories(drawnTask(skill, rng), policy, rng.stream("trajectories")).solved;
  });
}

/** `scores` are those of each task's trajectories. */
export function measured(solved: Solved, scores: readonly Float64Array[]): VerifierMeasures {
  const all = solved.flatMap((task) => Array.from(task, (one) => one === 1));
  const rewards = scores.flatMap((task) => Array.from(task, rewardOf));
  const right = solved.reduce((sum, task, k) => sum + task[bestOf(scores[k])], 0);
  const { bins, brier } = calibrationOf(rewards, all, BINS);
  return {
    best: right / solved.length,
    pooled:
      areaUnderCurve(
        scores.flatMap((task) => Array.from(task)),
        all,
      ) ?? 0.5,
    within: withinTasks(solved, scores),
    calibration: calibrationError(bins),
    brier: brier.mean ?? 0,
  };
}

/** Over all pairs of a task that has both kinds. */
function withinTasks(solved: Solved, scores: readonly Float64Array[]): number {
  let [sum, pairs] = [0, 0];
  for (const [k, task] of solved.entries()) {
    const right = task.reduce((count, one) => count + one, 0);
    const area = areaUnderCurve(
      scores[k],
      Array.from(task, (one) => one === 1),
    );
    if (area === null) continue;
    const own = right * (task.length - right);
    sum += own * area;
    pairs += own;
  }
  return sum / pairs;
}

/** Scores of a verifier on given trajectories; the same noise for all verifiers. */
export function scoresOn(verifier: Verifier, solved: Solved, random: Random): Float64Array[] {
  return solved.map((task, k) => logitsOf(verifier, task, random.stream("task", k)));
}

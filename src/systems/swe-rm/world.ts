// Tasks of some difficulty, and trajectories that solve them or not: a trajectory is a vector of features, one direction of which is skill. A
// policy chooses among fresh candidates by a softmax, so that its true success is a finite sum.

import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { softmaxRow } from "../../math/softmax.ts";
import { drawAt } from "../../math/weighted-draw.ts";

export const FEATURES = 24;
export const CANDIDATES = 32;
/** Trajectories of a task that are drawn. */
export const DRAWN = 8;
/** Chance of success: σ(1.2·w·φ − 1 + δ). */
const STEEPNESS = 1.2;
const LEVEL = -1;

/** A task as it is met. */
export interface Task {
  /** [CANDIDATES × FEATURES] */
  readonly features: Float64Array;
  /** Chances of success, [CANDIDATES]. */
  readonly chances: Float64Array;
}

/** w: a direction of length 1. */
export function drawnSkill(random: Random): Float64Array {
  const skill = Float64Array.from({ length: FEATURES }, () => random.normal());
  const length = Math.hypot(...skill);
  return skill.map((x) => x / length);
}

export function drawnTask(skill: Float64Array, random: Random): Task {
  const difficulty = random.normal();
  const features = Float64Array.from({ length: CANDIDATES * FEATURES }, () => random.normal());
  const chances = new Float64Array(CANDIDATES);
  for (let row = 0; row < CANDIDATES; row++) {
    chances[row] = preferenceProbability(STEEPNESS * product(skill, features, row) + LEVEL + difficulty);
  }
  return { features, chances };
}

/** θ·φ of a candidate. */
export function product(theta: Float64Array, features: Float64Array, row: number): number {
  let sum = 0;
  for (let k = 0; k < FEATURES; k++) sum += theta[k] * features[row * FEATURES + k];
  return sum;
}

/** π over a task's candidates, written to `into`. */
export function policyOn({ features }: Task, theta: Float64Array, into: Float64Array): Float64Array {
  for (let row = 0; row < CANDIDATES; row++) into[row] = product(theta, features, row);
  softmaxRow(into, into, 0, CANDIDATES);
  return into;
}

/** Trajectories that a policy wrote, and whether each solved its task. */
export interface Trajectories {
  /** Places among the candidates, [DRAWN]. */
  readonly rows: Int32Array;
  /** [DRAWN] 1 or 0. */
  readonly solved: Float64Array;
}

export function drawnTrajectories({ chances }: Task, policy: Float64Array, random: Random): Trajectories {
  const rows = Int32Array.from({ length: DRAWN }, () => drawAt(policy, 0, CANDIDATES, random));
  return { rows, solved: Float64Array.from(rows, (row) => (random.uniform() < chances[row] ? 1 : 0)) };
}

/** Mean chance of success of a policy over tasks, exactly. */
export function trueSuccess(tasks: readonly Task[], theta: Float64Array): number {
  const policy = new Float64Array(CANDIDATES);
  let sum = 0;
  for (const task of tasks) {
    policyOn(task, theta, policy);
    for (let row = 0; row < CANDIDATES; row++) sum += policy[row] * task.chances[row];
  }
  return sum / tasks.length;
}

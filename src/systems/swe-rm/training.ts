// Policy gradient on a verifier's rewards, compared within a task's group or with all tasks so far.

import type { Random } from "../../core/random.ts";
import { CANDIDATES, DRAWN, drawnTask, drawnTrajectories, FEATURES, policyOn, type Task } from "./world.ts";

/** What a reward is compared with: its group, divided by the group's deviation, or a running mean of all rewards. */
export const BASELINES = ["group", "global"] as const;
export type Baseline = (typeof BASELINES)[number];

const TASKS = 16;
const STEPS = 150;
/** Of the running mean. */
const MEMORY = 0.95;
const TINY = 1e-4;
const HELD_OUT = 1000;

/** What the trajectories of a task are paid, [DRAWN]. `seen` is the task as it is. */
export type Pay = (
  solved: Float64Array,
  seen: { readonly task: Task; readonly rows: Int32Array },
  random: Random,
) => Float64Array;

export interface TrainingOptions {
  readonly baseline: Baseline;
  readonly rate: number;
}

/** θ after 150 steps of 16 tasks. The same tasks and draws for any pay, as long as policies are the same. */
export function trainedPolicy(
  skill: Float64Array,
  pay: Pay,
  { baseline, rate }: TrainingOptions,
  random: Random,
): Float64Array {
  const theta = new Float64Array(FEATURES);
  const gradient = new Float64Array(FEATURES);
  const policy = new Float64Array(CANDIDATES);
  let [mean, weight] = [0, 0];
  for (let step = 0; step < STEPS; step++) {
    gradient.fill(0);
    let sum = 0;
    for (let k = 0; k < TASKS; k++) {
      const rng = random.stream("task", step, k);
      const task = drawnTask(skill, rng);
      policyOn(task, theta, policy);
      const { rows, solved } = drawnTrajectories(task, policy, rng.stream("trajectories"));
      const rewards = pay(solved, { task, rows }, rng.stream("verifier"));
      for (let j = 0; j < DRAWN; j++) sum += rewards[j];
      const advantages =
        baseline === "group" ? withinGroup(rewards) : rewards.map((r) => r - (weight === 0 ? 0 : mean / weight));
      addGradient(task, policy, rows, advantages, gradient);
    }
    mean = MEMORY * mean + (1 - MEMORY) * (sum / (TASKS * DRAWN));
    weight = MEMORY * weight + (1 - MEMORY);
    for (let j = 0; j < FEATURES; j++) theta[j] += (rate * gradient[j]) / (TASKS * DRAWN);
  }
  return theta;
}

function withinGroup(rewards: Float64Array): Float64Array {
  const mean = rewards.reduce((a, b) => a + b, 0) / rewards.length;
  const deviation = Math.sqrt(rewards.reduce((sum, r) => sum + (r - mean) ** 2, 0) / rewards.length);
  return rewards.map((r) => (r - mean) / (deviation + TINY));
}

/** Adds Σ A·∇ ln π of the chosen rows. */
function addGradient(
  { features }: Task,
  policy: Float64Array,
  rows: Int32Array,
  advantages: Float64Array,
  gradient: Float64Array,
): void {
  let whole = 0;
  for (let j = 0; j < rows.length; j++) {
    whole += advantages[j];
    for (let k = 0; k < FEATURES; k++) gradient[k] += advantages[j] * features[rows[j] * FEATURES + k];
  }
  if (whole === 0) return;
  for (let row = 0; row < CANDIDATES; row++) {
    for (let k = 0; k < FEATURES; k++) gradient[k] -= whole * policy[row] * features[row * FEATURES + k];
  }
}

/** Held-out tasks of a seed. */
export function heldOutTasks(skill: Float64Array, random: Random): Task[] {
  return Array.from({ length: HELD_OUT }, (_, k) => drawnTask(skill, random.stream("held out", k)));
}

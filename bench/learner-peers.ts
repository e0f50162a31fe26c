// Agon's PPO and Stable-Baselines3's as processes on one core each, given the same task.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { LearnerOutcome, LearnerTask } from "./learner-task.ts";

export const SIDES = ["Agon", "Stable-Baselines3"] as const;
export type Side = (typeof SIDES)[number];

/** What a process did; `wall` is its own time from start to end in seconds. */
export interface Run extends LearnerOutcome {
  readonly wall: number;
}

const HERE = fileURLToPath(new URL("./learner-process.js", import.meta.url));
const THERE = fileURLToPath(new URL("../../interop/ppo_reference.py", import.meta.url));
const run = promisify(execFile);

/** Trains; `python` is an interpreter that has the peer. */
export async function learn(side: Side, python: string, task: LearnerTask, seed: number): Promise<Run> {
  const [program, script] = side === "Agon" ? [process.execPath, HERE] : [python, THERE];
  const start = performance.now();
  const { stdout } = await run(program, [script, JSON.stringify({ ...task, seed })]);
  const outcome: LearnerOutcome = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  return { ...outcome, wall: (performance.now() - start) / 1000 };
}

/** A training of so many steps that no pay ends. */
export const endless = (task: LearnerTask, steps: number): LearnerTask => ({ ...task, goal: 1e9, limit: steps });

/** Floating-point operations per second of a large matrix product on one core, by the peer's library. */
export async function peakRate(python: string): Promise<number> {
  return JSON.parse((await run(python, [THERE, "peak"])).stdout).peak;
}

/** Gradient steps that so many steps of play give. */
export function gradientSteps({ copies, rollout, epochs, minibatches }: LearnerTask, steps: number): number {
  return (steps / (copies * rollout)) * epochs * minibatches;
}

/** Floating-point operations of the products in one gradient step: actor and critic of 64 and 64 units, there and back. */
export function operations({ copies, rollout, minibatches, inputs, choices }: LearnerTask): number {
  const batch = (copies * rollout) / minibatches;
  const network = (outputs: number) => 3 * (inputs * 64 + 64 * 64 + 64 * outputs) - inputs * 64;
  return 2 * batch * (network(choices) + network(1));
}

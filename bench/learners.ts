// Seconds until PPO has solved a task, Agon's and Stable-Baselines3's in turns, each in a process of its own on one core with
// the same hyper-parameters, seeds and threshold.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../src/evaluation/moments.ts";
import { type LearnerOutcome, type LearnerTask, TASKS } from "./learner-task.ts";
import { atLeast, type Target } from "./target.ts";

/** One side of one task; medians over the seeds that solved it. */
export interface LearnerFigures {
  readonly task: string;
  readonly side: "Agon" | "Stable-Baselines3";
  readonly seeds: number;
  readonly solved: number;
  /** Of the process from start to end. */
  readonly seconds: number;
  readonly steps: number;
  /** Steps and gradient steps per second of training. */
  readonly stepsPerSecond: number;
  readonly updatesPerSecond: number;
  /** Floating-point operations of its gradient steps per second, over those of a large matrix product. */
  readonly shareOfPeak: number;
}

interface Run extends LearnerOutcome {
  readonly wall: number;
}

const HERE = fileURLToPath(new URL("./learner-process.js", import.meta.url));
const THERE = fileURLToPath(new URL("../../interop/ppo_reference.py", import.meta.url));
const run = promisify(execFile);

/** Measures all tasks with `seeds` seeds; `python` is an interpreter that has the peer. */
export async function benchLearners(
  python: string,
  seeds: number,
  progress: (text: string) => void,
): Promise<LearnerFigures[]> {
  const { peak } = JSON.parse((await run(python, [THERE, "peak"])).stdout);
  const figures: LearnerFigures[] = [];
  for (const task of TASKS) {
    const ours: Run[] = [];
    const theirs: Run[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      progress(`learners: ${task.name}, seed ${seed} of ${seeds}`);
      ours.push(await timed(process.execPath, [HERE], { ...task, seed }));
      theirs.push(await timed(python, [THERE], { ...task, seed }));
    }
    figures.push(figuresOf(task, "Agon", ours, peak), figuresOf(task, "Stable-Baselines3", theirs, peak));
  }
  return figures;
}

async function timed(program: string, before: readonly string[], task: LearnerTask & { seed: number }): Promise<Run> {
  const start = performance.now();
  const { stdout } = await run(program, [...before, JSON.stringify(task)]);
  const outcome: LearnerOutcome = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  return { ...outcome, wall: (performance.now() - start) / 1000 };
}

function figuresOf(
  task: LearnerTask,
  side: LearnerFigures["side"],
  runs: readonly Run[],
  peak: number,
): LearnerFigures {
  const solved = runs.filter((one) => one.solved);
  const rate = (of: (one: Run) => number) => median(runs.map((one) => of(one) / one.seconds));
  const updatesPerSecond = rate(({ steps }) => updatesOf(task, steps));
  return {
    task: task.name,
    side,
    seeds: runs.length,
    solved: solved.length,
    seconds: median(solved.map(({ wall }) => wall)),
    steps: median(solved.map(({ steps }) => steps)),
    stepsPerSecond: rate(({ steps }) => steps),
    updatesPerSecond,
    shareOfPeak: (updatesPerSecond * operations(task)) / peak,
  };
}

/** Gradient steps that so many steps of play give. */
function updatesOf({ copies, rollout, epochs, minibatches }: LearnerTask, steps: number): number {
  return (steps / (copies * rollout)) * epochs * minibatches;
}

/** Floating-point operations of the products in one gradient step: actor and critic of 64 and 64 units, there and back. */
function operations({ copies, rollout, minibatches, name }: LearnerTask): number {
  const [inputs, choices] = name === "cart-pole" ? [4, 2] : [8, 4];
  const batch = (copies * rollout) / minibatches;
  const network = (outputs: number) => 3 * (inputs * 64 + 64 * 64 + 64 * outputs) - inputs * 64;
  return 2 * batch * (network(choices) + network(1));
}

/** Three times as fast end to end. */
export function learnerTargets(figures: readonly LearnerFigures[]): Target[] {
  return TASKS.flatMap(({ name }) => {
    const [ours, theirs] = ["Agon", "Stable-Baselines3"].map((side) =>
      figures.find((one) => one.task === name && one.side === side),
    );
    if (ours === undefined || theirs === undefined) return [];
    return [
      atLeast(`PPO solves ${name}, against Stable-Baselines3`, 3, theirs.seconds / ours.seconds, "times as fast"),
      atLeast(
        `PPO steps on ${name}, against the same`,
        3,
        ours.stepsPerSecond / theirs.stepsPerSecond,
        "times as many",
      ),
    ];
  });
}

// Seconds until PPO has solved a task, Agon's and Stable-Baselines3's in turns, with the same hyper-parameters, seeds and
// threshold.

import { median } from "../src/evaluation/statistics/moments.ts";
import { learn, type Run, SIDES, type Side } from "./learner-peers.ts";
import { TASKS } from "./learner-task.ts";
import { atLeast, type Target } from "./target.ts";

/** One side of one task; medians over the seeds that solved it. */
export interface LearnerFigures {
  readonly task: string;
  readonly side: Side;
  readonly seeds: number;
  readonly solved: number;
  /** Of the process from start to end. */
  readonly seconds: number;
  /** Of processor time. */
  readonly processorSeconds: number;
  readonly steps: number;
  /** Steps per second of training, learning included. */
  readonly stepsPerSecond: number;
}

/** Measures all tasks with `seeds` seeds. */
export async function benchLearners(
  python: string,
  seeds: number,
  progress: (text: string) => void,
): Promise<LearnerFigures[]> {
  const figures: LearnerFigures[] = [];
  for (const task of TASKS) {
    const runs = new Map<Side, Run[]>(SIDES.map((side) => [side, []]));
    for (let seed = 1; seed <= seeds; seed++) {
      progress(`learners: ${task.name}, seed ${seed} of ${seeds}`);
      for (const [side, list] of runs) list.push(await learn(side, python, task, seed));
    }
    for (const [side, list] of runs) figures.push(figuresOf(task.name, side, list));
  }
  return figures;
}

function figuresOf(task: string, side: Side, runs: readonly Run[]): LearnerFigures {
  const solved = runs.filter((one) => one.solved);
  return {
    task,
    side,
    seeds: runs.length,
    solved: solved.length,
    seconds: median(solved.map(({ wall }) => wall)),
    processorSeconds: median(solved.map(({ cpu }) => cpu)),
    steps: median(solved.map(({ steps }) => steps)),
    stepsPerSecond: median(runs.map(({ steps, seconds }) => steps / seconds)),
  };
}

/** Three times as fast end to end. */
export function learnerTargets(figures: readonly LearnerFigures[]): Target[] {
  return TASKS.flatMap(({ name }) => {
    const [ours, theirs] = SIDES.map((side) => figures.find((one) => one.task === name && one.side === side));
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

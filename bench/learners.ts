// Seconds until PPO has solved a task, Agon's and Stable-Baselines3's in turns, with the same hyper-parameters, seeds and
// threshold.

import { median } from "../src/evaluation/statistics/moments.ts";
import { endless, learn, type Run, SIDES, type Side } from "./learner-peers.ts";
import { TASKS } from "./learner-task.ts";
import { atLeast, type Target } from "./target.ts";

/** One side of one task; medians over the seeds that solved it, or over all where none was to. */
export interface LearnerFigures {
  readonly task: string;
  readonly side: Side;
  readonly seeds: number;
  /** Undefined where the trainings were too short for it. */
  readonly solved: number | undefined;
  /** Of the process from start to end. */
  readonly seconds: number;
  /** Of processor time. */
  readonly processorSeconds: number;
  readonly steps: number;
  /** Steps per second of training, learning included. */
  readonly stepsPerSecond: number;
}

/** How much is measured. */
export interface LearnerLength {
  readonly seeds: number;
  /** Rollouts after which a training ends; undefined where it goes on until the task is solved. */
  readonly rollouts?: number;
}

/** Measures all tasks. */
export async function benchLearners(
  python: string,
  { seeds, rollouts }: LearnerLength,
  progress: (text: string) => void,
): Promise<LearnerFigures[]> {
  const figures: LearnerFigures[] = [];
  for (const task of TASKS) {
    const runs = new Map<Side, Run[]>(SIDES.map((side) => [side, []]));
    for (let seed = 1; seed <= seeds; seed++) {
      progress(`learners: ${task.name}, seed ${seed} of ${seeds}`);
      const order = rollouts === undefined ? task : endless(task, rollouts * task.copies * task.rollout);
      for (const [side, list] of runs) list.push(await learn(side, python, order, seed));
    }
    for (const [side, list] of runs) figures.push(figuresOf(task.name, side, list, rollouts === undefined));
  }
  return figures;
}

function figuresOf(task: string, side: Side, runs: readonly Run[], toTheEnd: boolean): LearnerFigures {
  const solved = toTheEnd ? runs.filter((one) => one.solved) : runs;
  return {
    task,
    side,
    seeds: runs.length,
    solved: toTheEnd ? solved.length : undefined,
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
    const solves = `PPO solves ${name}, against Stable-Baselines3`;
    const isToTheEnd = ours.solved !== undefined;
    return [
      ...(isToTheEnd ? [atLeast(solves, 3, theirs.seconds / ours.seconds, "times as fast")] : []),
      atLeast(
        `PPO steps on ${name}, against the same`,
        3,
        ours.stepsPerSecond / theirs.stepsPerSecond,
        "times as many",
      ),
    ];
  });
}

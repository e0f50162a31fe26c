// Where a learner's time goes: steps of play per second, and gradient steps per second, each without the other. A training of
// twice the length and one with three times the epochs tell them apart, and starting up cancels out.

import { median } from "../src/evaluation/statistics/moments.ts";
import { endless, gradientSteps, learn, operations, peakRate, SIDES, type Side } from "./learner-peers.ts";
import type { LearnerTask } from "./learner-task.ts";

/** One side of one task; medians. */
export interface RateFigures {
  readonly task: string;
  readonly side: Side;
  /** Steps of the world per second with a policy that acts and values that are asked for; NaN where starting up drowned it. */
  readonly playPerSecond: number;
  /** Gradient steps per second. */
  readonly gradientsPerSecond: number;
  /** Numbers in a gradient step's batch. */
  readonly batch: number;
  /** Floating-point operations of the gradient steps per second, over those of a large matrix product. */
  readonly shareOfPeak: number;
}

/** How much is measured. */
export interface RateLength {
  readonly turns: number;
  readonly tasks: readonly LearnerTask[];
  /** Steps of the shortest training. */
  readonly steps: number;
}

/** Measures the tasks in turns. */
export async function benchRates(
  python: string,
  { turns, tasks, steps }: RateLength,
  progress: (text: string) => void,
): Promise<RateFigures[]> {
  const peak = await peakRate(python);
  const figures: RateFigures[] = [];
  for (const task of tasks) {
    const taken = new Map<Side, { play: number; gradient: number }[]>(SIDES.map((side) => [side, []]));
    for (let turn = 1; turn <= turns; turn++) {
      progress(`rates: ${task.name}, turn ${turn} of ${turns}`);
      for (const [side, list] of taken) list.push(await secondsPer(side, python, task, turn, steps));
    }
    for (const [side, list] of taken) {
      const gradientsPerSecond = perSecond(list.map(({ gradient }) => gradient));
      figures.push({
        task: task.name,
        side,
        playPerSecond: perSecond(list.map(({ play }) => play)),
        gradientsPerSecond,
        batch: (task.copies * task.rollout) / task.minibatches,
        shareOfPeak: (gradientsPerSecond * operations(task)) / peak,
      });
    }
  }
  return figures;
}

function perSecond(seconds: readonly number[]): number {
  const one = median(seconds);
  return one > 0 ? 1 / one : Number.NaN;
}

/** Seconds of a step of play, and of a gradient step. */
async function secondsPer(
  side: Side,
  python: string,
  task: LearnerTask,
  seed: number,
  length: number,
): Promise<{ play: number; gradient: number }> {
  const seconds = async (lengths: number, epochs: number) => {
    const order = endless({ ...task, epochs: epochs * task.epochs }, lengths * length);
    return (await learn(side, python, order, seed)).seconds;
  };
  const [short, long, thorough] = [await seconds(1, 1), await seconds(2, 1), await seconds(2, 3)];
  const steps = gradientSteps(task, length);
  const gradient = (thorough - long) / (4 * steps);
  return { gradient, play: (long - short - steps * gradient) / length };
}

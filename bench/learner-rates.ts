// Where a learner's time goes: steps of play per second, and gradient steps per second, each without the other. A training of
// twice the length and one with three times the epochs tell them apart, and starting up cancels out.

import { median } from "../src/evaluation/statistics/moments.ts";
import { endless, gradientSteps, learn, operations, peakRate, SIDES, type Side } from "./learner-peers.ts";
import type { LearnerTask } from "./learner-task.ts";

/** One side of one task; medians. */
export interface RateFigures {
  readonly task: string;
  readonly side: Side;
  /** Steps of the world per second with a policy that acts and values that are asked for; undefined where it is left out. */
  readonly playPerSecond: number | undefined;
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
  /** Whether steps of play are told apart too, which takes one more training. */
  readonly play: boolean;
}

/** Measures the tasks in turns. */
export async function benchRates(
  python: string,
  { turns, tasks, ...length }: RateLength,
  progress: (text: string) => void,
): Promise<RateFigures[]> {
  const peak = await peakRate(python);
  const figures: RateFigures[] = [];
  for (const task of tasks) {
    const taken = new Map<Side, Awaited<ReturnType<typeof secondsPer>>[]>(SIDES.map((side) => [side, []]));
    for (let turn = 1; turn <= turns; turn++) {
      progress(`rates: ${task.name}, turn ${turn} of ${turns}`);
      for (const [side, list] of taken) list.push(await secondsPer(side, python, task, turn, length));
    }
    for (const [side, list] of taken) {
      const gradientsPerSecond = 1 / median(list.map(({ gradient }) => gradient));
      const plays = list.flatMap(({ play }) => play ?? []);
      figures.push({
        task: task.name,
        side,
        playPerSecond: plays.length === 0 ? undefined : 1 / median(plays),
        gradientsPerSecond,
        batch: (task.copies * task.rollout) / task.minibatches,
        shareOfPeak: (gradientsPerSecond * operations(task)) / peak,
      });
    }
  }
  return figures;
}

/** Seconds of a step of play, and of a gradient step. */
async function secondsPer(
  side: Side,
  python: string,
  task: LearnerTask,
  seed: number,
  { steps, play }: Pick<RateLength, "steps" | "play">,
): Promise<{ readonly play?: number; readonly gradient: number }> {
  const seconds = async (lengths: number, epochs: number) => {
    const order = endless({ ...task, epochs: epochs * task.epochs }, lengths * steps);
    return (await learn(side, python, order, seed)).seconds;
  };
  const [long, thorough] = [await seconds(2, 1), await seconds(2, 3)];
  const gradients = gradientSteps(task, steps);
  const gradient = (thorough - long) / (4 * gradients);
  if (!play) return { gradient };
  return { gradient, play: (long - (await seconds(1, 1)) - gradients * gradient) / steps };
}

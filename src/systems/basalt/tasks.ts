// The four tasks as judges and programmers see them: the hidden rubric of each, and a reward that is easily written by hand.

import type { Random } from "../../core/random.ts";
import { TASK_NAMES, type YardTask } from "../../environments/gridworld/fuzzy-yard/layouts.ts";
import { fuzzyYardWorld } from "../../environments/gridworld/fuzzy-yard/world.ts";
import type { RubricCriterion } from "../../feedback/rubric.ts";
import { randomOrder } from "../../math/weighted-draw.ts";

export { TASK_NAMES, type YardTask };

/** Slope of a teacher's and of judges' answers: 1 over the scale of their noise, in units of the rubric. */
export const SLOPE = 12;

export const yardOf = (task: YardTask) => fuzzyYardWorld.make({ task });

/** What a criterion is worth at which ends: channel, worst, best, weight. */
type Line = readonly [channel: string, worst: number, best: number, weight: number];

const criteria = (...lines: readonly Line[]): RubricCriterion[] =>
  lines.map(([channel, worst, best, weight]) => ({ channel, worst, best, weight }));

/** Six criteria each; those that are best at their lower end are side constraints. */
export const RUBRICS: Readonly<Record<YardTask, readonly RubricCriterion[]>> = {
  cave: criteria(
    ["inside", 0, 1, 4],
    ["away", 16, 0, 1],
    ["broken", 4, 0, 1.5],
    ["made", 4, 0, 0.5],
    ["ended", 0, 1, 1],
    ["time", 1, 0.2, 1],
  ),
  waterfall: criteria(
    ["view", 0, 6, 4],
    ["poured", 4, 1, 1.5],
    ["broken", 4, 0, 1],
    ["made", 4, 0, 0.5],
    ["ended", 0, 1, 1],
    ["time", 1, 0.2, 1],
  ),
  pen: criteria(
    ["penned", 0, 2, 4],
    ["beside", 1, 2, 2],
    ["struck", 3, 0, 1.5],
    ["broken", 3, 0, 1],
    ["ended", 0, 1, 0.5],
    ["time", 1, 0.4, 0.5],
  ),
  house: criteria(
    ["room", 0, 1, 3],
    ["material", 0, 1, 1],
    ["size", 0, 1, 1],
    ["door", 0, 1, 1],
    ["broken", 4, 0, 1.5],
    ["time", 1, 0.3, 1],
  ),
};

/** The channel that a hand-written reward pays the rise of. */
export const PROXIES: Readonly<Record<YardTask, string>> = {
  cave: "depth",
  waterfall: "water",
  pen: "fences",
  house: "made",
};

/** Each task's rubric with weights that were shuffled among the criteria of all tasks. */
export function shuffledRubrics(random: Random): Readonly<Record<YardTask, readonly RubricCriterion[]>> {
  const weights = TASK_NAMES.flatMap((task) => RUBRICS[task].map(({ weight }) => weight));
  const order = randomOrder(weights.length, random);
  let at = 0;
  const of = (task: YardTask) => RUBRICS[task].map((one) => ({ ...one, weight: weights[order[at++]] }));
  return { cave: of("cave"), waterfall: of("waterfall"), pen: of("pen"), house: of("house") };
}

// Restricts an environment to a list of starts, with which a training selects what is practised. A start determines an environment's random
// numbers at reset, so any environment can be used.

import type { NumericEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { shuffle } from "../math/weighted-draw.ts";

/** Random stream of a start: the same for the same number, under any seed of the experiment. */
export const startOf = (start: number): Random => Random.of(start, "start");

/**
 * The environment with episodes that start from one of `starts`, with equal probabilities, and continue with the episode's own random
 * numbers. The list may change between episodes and must not be empty at a reset.
 */
export const startsFrom = (world: NumericEnvironment, starts: readonly number[]): NumericEnvironment => ({
  ...world,
  reset(random, outcomes) {
    world.reset(startOf(starts[random.integer(starts.length)]), outcomes);
  },
});

/** Candidates per requested start; an environment with few initial states yields the same ones repeatedly. */
const PATIENCE = 16;

/**
 * Up to `count` starts with different initial states, in random order, from the list or from all numbers. There are fewer where the
 * environment has fewer initial states; rare ones may be missed.
 */
export function differentStarts(
  world: NumericEnvironment,
  count: number,
  random: Random,
  listed?: readonly number[],
): number[] {
  const order = listed && [...listed];
  if (order !== undefined) shuffle(order, random);
  const outcomes = new Float64Array(world.spec.channels.length);
  const seen = new Set<string>();
  const starts: number[] = [];
  for (let k = 0; k < (order?.length ?? PATIENCE * count) && starts.length < count; k++) {
    const start = order?.[k] ?? random.integer(2 ** 31);
    world.reset(startOf(start), outcomes);
    const stands = world.state.buffer.join();
    if (!seen.has(stands)) starts.push(start);
    seen.add(stands);
  }
  return starts;
}

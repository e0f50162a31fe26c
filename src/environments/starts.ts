// A world that begins its episodes from a list of starts, with which a training chooses what is practised. A start is what
// a world draws from its beginning, so that any world can be curated.

import type { NumericEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { shuffle } from "../math/weighted-draw.ts";

/** What a start draws from: the same for the same number, under any seed of the experiment. */
export const startOf = (start: number): Random => Random.of(start, "start");

/**
 * The world, whose episodes begin as one of `starts` says, each as often; they go on by the luck of the episode. The list may
 * change between episodes, and must not be empty when one begins.
 */
export const startsFrom = (world: NumericEnvironment, starts: readonly number[]): NumericEnvironment => ({
  ...world,
  reset(random, outcomes) {
    world.reset(startOf(starts[random.integer(starts.length)]), outcomes);
  },
});

/** Numbers that are drawn for each that is looked for; a world of few beginnings draws the same again and again. */
const PATIENCE = 16;

/**
 * Starts at which the world stands differently, `count` at most, in a random order: of those that are listed, or of all numbers.
 * There are fewer where the world has fewer beginnings; those that it hardly ever draws may be missed.
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

// A world that begins its episodes from a list of starts: whoever chooses what is practised chooses them. A start is what a
// world draws from its beginning, so that any world can be curated, whatever it is made of.

import type { NumericEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";

/** What a start draws from: the same for the same number, whatever the seed of the experiment. */
export function startOf(start: number): Random {
  return Random.of(start, "start");
}

/**
 * The world, whose episodes begin as one of `starts` says, each as often; they go on by the luck of the episode. The list may
 * change between episodes, and must not be empty when one begins.
 */
export function startsFrom(world: NumericEnvironment, starts: readonly number[]): NumericEnvironment {
  return {
    ...world,
    reset(random, outcomes) {
      world.reset(startOf(starts[random.integer(starts.length)]), outcomes);
    },
  };
}

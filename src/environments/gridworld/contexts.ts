// Selects the map of an episode: one of a fixed number of contexts, or a new one each time. Together with an environment whose rules do not
// change, this is a contextual decision process.

import { share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import type { TileMap } from "./tiles.ts";

/** A map with the agent's start tile. */
export interface Level {
  readonly grid: TileMap;
  readonly start: number;
}

export type LevelMaker = (random: Random) => Level;

/** Parameters of all environments with contexts. */
export const contextParameters = {
  contexts: whole(0, 100_000, 0).describe("number of maps that episodes are drawn from; 0: a new map each episode"),
  layoutSeed: whole(0, 1_000_000_000, 0).describe("seed of the fixed maps"),
  sharedMap: share(0).describe(
    "share of the episodes that are played on the first fixed map, for any number of contexts",
  ),
};

export interface ContextOptions {
  readonly contexts: number;
  readonly layoutSeed: number;
  readonly sharedMap: number;
}

/** Provides each episode's map; maps of fixed contexts are drawn once and cached. */
export interface Contexts {
  draw(random: Random): Level;
  fixed(context: number): Level;
  /** True where every episode has the same map. */
  readonly single: boolean;
}

/** Creates contexts from their options: context k is what `make` draws from the stream of the layout seed and k. */
export function contextsOf({ contexts, layoutSeed, sharedMap }: ContextOptions, make: LevelMaker): Contexts {
  const kept = new Map<number, Level>();
  const fixed = (context: number): Level => {
    const known = kept.get(context);
    if (known !== undefined) return known;
    const level = make(Random.of(layoutSeed, "layout", context));
    kept.set(context, level);
    return level;
  };
  const single = contexts === 1 || sharedMap === 1;
  return {
    fixed,
    single,
    draw(random) {
      if (single || (sharedMap > 0 && random.uniform() < sharedMap)) return fixed(0);
      return contexts === 0 ? make(random) : fixed(random.integer(contexts));
    },
  };
}

// Which map an episode is played on: one of a fixed number of contexts, or a new one each time. A contextual decision
// process is this and a world whose rules never change.

import { share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import type { TileMap } from "./tiles.ts";

/** A map with the tile where the agent begins. */
export interface Level {
  readonly grid: TileMap;
  readonly start: number;
}

export type LevelMaker = (random: Random) => Level;

/** Parameters that every world with contexts has. */
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

/** Gives each episode its map; maps of fixed contexts are drawn once and kept. */
export interface Contexts {
  draw(random: Random): Level;
  /** The map of a fixed context. */
  fixed(context: number): Level;
  /** True where every episode has the same map. */
  readonly single: boolean;
}

/** Contexts by their options: context k is what `make` draws from the stream of the layout seed and k. */
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

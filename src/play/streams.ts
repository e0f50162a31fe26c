// Where the random numbers of an episode come from: one stream for the world, one for each seat. Every caller keeps its own
// names, since results hang on them.

import { Random } from "../core/random.ts";

/** The random numbers of one episode. */
export interface EpisodeStreams {
  /** What the world draws from. */
  readonly world: Random;
  /** What the world draws from at its reset, where that is another stream: the same beginning then meets other luck. */
  readonly start?: Random;
  /** Number of the episode among all of a run; an episode for trial, as in a training, has none. */
  readonly place?: number;
  /** What the agent in a seat draws from. */
  readonly agent: (seat: number) => Random;
}

/**
 * Streams of an experiment's cells, named by seed, episode and seat and by nothing else, so that variants of a comparison meet
 * the same luck. A cell has so many `episodes`, which number those of a run: seed by seed.
 */
export function streamsOf(seed: number, episode: number, episodes = 1): EpisodeStreams {
  return {
    world: Random.of(seed, "environment", episode),
    place: seed * episodes + episode,
    agent: (seat) => Random.of(seed, "agent", seat, episode),
  };
}

/** Streams below one that the caller names: the world draws from `world` itself, agents from streams beneath it. */
export function streamsBelow(world: Random): EpisodeStreams {
  let seats: Random | undefined;
  return {
    world,
    agent(seat) {
      seats ??= world.stream("policy");
      return seats.stream("agent", seat);
    },
  };
}

/** Streams of one of several tries from the same beginning: the world draws from `start` at its reset, and from `luck` afterwards. */
export const streamsFrom = (start: Random, random: Random): EpisodeStreams => ({
  ...{ start, world: random },
  agent: (seat) => random.stream("agent", seat),
});

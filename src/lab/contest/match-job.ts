// One match of a contest: games between programs, each played twice with seats swapped and the same luck. A job for a thread.

import { Random } from "../../core/random.ts";
import { arenas } from "../../environments/arenas/index.ts";
import type { ThreadJob } from "../jobs.ts";
import { type NamedEntrant, opened } from "./fighters.ts";

/** What a match depends on, and nothing else. */
export interface Match {
  readonly arena: string;
  readonly parameters: unknown;
  /** Two programs, in the order of their contents. */
  readonly entrants: readonly [NamedEntrant, NamedEntrant];
  /** Pairs of games. */
  readonly pairs: number;
  readonly seed: number;
}

/** Points of the first program in each game: those of a pair side by side, in whose second game it has the other seat. */
export interface MatchResult {
  readonly points: readonly number[];
}

/** Plays a match. Throws a UserError with the place of a mistake in a program. */
export async function playMatch(
  { arena: id, parameters, entrants, pairs, seed }: Match,
  signal?: AbortSignal,
): Promise<MatchResult> {
  const arena = (await arenas.get(id)).make(parameters);
  const { all, close } = opened(id, entrants);
  const [first, second] = all;
  // Of each match its own, so that games of different matches are independent.
  const luck = () => Random.of(seed, "contest", id, first.text, second.text);
  const [straight, swapped] = [arena.begin([first, second], luck()), arena.begin([second, first], luck())];
  const points: number[] = [];
  try {
    for (let pair = 0; pair < pairs; pair++) {
      signal?.throwIfAborted();
      points.push((await straight.play())[0], (await swapped.play())[1]);
    }
  } finally {
    straight.close?.();
    swapped.close?.();
    await close();
  }
  return { points };
}

/** The same, for a thread. */
export const matchJob: ThreadJob<Match, MatchResult> = {
  module: import.meta.url,
  name: "playMatch",
  compute: playMatch,
};

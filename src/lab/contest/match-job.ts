// One match of a contest: games between programs, each played twice with seats swapped and the same luck. A job for a thread.

import { Random } from "../../core/random.ts";
import type { Entrant, GameOptions } from "../../environments/arenas/arena.ts";
import { arenas } from "../../environments/arenas/index.ts";
import type { ThreadJob } from "../engine.ts";
import { inThread } from "../jobs.ts";
import { type NamedEntrant, opened } from "./fighters.ts";
import { matchTravel } from "./match-travel.ts";

/** What a match depends on, and nothing else. */
export interface Match {
  readonly arena: string;
  readonly parameters: unknown;
  /** Two programs, in the order of their contents. */
  readonly entrants: readonly [NamedEntrant, NamedEntrant];
  /** Pairs of games. */
  readonly pairs: number;
  readonly seed: number;
  /** How often the two have met before in a contest: each time with luck of its own. */
  readonly again: number;
}

/** Points of the first program in each game: those of a pair side by side, in whose second game it has the other seat. */
export interface MatchResult {
  readonly points: readonly number[];
  /** Where programs ran outside, which may do otherwise another time: what was done, [games][steps][seats × actionSize]. */
  readonly moves?: readonly (readonly (readonly number[])[])[];
}

/** Plays a match. Throws a UserError with the place of a mistake in a program. */
export async function playMatch(match: Match, signal?: AbortSignal): Promise<MatchResult> {
  const { all, close } = opened(match.arena, match.entrants);
  const isOutside = all.some(({ fighter }) => fighter !== undefined);
  const moves: number[][][] = [];
  const recorded = (): GameOptions => {
    const game: number[][] = [];
    moves.push(game);
    return { watch: ({ actions }) => void (actions && game.push([...Array.from(actions)])) };
  };
  const options = () => (isOutside ? recorded() : {});
  const points: number[] = [];
  try {
    const { straight, swapped } = await begun(match, all);
    try {
      for (let pair = 0; pair < match.pairs; pair++) {
        signal?.throwIfAborted();
        points.push((await straight.play(options()))[0], (await swapped.play(options()))[1]);
      }
    } finally {
      straight.close?.();
      swapped.close?.();
    }
  } finally {
    await close();
  }
  return { points, ...(isOutside ? { moves } : {}) };
}

/** The games of a match before the first: those with the entrants in their order, and those with seats swapped and the same luck. */
export async function begun({ arena: id, parameters, seed, again }: Match, [first, second]: readonly Entrant[]) {
  const arena = (await arenas.get(id)).make(parameters);
  // Of each match its own, so that games of different matches are independent.
  const luck = () => Random.of(seed, "contest", id, first.text, second.text, ...(again === 0 ? [] : [again]));
  return { straight: arena.begin([first, second], luck()), swapped: arena.begin([second, first], luck()) };
}

/** The same, for a thread. */
export const threadMatch = inThread((match: Match) => playMatch(match));
export const matchJob: ThreadJob<Match, MatchResult> = {
  module: import.meta.url,
  name: "threadMatch",
  compute: playMatch,
  travel: matchTravel,
};

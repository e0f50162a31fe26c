// One match of a contest: games between programs, each played twice with seats swapped and the same luck. A job for a thread.

import { join, parse, relative } from "node:path";
import { serialize } from "node:v8";
import { Random } from "../../core/random.ts";
import type { Entrant, GameOptions } from "../../environments/arenas/arena.ts";
import { arenas } from "../../environments/arenas/index.ts";
import type { ThreadJob, Travel } from "../run/engine.ts";
import { inThread } from "../run/jobs.ts";
import { type NamedEntrant, opened } from "./fighters.ts";

/** What a match depends on, and nothing else. */
export interface Match {
  readonly arena: string;
  readonly parameters: unknown;
  /** Two programs, in the order of their contents. */
  readonly entrants: readonly [NamedEntrant, NamedEntrant];
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
  const freshRandom = () => Random.of(seed, "contest", id, first.text, second.text, ...(again === 0 ? [] : [again]));
  return {
    straight: arena.begin([first, second], freshRandom()),
    swapped: arena.begin([second, first], freshRandom()),
  };
}

/** How a match is computed on another machine: programs of other languages go there as files. */
export const matchTravel: Travel<Match, MatchResult> = {
  module: import.meta.url,
  name: "matchTravel",
  // Where a program lies does not matter: its text is part of the entrant.
  nameOf: (match) => serialize(withPrograms(match, () => "")).toString("latin1"),
  storeOf: () => "",
  at: (match, { directory }) => withPrograms(match, (program) => join(directory, below(program))),
  luggageName: (match) => programsOf(match).join("\n"),
  async luggage(match) {
    const programs = programsOf(match);
    return { inStore: [], directory: parse(programs[0] ?? "/").root, files: programs.map(below) };
  },
  stands: () => true,
  left: () => [],
  checkpoint: () => undefined,
};

/** A path without the root of its file system. */
const below = (program: string): string => relative(parse(program).root, program);

/** Programs, and the files that they may load. */
const programsOf = ({ entrants }: Match): string[] => [
  ...new Set(
    entrants.flatMap(({ runs }) =>
      runs !== undefined && "program" in runs ? [runs.program, ...(runs.files ?? [])] : [],
    ),
  ),
];

function withPrograms(match: Match, place: (program: string) => string): Match {
  const placed = (entrant: NamedEntrant): NamedEntrant => {
    const { runs } = entrant;
    if (runs === undefined || !("program" in runs)) return entrant;
    const { files: _, ...process } = runs;
    return { ...entrant, runs: { ...process, program: place(runs.program) } };
  };
  const [first, second] = match.entrants;
  return { ...match, entrants: [placed(first), placed(second)] };
}

export const threadMatch = inThread((match: Match) => playMatch(match));
export const matchJob: ThreadJob<Match, MatchResult> = {
  module: import.meta.url,
  name: "threadMatch",
  compute: playMatch,
  travel: matchTravel,
};

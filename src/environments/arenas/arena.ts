// Where programs fight: an arena takes the programs' texts and plays games between them, each with luck of its own.

import type { Random } from "../../core/random.ts";

/** One that is asked for moves, game after game: a program in the sandbox, a process, a server. */
export interface Fighter {
  /** Begins a game; false where it cannot play, by which it answers nothing. */
  begin(): boolean | Promise<boolean>;
  /** What it answers to what it is given; undefined for nothing that can be read. */
  call(given: readonly unknown[]): unknown;
  /** Told of the end of a game: what it would be given then. */
  end?(given: readonly unknown[]): void | Promise<void>;
}

/** A program, as text. */
export interface Entrant {
  /** Its file, which mistakes are told of. */
  readonly file: string;
  readonly text: string;
  /** Asked in the place of the text, in arenas that ask for moves. */
  readonly fighter?: Fighter;
}

/** Points of each entrant in a game: 1 for the winner and 0 for others; a draw shares the point. */
export type GamePoints = readonly number[];

/** Games that go on one after the other. */
export interface ArenaGames {
  /** Plays the next game. */
  play(): GamePoints | Promise<GamePoints>;
  /** What a person should know of the programs: which of them cannot play. */
  readonly notices?: readonly string[];
  /** Gives back what the games took. */
  close?(): void;
}

export interface Arena {
  /** Fewest and most entrants of a game. */
  readonly entrants: readonly [fewest: number, most: number];
  /** Reads the programs. Throws a UserError with the place of a mistake. */
  begin(entrants: readonly Entrant[], random: Random): ArenaGames;
}

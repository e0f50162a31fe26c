// Where programs fight: an arena takes the programs' texts and plays games between them, each with luck of its own.

import type { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";

/** One that is asked for moves, game after game: a program in the sandbox, a process, a server. */
export interface Fighter {
  /** Begins a game; false where it cannot play, by which it answers nothing. */
  begin(): boolean | Promise<boolean>;
  /** What it answers to what it is given; undefined for nothing that can be read. */
  call(given: readonly unknown[]): unknown;
  /** Why it answered nothing for the first time, in words, where it can tell. */
  fault?(): string | undefined;
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

/** What went wrong with an entrant's moves. */
export interface MoveFaults {
  /** Moves that it was asked for. */
  readonly asked: number;
  /** Of these, those in which it answered nothing, or what is no move. */
  readonly failed: number;
  /** The first of them, in words. */
  readonly first: string;
}

/** What a replay shows of any game of an arena. */
export interface GameTerms {
  /** What the seats are called. */
  readonly seats: readonly string[];
  readonly actionSize: number;
  readonly actionUnit: string;
  /** What choices are called, where actions are choices with names. */
  readonly choices?: readonly string[];
  readonly measures: readonly { readonly name: string; readonly unit: string; readonly meaning: string }[];
}

/** A moment of a game; its arrays are written anew for the next one. */
export interface GameMoment {
  /** What was done in the step that led here, [seats × actionSize]; absent at the beginning. */
  readonly actions?: ArrayLike<number>;
  /** What came of that step, [seats × measures]; absent at the beginning. */
  readonly values?: ArrayLike<number>;
  /** How it looks. */
  scene?(): Scene;
}

/** How a game is played otherwise than by asking, or is looked at. */
export interface GameOptions {
  /** Told of the beginning, and of every step. */
  readonly watch?: (moment: GameMoment) => void;
  /** What was done in each step, [steps][seats × actionSize]: taken in the place of answers. */
  readonly given?: readonly ArrayLike<number>[];
}

/** Games that go on one after the other. */
export interface ArenaGames {
  /** Plays the next game. */
  play(options?: GameOptions): GamePoints | Promise<GamePoints>;
  /** Leaves out so many games: the next one is as if they had been played. */
  skip(games: number): void;
  /** Which entrant has which seat in the next game. */
  seating(): readonly number[];
  readonly terms: GameTerms;
  /** What a person should know of the programs: which of them cannot play. */
  readonly notices?: readonly string[];
  /** Of each entrant, in arenas that ask for moves; counted over the games that were played. */
  faults?(): readonly MoveFaults[];
  /** Gives back what the games took. */
  close?(): void;
}

export interface Arena {
  /** Fewest and most entrants of a game. */
  readonly entrants: readonly [fewest: number, most: number];
  /** A program with a small change at random that can still be read, where an arena knows how. */
  mutated?(code: string, random: Random): string;
  /** Reads the programs. Throws a UserError with the place of a mistake. */
  begin(entrants: readonly Entrant[], random: Random): ArenaGames;
}

// Interface of arenas: an arena receives the texts of programs and plays games between them, each game with its own random stream.

import type { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";

/** A player that is queried for moves over several games: a program in the sandbox, a process, or a server. */
export interface Fighter {
  /** Starts a game; false where the player cannot play, so that it gives no answers. */
  begin(): boolean | Promise<boolean>;
  /** Returns the answer to the given arguments; undefined where there is no readable answer. */
  call(given: readonly unknown[]): unknown;
  /** Reason for the first missing answer, where known. */
  fault?(): string | undefined;
  /** Notifies the player of the end of a game, with its final observation. */
  end?(given: readonly unknown[]): void | Promise<void>;
}

/** A program as text. */
export interface Entrant {
  /** File name for error messages. */
  readonly file: string;
  readonly text: string;
  /** Player that is queried instead of the text, in arenas with moves. */
  readonly fighter?: Fighter;
}

/** Points of each entrant in a game: 1 for the winner and 0 for others; in a draw the point is shared. */
export type GamePoints = readonly number[];

/** Statistics of an entrant's invalid moves. */
export interface MoveFaults {
  /** Number of moves requested. */
  readonly asked: number;
  /** Number of these without a valid move. */
  readonly failed: number;
  /** Description of the first invalid move. */
  readonly first: string;
}

/** Static data for replays of an arena's games. */
export interface GameTerms {
  readonly seats: readonly string[];
  readonly actionSize: number;
  readonly actionUnit: string;
  /** Names of the choices, for discrete actions with names. */
  readonly choices?: readonly string[];
  readonly measures: readonly { readonly name: string; readonly unit: string; readonly meaning: string }[];
}

/** A moment of a game; its arrays are overwritten by the next one. */
export interface GameMoment {
  /** Actions of the step that led to this moment, [seats × actionSize]; absent at the start. */
  readonly actions?: ArrayLike<number>;
  /** Measures of that step, [seats × measures]; absent at the start. */
  readonly values?: ArrayLike<number>;
  scene?(): Scene;
}

/** Options for watching or replaying a game. */
export interface GameOptions {
  /** Called at the start and after every step. */
  readonly watch?: (moment: GameMoment) => void;
  /** Recorded actions of each step, [steps][seats × actionSize], which replace the players' answers. */
  readonly given?: readonly ArrayLike<number>[];
}

export interface ArenaGames {
  play(options?: GameOptions): GamePoints | Promise<GamePoints>;
  /** Skips games: the next one is the same as if they had been played. */
  skip(games: number): void;
  /** The entrant in each seat of the next game. */
  seating(): readonly number[];
  readonly terms: GameTerms;
  /** Messages about programs that cannot play. */
  readonly notices?: readonly string[];
  /** Invalid moves of each entrant over the games played, in arenas with moves. */
  faults?(): readonly MoveFaults[];
  /** Releases the resources of the games. */
  close?(): void;
}

export interface Arena {
  /** Fewest and most entrants per game. */
  readonly entrants: readonly [fewest: number, most: number];
  /** Returns a program with a small random change that is still valid, in arenas that support it. */
  mutated?(code: string, random: Random): string;
  /** Parses the programs and prepares games. Throws a UserError with the location of a mistake. */
  begin(entrants: readonly Entrant[], random: Random): ArenaGames;
}

// Where programs fight: an arena takes the programs' texts and plays games between them, each with luck of its own.

import type { Random } from "../../core/random.ts";

/** A program, as text. */
export interface Entrant {
  /** Its file, which mistakes are told of. */
  readonly file: string;
  readonly text: string;
}

/** Points of each entrant in a game: 1 for the winner and 0 for others; a draw shares the point. */
export type GamePoints = readonly number[];

export interface Arena {
  /** Fewest and most entrants of a game. */
  readonly entrants: readonly [fewest: number, most: number];
  /** Reads the programs; each call of what comes back plays the next game. Throws a UserError with the place of a mistake. */
  begin(entrants: readonly Entrant[], random: Random): () => GamePoints;
}

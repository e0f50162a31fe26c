// What a rating is: numbers for players from their games. One that reads counts of pairs does not ask for the order of games; one that
// reads games may.

import type { Games } from "../../core/games.ts";
import type { PairCounts } from "./pair-counts.ts";

/** Ratings of all players: more is better. */
export interface Rated {
  /** [players] */
  readonly ratings: Float64Array;
  /** What the method itself believes of their standard deviations, [players]. */
  readonly deviations?: Float64Array;
  /** Of ratings that read a table of games as a game between players. */
  readonly population?: PopulationRating;
  /** Other numbers of the fit, by name. */
  readonly facts?: Readonly<Record<string, number>>;
  /** Where no finite ratings explain the games best: then `ratings` are NaN. */
  readonly separated?: Separation;
}

/** Players that no finite ratings fit. */
export interface Separation {
  /** Groups of players: between two of them wins went one way, or there were none. */
  readonly groups: readonly (readonly number[])[];
  /** What would hold them together, in words. */
  readonly remedy: string;
}

/** What players are to a population. */
export interface PopulationRating {
  /** Each player's share of the mixture against which none gains, [players]. */
  readonly weights: Float64Array;
  /** What the best player against each gains, in the rating's unit, [players]: NashConv of the player against the mixture. */
  readonly exploited: Float64Array;
  /** Which player that is, [players]. */
  readonly by: Int32Array;
}

interface About {
  /** What a rating counts: `Elo points`. */
  readonly unit: string;
  /** Whether only differences of ratings mean something, so that one of them may be set. */
  readonly isRelative: boolean;
  /** What a reader of the leaderboard must know. */
  readonly caveat?: string;
}

/** A rating by who beat whom how often. */
export interface PairRating extends About {
  readonly reads: "pairs";
  rate(counts: PairCounts): Rated;
  /** For a bootstrap: writes ratings of other counts of the same pairs, [pairs] each, into `into`, as `rate` would find them. */
  refit?(
    counts: PairCounts,
    rated: Rated,
  ): (won: Float64Array, lost: Float64Array, tied: Float64Array, into: Float64Array) => void;
}

/** A rating by whole games, in their order. */
export interface GameRating extends About {
  readonly reads: "games";
  /** Whether the order of the games matters. */
  readonly followsOrder: boolean;
  /** Teams of a game and players of a team, at most. */
  readonly most: { readonly teams: number; readonly players: number };
  /** Teams that some game must have, where games of two tell this rating nothing. */
  readonly fewest?: number;
  /** How many games of two take as long as these; default as many as there are. */
  work?(games: Games): number;
  /** Each game counts `weights[its unit]` times, a whole number; default once. */
  rate(games: Games, weights?: ArrayLike<number>): Rated;
}

export type Rating = PairRating | GameRating;

/** A rating that no finite numbers are. */
export const separated = (players: number, groups: Separation["groups"], remedy: string): Rated => ({
  ratings: new Float64Array(players).fill(Number.NaN),
  separated: { groups, remedy },
});

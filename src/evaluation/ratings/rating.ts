// Interface of ratings: numbers for players computed from their games. A pair rating reads counts of pairs and ignores the order of games;
// a game rating may depend on it.

import type { Games } from "../../core/games.ts";
import type { PairCounts } from "./pair-counts.ts";

/** Ratings of all players: more is better. */
export interface Rated {
  /** Rating of each player, [players]. */
  readonly ratings: Float64Array;
  /** Standard deviations of the ratings as estimated by the method itself, [players]. */
  readonly deviations?: Float64Array;
  /** Result of ratings that treat the table of games as a meta-game between players. */
  readonly population?: PopulationRating;
  /** Further fitted parameters by name. */
  readonly facts?: Readonly<Record<string, number>>;
  /** Set where no finite ratings maximise the likelihood; `ratings` are then NaN. */
  readonly separated?: Separation;
}

/** Players for whom no finite ratings exist. */
export interface Separation {
  /** Groups of players; between two groups all wins went one way, or there were no games. */
  readonly groups: readonly (readonly number[])[];
  /** A parameter change that would make ratings finite, in words. */
  readonly remedy: string;
}

/** Players rated against a population. */
export interface PopulationRating {
  /** Each player's weight in the equilibrium mixture, [players]. */
  readonly weights: Float64Array;
  /** Payoff of the best response to each player, in the rating's unit, [players]: NashConv of the player and the mixture. */
  readonly exploited: Float64Array;
  /** The best response to each player, [players]. */
  readonly by: Int32Array;
}

interface About {
  /** Unit of the ratings: `Elo points`. */
  readonly unit: string;
  /** Whether only differences of ratings are meaningful, so that one rating may be fixed. */
  readonly isRelative: boolean;
  /** Caveat for readers of the leaderboard. */
  readonly caveat?: string;
}

/** A rating computed from pair counts. */
export interface PairRating extends About {
  readonly reads: "pairs";
  rate(counts: PairCounts): Rated;
  /**
   * Refit for a bootstrap: writes the ratings for other counts of the same pairs, [pairs] each, to `into`, as `rate` would compute them.
   */
  refit?(
    counts: PairCounts,
    rated: Rated,
  ): (won: Float64Array, lost: Float64Array, tied: Float64Array, into: Float64Array) => void;
}

/** A rating computed from whole games in their order. */
export interface GameRating extends About {
  readonly reads: "games";
  /** Whether ratings depend on the order of the games. */
  readonly followsOrder: boolean;
  /** Largest numbers of teams in a game and of players in a team. */
  readonly most: { readonly teams: number; readonly players: number };
  /** Fewest teams that some game must have, where two-team games alone carry no information for this rating. */
  readonly fewest?: number;
  /** Cost of these games as an equivalent number of two-player games; default the number of games. */
  work?(games: Games): number;
  /** Rates players. Each game counts `weights[its unit]` times, an integer; default once. */
  rate(games: Games, weights?: ArrayLike<number>): Rated;
}

export type Rating = PairRating | GameRating;

/** Result for players without finite ratings. */
export const separated = (players: number, groups: Separation["groups"], remedy: string): Rated => ({
  ratings: new Float64Array(players).fill(Number.NaN),
  separated: { groups, remedy },
});

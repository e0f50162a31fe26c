// What a page is told where a person judges, as plain data. Before a vote nothing in it says which player is on which side.

import type { SideVerdict } from "../../feedback/votes/verdict.ts";

export interface JudgingQuestion {
  /** Which side is better. */
  readonly question: string;
  /** Further questions. */
  readonly also: readonly string[];
}

/** Which side something is true of. */
export type JudgedSide = "left" | "right" | "both" | "neither";

/** What two players are compared on: an episode of a seed, or a prompt. */
export interface JudgedPlace {
  /** Null where texts are judged. */
  readonly seed: number | null;
  /** Null where episodes are judged. */
  readonly prompt: string | null;
  /** Number of the episode in its cell, or of the text among those of its player on its prompt, from 0. */
  readonly episode: number;
}

/** Two sides to be judged. */
export interface HandedPair extends JudgedPlace, JudgingQuestion {
  /** A name for them, by which a vote says what it is on. */
  readonly pair: string;
  /** Null where episodes are judged, which are asked for one by one. */
  readonly texts: { readonly left: string; readonly right: string } | null;
  /** Votes that this judge has cast, without those that were taken back. */
  readonly votes: number;
}

/** What a page gets that asks for a pair; without one the judge has seen them all. */
export interface NextToJudge {
  readonly next: HandedPair | null;
  readonly votes: number;
}

/** A vote as a page sends it. */
export interface Ballot {
  readonly judge: string;
  readonly pair: string;
  readonly better: SideVerdict;
  readonly answers: Readonly<Record<string, JudgedSide>>;
  readonly reason: string;
}

/** A vote that is written, with the players by name. */
export interface WrittenVote {
  readonly pair: string;
  readonly left: string;
  readonly right: string;
  /** As it is written: a second ballot on one pair changes nothing. */
  readonly better: Ballot["better"];
  /** Votes of this judge. */
  readonly votes: number;
}

/** A player as all votes rate it. */
export interface VotedPlayer {
  readonly name: string;
  readonly rating: number;
  /** Bounds of 95 %. */
  readonly low: number | null;
  readonly high: number | null;
  /** 1 for the best. */
  readonly rank: number;
  /** Votes on it. */
  readonly games: number;
  /** TrueSkill's mean and deviation, by which the next pair is chosen. */
  readonly skill: { readonly mean: number; readonly deviation: number };
}

/** What all votes so far say: what `agon rate` tells of their file, and TrueSkill. */
export interface VoteBoard {
  /** The file of votes, as `agon rate` is given it: of one in a store from the folder of the store, so that judges do not read where it lies. */
  readonly file: string;
  /** Votes that say which side is better, or that both are alike. */
  readonly votes: number;
  /** Votes in which a judge could not tell. */
  readonly unclear: number;
  /** Votes that say what their episodes came to, so that a reward can be learnt from them. */
  readonly teaching: number;
  readonly judges: number;
  readonly model: string;
  readonly unit: string;
  /** The best first; none before the first vote. */
  readonly players: readonly VotedPlayer[];
  readonly caveats: readonly string[];
}

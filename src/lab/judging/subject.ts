// What is judged: players, and the places on which two of them can be compared.

import type { JudgedPlace, JudgingQuestion } from "./judging-data.ts";

/** Places of two players, by their numbers from 0. */
export interface SharedPlaces {
  readonly count: number;
  at(k: number): JudgedPlace;
}

export interface JudgedSubject {
  /** The run; null where texts are judged. */
  readonly run: string | null;
  readonly players: readonly string[];
  readonly question: JudgingQuestion;
  shared(first: number, second: number): SharedPlaces;
  /** The text of a player at a place; null where episodes are judged. */
  text(player: string, place: JudgedPlace): string | null;
}

/** Players that are judged at most: every pair of them is weighed before each vote. */
export const MOST_PLAYERS = 200;

/** Tells places apart: episodes by their seeds, and texts by their prompts. What a world asked in an episode tells nothing more. */
export const placeKey = ({ seed, prompt, episode }: JudgedPlace): string =>
  JSON.stringify(seed === null ? [prompt, episode] : [seed, episode]);

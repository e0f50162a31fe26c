// Texts of a report as plain data: what was written in a training, and in an episode.

import type { WrittenText } from "../../core/written-text.ts";

/** Answers to one question, from one update of a training. */
export interface WrittenUpdate {
  readonly seed: number;
  readonly update: number;
  readonly texts: readonly WrittenText[];
}

/** Texts of one update, and the numbers of all updates of its training with stored texts. */
export interface KeptTexts {
  readonly updates: readonly number[];
  readonly written: WrittenUpdate;
}

/** The text of an episode, character by character. */
export interface EpisodeText {
  readonly characters: readonly string[];
  /** The step at which each character was written, from 0; −1 where the world wrote it. */
  readonly steps: readonly number[];
}

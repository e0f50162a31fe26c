// Sources of feedback: parties that are shown finished episodes and say which of two is better. Each counts what it is asked, against a
// budget. What is said is no pay: a reward may be learnt from it.

import type { Remote } from "../../core/agent.ts";
import type { AskingPlace, NumericSpec } from "../../core/environment.ts";
import { type PartDefinition, pluginOf } from "../../core/plugin.ts";
import type { Random } from "../../core/random.ts";

/** State of an episode at one step. */
export interface EpisodeStanding {
  /** Each channel so far, by sum, mean or last value as the channel says, [agents × channels]. */
  readonly outcomes: Float64Array;
  /** The objective so far, mean over agents. */
  readonly wanted: number;
}

/** An episode that is over, as a source is shown it. */
export interface FinishedEpisode {
  readonly end: EpisodeStanding;
  /** After half of the world's horizon, or at the end of an episode that was over by then. */
  readonly half: EpisodeStanding;
  /** The world's texts at the end, by name; empty where it writes none. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Two episodes with the same beginning. */
export interface EpisodePair {
  readonly first: FinishedEpisode;
  readonly second: FinishedEpisode;
  /** A hash of what happened in both, by which a vote on them is found again. */
  readonly id: string;
}

/** A pair of episodes that were played and judged before. */
export interface LabelledPair {
  readonly pair: EpisodePair;
  /** Names of the players of the first and the second episode. */
  readonly players: readonly [first: string, second: string];
  /** 1 where the first is better, 0 where the second is, 0.5 for a draw. */
  readonly preferred: number;
  /** Tells episodes apart: answers of several judges on the same two have one. */
  readonly shown: string;
  /** File and line, for messages. */
  readonly place: string;
}

/** What is said of one episode: how many of those that were shown it reacted, or its score. */
export type EpisodeRating = { readonly shown: number; readonly reacted: number } | { readonly score: number };

export interface FeedbackSource {
  /** Questions that were answered; of several persons, their answers. */
  readonly asked: number;
  /**
   * 1 where the first is better, 0 where the second is, 0.5 for a draw, and between them the share of several voices; undefined where the
   * budget is spent.
   */
  compare(pair: EpisodePair): number | undefined | Promise<number | undefined>;
  /** Of a source that was asked before about episodes of its own: all that is learnt from, in the place of pairs that are played. */
  readonly told?: readonly LabelledPair[];
  /** What it says of a single episode; undefined where the budget is spent. Left out by a source that only compares. */
  rate?(episode: FinishedEpisode): EpisodeRating | undefined | Promise<EpisodeRating | undefined>;
  /** Of a source that also answers about single aspects of an episode: those, by name, each with questions and answers of its own. */
  readonly aspects?: ReadonlyMap<string, FeedbackSource>;
}

/** Where a source works; paths in its parameters start from the directory. */
export interface FeedbackPlace extends AskingPlace {
  readonly spec: NumericSpec;
  /** Random stream of a simulated source. */
  readonly random: Random;
}

/** A source before it meets a world. Throws a UserError where the world lacks what the source looks at. */
export interface FeedbackPlan {
  (place: FeedbackPlace): FeedbackSource;
  /** Paths from the experiment's folder of files that decide its answers: their contents are part of a run's name. */
  readonly files?: readonly string[];
  /** Of a source that asks others, such as a language model. */
  readonly remote?: Remote;
}

/** A source of one's own: `export default defineFeedback({ summary, parameters, make })`. */
export const defineFeedback = <P>(definition: PartDefinition<FeedbackPlan, P>) => pluginOf("feedback", definition);

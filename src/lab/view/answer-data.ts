// Answers to questions under several variants, as plain data: what is read of each variant, what a page asks for, and what it shows.

import type { Measure } from "../report/report-data.ts";
import type { MeasureBounds } from "./grid-data.ts";
import type { RunVariant } from "./side-data.ts";

/** Questions of a page. */
export const PAGE_QUESTIONS = 50;

/** Variants side by side at most. */
export const MOST_VARIANTS = 12;

/** Characters of an answer, and of a question, that a page shows; a replay has the others. */
export const MOST_CHARACTERS = 20_000;

/** A stretch of a conversation that the world or an agent wrote. */
export interface AnswerTurn {
  readonly isWorld: boolean;
  readonly text: string;
  /** Where there are several writers, the label of the one that wrote it, or that the world wrote it to alone. */
  readonly seat?: string;
}

/** An episode in words. */
export interface AnswerText {
  readonly question: string;
  /** What came after the question, in turns; an answer is the last that a writer wrote. */
  readonly turns: readonly AnswerTurn[];
  /** The answer that the world's file holds right; null where it says none. */
  readonly right: string | null;
}

/** An episode: its marks and its words. */
export interface AnswerEpisode {
  readonly seed: number;
  readonly episode: number;
  readonly failed: boolean;
  /** By the marks of its source, means over agents; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Null where it is not read yet, or where no steps were kept. */
  readonly text: AnswerText | null;
  /** What was asked, where that is known before the text is read. */
  readonly question?: string;
}

/** All that a grid needs of a variant. */
export interface AnswerSource extends RunVariant {
  readonly title: string;
  /** Whether its agents write texts, and whether what was written can be read. */
  readonly isText: boolean;
  readonly isReadable: boolean;
  /** Labels of the writers, where the texts of several are read apart. */
  readonly writers?: readonly string[];
  /** Whether its episodes can be replayed. */
  readonly isReplayed: boolean;
  /** Pay, the objective, and what an episode has or has not. */
  readonly marks: readonly Measure[];
  /** What a unit of pay is, and the objective as it was declared: marks of others compare with it only where these are the same. */
  readonly coin: string;
  readonly objective: string;
  /** Episodes without a known question, since they are too many. */
  readonly unfolded?: number;
  readonly episodes: readonly AnswerEpisode[];
}

/** The same in a file, which may be too small for its episodes: null. */
export interface HeldSource extends Omit<AnswerSource, "episodes"> {
  readonly episodes: readonly AnswerEpisode[] | null;
}

/** Which questions. */
export interface AnswerQuery {
  /** Words in the question or in any answer; empty for all. */
  readonly find: string;
  /** A mark in which variants differ, `any`, or null: whether or not they do. */
  readonly differs: string | null;
  /** Bounds on marks; an episode of `of` must keep them all, or one of any variant where that is null. */
  readonly bounds: readonly MeasureBounds[];
  readonly of: string | null;
  /** An episode: its question is shown each time that it was put; null where every question is shown once. */
  readonly again: Pick<AnswerEpisode, "seed" | "episode"> | null;
  /** From 1. */
  readonly page: number;
}

/** The lowest and the highest value of a mark. */
export interface MarkSpread {
  readonly low: number;
  readonly high: number;
}

/** What one variant answered to a question: once, or the first time, with means of the marks over all times. */
export interface AnswerCell extends AnswerEpisode {
  /** By the grid's marks: 1 where it is above the first variant's, −1 below, 0 the same; null where the two do not compare. */
  readonly changes: readonly (-1 | 0 | 1 | null)[];
  /** Of a question that was put several times. */
  readonly repeated?: {
    readonly times: number;
    readonly failed: number;
    /** By the grid's marks. */
    readonly spreads: readonly (MarkSpread | null)[];
  };
}

/** A question, and its answers by variant; null where a variant has none. */
export interface AnswerRow {
  readonly seed: number;
  readonly episode: number;
  readonly cells: readonly (AnswerCell | null)[];
  /** How often it was put, where that is more than once. */
  readonly times?: number;
}

/** A variant whose answers stand in a column. */
export interface AnswerSide extends RunVariant {
  readonly title: string;
  readonly isReplayed: boolean;
  readonly writers?: readonly string[];
}

/** A mark that is the same in all answers. */
export interface SameMark {
  readonly mark: Measure;
  readonly value: number | null;
}

export interface AnswerPage {
  readonly sides: readonly AnswerSide[];
  /** Marks that differ between answers; those that are the same in all are told once, and those that repeat another are left out. */
  readonly marks: readonly Measure[];
  readonly same: readonly SameMark[];
  readonly rows: readonly AnswerRow[];
  /** Questions that fit, and all; of one question the times that it was put. */
  readonly matched: number;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** Variants with agents that write no texts; whether there are none of them; and whether the texts of all can be read. */
  readonly silent: readonly string[];
  readonly isText: boolean;
  readonly isReadable: boolean;
  /** Episodes that a search for words did not look into, since they are too many to be played again. */
  readonly unsearched: number;
  /** Episodes without a known question, since they are too many to be begun again: they stand apart. */
  readonly unfolded: number;
}

// Answers to the same questions under several variants, as plain data: the source of each variant, a page's query, and its result. A mark
// is a measure that is shown with an answer.

import type { Measure } from "../report/report-data.ts";
import type { MeasureBounds } from "./grid-data.ts";
import type { RunVariant } from "./side-data.ts";

export const PAGE_QUESTIONS = 50;

/** Maximum number of variants side by side. */
export const MOST_VARIANTS = 12;

/** Maximum characters of a question or answer that a page shows; a replay shows the whole text. */
export const MOST_CHARACTERS = 20_000;

/** A part of a conversation that the world or an agent wrote. */
export interface AnswerTurn {
  readonly isWorld: boolean;
  readonly text: string;
  /** With several writers: the label of the writer, or of the seat that the world addressed alone. */
  readonly seat?: string;
}

export interface AnswerText {
  readonly question: string;
  /** Turns after the question; the answer is the last turn of a writer. */
  readonly turns: readonly AnswerTurn[];
  /** The correct answer from the world's file; null where it has none. */
  readonly right: string | null;
}

/** An episode: its marks and its text. */
export interface AnswerEpisode {
  readonly seed: number;
  readonly episode: number;
  readonly failed: boolean;
  /** Values of the source's marks, in order, mean over agents; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Null where it has not been read yet, or no steps were stored. */
  readonly text: AnswerText | null;
  /** The question, where it is known before the text is read. */
  readonly question?: string;
}

/** All data that a grid of answers needs of a variant. */
export interface AnswerSource extends RunVariant {
  readonly title: string;
  /** The settings that distinguish the variant, `environment.prompt: …`; absent in files that older versions wrote. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether its agents write texts, and whether these can be read. */
  readonly isText: boolean;
  readonly isReadable: boolean;
  /** Labels of the writers, where the texts of several are read separately. */
  readonly writers?: readonly string[];
  /** Whether its episodes can be replayed. */
  readonly isReplayed: boolean;
  /** Pay, the objective, and the binary measures of an episode. */
  readonly marks: readonly Measure[];
  /** Unit of pay, and the declared objective. Marks of two variants are compared only where these are equal. */
  readonly coin: string;
  readonly objective: string;
  /** Number of episodes whose question is unknown because too many would have to be started to read it. */
  readonly unfolded?: number;
  readonly episodes: readonly AnswerEpisode[];
}

/** The same in a file. `episodes` is null where they would exceed the file's limits. */
export interface HeldSource extends Omit<AnswerSource, "episodes"> {
  readonly episodes: readonly AnswerEpisode[] | null;
}

export interface AnswerQuery {
  /** Text to search for in questions and answers; empty for all. */
  readonly find: string;
  /** Only questions with different values of this mark between variants; `any` for any mark, null for all questions. */
  readonly differs: string | null;
  /** Bounds on marks. An episode of variant `of` must meet all of them; where `of` is null, an episode of any variant. */
  readonly bounds: readonly MeasureBounds[];
  readonly of: string | null;
  /** An episode whose question is shown at each repetition; null where every question is shown once. */
  readonly again: Pick<AnswerEpisode, "seed" | "episode"> | null;
  /** Page number, from 1. */
  readonly page: number;
}

/** Minimum and maximum of a mark. */
export interface MarkSpread {
  readonly low: number;
  readonly high: number;
}

/** The answer of one variant to a question. Of a repeated question it is the first answer, with means of the marks over all repetitions. */
export interface AnswerCell extends AnswerEpisode {
  /** By the grid's marks: 1 where the value is above the first variant's, −1 below, 0 equal; null where the two cannot be compared. */
  readonly changes: readonly (-1 | 0 | 1 | null)[];
  /** Present for a repeated question. */
  readonly repeated?: {
    readonly times: number;
    readonly failed: number;
    /** Spreads by the grid's marks. */
    readonly spreads: readonly (MarkSpread | null)[];
  };
}

/** A question and its answers by variant; null where a variant has none. */
export interface AnswerRow {
  readonly seed: number;
  readonly episode: number;
  readonly cells: readonly (AnswerCell | null)[];
  /** Number of repetitions, where there are several. */
  readonly times?: number;
}

/** What the answers of a column come to. */
export interface AnswerTotals {
  /** Number of answers, and of those that failed. The latter are in no mean. */
  readonly answers: number;
  readonly failed: number;
  /** Means by the grid's marks; null where no answer has a value. */
  readonly means: readonly (number | null)[];
}

/** A variant whose answers form a column. */
export interface AnswerSide extends RunVariant {
  readonly title: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly isReplayed: boolean;
  readonly writers?: readonly string[];
}

/** A mark with the same value in all answers. */
export interface SameMark {
  readonly mark: Measure;
  readonly value: number | null;
}

export interface AnswerPage {
  readonly sides: readonly AnswerSide[];
  /** Marks that differ between answers. Marks with one value are listed once in `same`; marks that repeat another are left out. */
  readonly marks: readonly Measure[];
  readonly same: readonly SameMark[];
  readonly rows: readonly AnswerRow[];
  /** By side, over all matching questions, also those of other pages. */
  readonly totals: readonly AnswerTotals[];
  /** Number of matching questions, and of all; for a single question, of its repetitions. */
  readonly matched: number;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** Variants whose agents write no texts; whether all variants write texts; and whether all texts can be read. */
  readonly silent: readonly string[];
  readonly isText: boolean;
  readonly isReadable: boolean;
  /** Number of episodes that a text search did not cover, since too many would have to be replayed. */
  readonly unsearched: number;
  /**
   * Number of episodes whose question is unknown, since too many would have to be started to read it. They are shown in rows of their own.
   */
  readonly unfolded: number;
}

// What a page, the manual and the terminal tell of a study, as plain data.

import type { Paper } from "../../study/paper.ts";
import type { FactVerdict, STUDY_STATES, StudyStatus, Verdict } from "../../study/verdict.ts";
import type { Form, RecordedResult, StudyRecord } from "./record.ts";

/** A paper as a page names it. */
export interface CitedPaper extends Paper {
  /** `Deng and Golrezaei, 2023, ICML 2023, arXiv 2302.01523`. */
  readonly citation: string;
  /** Where it is found; null where its number is not recorded. */
  readonly address: string | null;
  readonly bibtex: string;
}

export interface ListedStudy {
  readonly id: string;
  readonly paper: CitedPaper;
  readonly status: (typeof STUDY_STATES)[number];
  /** How many of its claims hold; of a damaged record what is wrong with it. */
  readonly outcome: string;
  /** Of the record that decides; null where there is none. */
  readonly form: Form | null;
  readonly seconds: number | null;
}

/** A claim, or a fact that a test decides, as a page shows it. */
export interface ShownResult extends Pick<RecordedResult, "name" | "expected" | "measured"> {
  readonly kind: "claim" | "fact";
  readonly verdict: Verdict | FactVerdict;
}

/** Claims and facts under one heading. */
export interface ResultGroup {
  readonly title: string;
  readonly results: readonly ShownResult[];
}

/** What one run of a study measured. */
export interface DescribedRecord extends Pick<StudyRecord, "form" | "agon" | "commit" | "measuredAt" | "tables"> {
  readonly status: StudyStatus;
  /** What came of the headline claims, each with its size. */
  readonly finding: string;
  /** `Shown: 6 of 6 claims hold.` */
  readonly sentence: string;
  /** `Long form, 40 seeds from 20001, 914.3 s on …`. */
  readonly conditions: string;
  /** Headline claims and the others; where none is marked, all together. */
  readonly groups: readonly ResultGroup[];
  /** What runs it anew. */
  readonly command: string;
}

export interface RecordFile {
  readonly form: Form;
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly sha256: string;
  /** Whether it came with Agon; else the store holds it. */
  readonly isShipped: boolean;
}

export interface DescribedStudy {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly claim: string;
  readonly claimed: string;
  /** What its experiment says of its world and its arms. */
  readonly bed: string | null;
  /** Null of a study that no list of papers has. */
  readonly paper: CitedPaper | null;
  /** That which decides first. */
  readonly records: readonly DescribedRecord[];
  /** What was not done, was looked at before, and was changed, each with its heading. */
  readonly notes: readonly (readonly [heading: string, lines: readonly string[]])[];
}

export interface StudyPageData extends DescribedStudy {
  readonly files: readonly RecordFile[];
  /** Its runs that stand in the store, the latest first. */
  readonly runs: readonly string[];
}

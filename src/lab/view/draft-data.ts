// Data of the page on which a person edits an experiment: its file, its text, and the parts that it names.

import type { Problem } from "../../core/errors.ts";

/** Maximum characters of an experiment that a page may send. */
export const LONGEST_DRAFT = 200_000;

/** The experiment of a run, and the folder that an edited one is saved to. */
export interface ExperimentFile {
  /** The text as it was run. */
  readonly text: string;
  /** Options of the command line that overrode the text: `--seeds 3`. */
  readonly flags: readonly string[];
  /** Folder that edited files are saved to. */
  readonly folder: string;
  /** The file in that folder with exactly this text; null where there is none. */
  readonly file: string | null;
  /** An unused file name in the folder. */
  readonly free: string;
}

/** A mistake in a draft. One within the draft itself has line and column, both from 1. */
export interface DraftProblem extends Pick<Problem, "what" | "hint"> {
  readonly line?: number;
  readonly column?: number;
}

/** What a run of a draft would compute. */
export interface DraftPlan {
  /** Name that the run would have. */
  readonly run: string;
  readonly variants: number;
  readonly seeds: number;
  readonly cells: number;
  /** Number of its cells that the store already has. */
  readonly kept: number;
}

/** Result of checking a draft: its mistakes, or its plan where there is none. */
export interface DraftCheck {
  readonly problems: readonly DraftProblem[];
  readonly plan?: DraftPlan;
}

/** The JSON Schema of experiment files, and the names of all parts, by kind. */
export interface DraftWords {
  readonly schema: object;
  readonly names: Readonly<Record<string, readonly { readonly id: string; readonly summary: string }[]>>;
}

/** Kinds of parts that a draft may name. */
export type NamedKind = "environment" | "policy" | "reward";

/** A part that a draft names: its summary, its parameters as JSON Schema, and for a world its agents and channels. */
export interface NamedThing {
  readonly summary: string;
  readonly parameters: object;
  readonly agents: readonly string[];
  readonly channels: readonly { readonly name: string; readonly meaning: string }[];
}

/** Request to run a draft: its text, and the file to save it to. */
export interface DraftOrder {
  readonly text: string;
  /** Name of a file in the folder of edited files. */
  readonly file: string;
}

/** A run that was started, and the file that it was read from; null where it was resumed from the store. */
export interface BegunRun {
  readonly run: string;
  readonly file: string | null;
}

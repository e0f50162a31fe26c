// An experiment as a person edits it on a page: what the page is told of its file, its text and the things that it names.

import type { Problem } from "../../core/errors.ts";

/** Most characters of an experiment that a page sends. */
export const LONGEST_DRAFT = 200_000;

/** The experiment of a run, and where an edited one would be written. */
export interface ExperimentFile {
  /** As it was run. */
  readonly text: string;
  /** What the command line had set beside the text: `--seeds 3`. */
  readonly flags: readonly string[];
  /** Folder that edited files are written to. */
  readonly folder: string;
  /** The file in that folder that holds this very text; null where there is none. */
  readonly file: string | null;
  /** A name that no file in the folder has. */
  readonly free: string;
}

/** A mistake in a draft, with its place where it lies in the draft itself: line and column, both from 1. */
export interface DraftProblem extends Pick<Problem, "what" | "hint"> {
  readonly line?: number;
  readonly column?: number;
}

/** What a run of a draft would be. */
export interface DraftPlan {
  /** The name that the run would have. */
  readonly run: string;
  readonly variants: number;
  readonly seeds: number;
  readonly cells: number;
  /** Cells that the store holds already. */
  readonly kept: number;
}

/** What was found in a draft: its mistakes, or its plan where there is none. */
export interface DraftCheck {
  readonly problems: readonly DraftProblem[];
  readonly plan?: DraftPlan;
}

/** The grammar of experiment files as JSON Schema, and everything that has a name, by kind. */
export interface DraftWords {
  readonly schema: object;
  readonly names: Readonly<Record<string, readonly { readonly id: string; readonly summary: string }[]>>;
}

/** What a name in a draft may be of. */
export type NamedKind = "environment" | "policy" | "reward";

/** A thing that a draft names: its sentence, its parameters as JSON Schema, and, of a world, its agents and channels. */
export interface NamedThing {
  readonly summary: string;
  readonly parameters: object;
  readonly agents: readonly string[];
  readonly channels: readonly { readonly name: string; readonly meaning: string }[];
}

/** Asks to run a draft: its text, and the file that it is written to. */
export interface DraftOrder {
  readonly text: string;
  /** Name of a file in the folder of edited files. */
  readonly file: string;
}

/** What was begun: a run, and the file that it was read from; null where it was resumed from the store. */
export interface BegunRun {
  readonly run: string;
  readonly file: string | null;
}

// Judges of texts: one that compares two answers to a prompt, or says whether one answer is right. A rubric, a program and a language model
// have the same form.

import type { AnswerOutcome } from "../../clients/completion.ts";

/** What a judge is asked. With `second` it compares; without it says whether the first is right. */
export interface JudgeQuestion {
  readonly prompt: string;
  readonly first: string;
  readonly second?: string;
}

/** What it answers: 1 for the first, or for right; −1 for the second, or for wrong; 0 for neither. */
export interface TextVerdict {
  readonly side: 1 | -1 | 0;
  /** How sure it says it is, 0.5 … 1; undefined where it does not say. */
  readonly confidence?: number;
  /** Money; undefined where it is not known. */
  readonly cost?: number;
}

/** No verdict: `failed` where no answer came, "outside" where it says none that is of the scale, else as a client tells what it is. */
export interface NoVerdict {
  readonly none: "failed" | "outside" | AnswerOutcome;
  /** The answer, where it is not on the scale. */
  readonly said?: string;
  /** Money; undefined where it is not known, or nothing was answered. */
  readonly cost?: number;
}

export interface AuditedJudge {
  readonly name: string;
  /** Whether a question that is put twice may have two answers. */
  readonly isRepeatable: boolean;
  /** Questions that may be open at once. */
  readonly parallel: number;
  /** Its verdict, or why there is none. `draw` tells apart answers to one question. Throws a UserError where there is none to be had. */
  ask(question: JudgeQuestion, draw: number, signal: AbortSignal): Promise<TextVerdict | NoVerdict>;
  /** Money that its answer costs at most, by the length of what it is told; undefined where prices are not known, or nothing is paid. */
  costAtMost?(question: JudgeQuestion): number;
  close?(): Promise<void>;
}

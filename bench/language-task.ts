// What language models are timed on, and what a process that times one says.

/** A transformer of the bed's form, with a batch of 64 texts of 32 tokens out of 64. */
export interface LanguageTask {
  readonly name: string;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  /** Gradient steps, and texts' worth of tokens, that are timed. */
  readonly steps: number;
  readonly passes: number;
}

/** What a process is told: a size, and how many cores it may use. */
export interface LanguageOrder extends LanguageTask {
  readonly threads: number;
}

export const VOCABULARY = 64;
export const CONTEXT = 32;
export const TEXTS = 64;

/** Medians of one process, in seconds. */
export interface LanguageOutcome {
  /** One gradient step with its optimiser's. */
  readonly step: number;
  /** One step of DPO on 32 pairs: the reference's scores, the loss with its gradient, and the optimiser's step. */
  readonly pairs: number;
  /** One token of one text, written with a cache, 64 texts side by side. */
  readonly token: number;
}

export const LANGUAGE_TASKS: readonly LanguageTask[] = [
  { name: "0.1 million parameters", width: 64, layers: 2, heads: 2, steps: 30, passes: 10 },
  { name: "1 million parameters", width: 128, layers: 5, heads: 4, steps: 8, passes: 4 },
  { name: "10 million parameters", width: 320, layers: 8, heads: 8, steps: 3, passes: 1 },
];

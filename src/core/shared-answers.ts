// Recorded answers that several machines share. Each machine has its own files, and no machine repeats a request of another.

/** The result of a request, as a line of a recording. */
export interface AnswerLine {
  readonly key: string;
  readonly line: string;
  /** True where there is no answer: the line has the reason, and the request may be repeated. */
  readonly failed: boolean;
}

/** Answers of all machines, by the path of the recording on this machine. */
export interface SharedAnswers {
  /** Returns the line of the answer to a request; undefined where no machine has one. */
  find(file: string, key: string): Promise<string | undefined>;
  /**
   * Stores the result of a request. Returns the line that counts: where two machines made the same request, the line of the first answer.
   */
  keep(file: string, answer: AnswerLine): Promise<string>;
  /** Called when an answer from the local recording was used. */
  used(file: string, key: string): void;
}

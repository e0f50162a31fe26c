// Answers on file that several machines add to: each has files of its own, and no machine asks what another one has asked.

/** What came of a request, as a line of a recording. */
export interface AnswerLine {
  /** The request's key. */
  readonly key: string;
  readonly line: string;
  /** There is no answer: the line says why, and the request may be made again. */
  readonly failed: boolean;
}

/** The answers of all machines, by the recording's file on this one. */
export interface SharedAnswers {
  /** The line of the answer to a request; undefined where no machine has one. */
  find(file: string, key: string): Promise<string | undefined>;
  /** Keeps what came of a request. Gives the line that counts: where two machines have asked the same, that of the first answer. */
  keep(file: string, answer: AnswerLine): Promise<string>;
  /** Told that an answer was used which is on file here. */
  used(file: string, key: string): void;
}

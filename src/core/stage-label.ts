// A label of one stage's output in a pipeline.

/** An output of a stage, and whether it is right. Texts that a record lacks are empty. */
export interface StageLabel {
  readonly query: string;
  readonly stage: string;
  readonly output: string;
  readonly isRight: boolean;
  /** Name of the answer that the output is a part of. */
  readonly answer: string;
  /** What the stage was given, where this is not the query. */
  readonly context: string;
  /** The output as a user has corrected it. */
  readonly edited: string;
}

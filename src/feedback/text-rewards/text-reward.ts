// What a reward of texts is, computed by a program, a function of Python, a judge or a model that was fitted.

export interface ScoredText {
  readonly prompt: string;
  readonly completion: string;
  /** Further columns of the row: gold answers, tests, settings of an episode. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A reward that scores texts in batches. */
export interface TextReward {
  /** As its user wrote it. */
  readonly id: string;
  /**
   * One score for each text, in order; null where there is none, which is never 0. Throws a UserError where the reward throws, hangs, or
   * returns something else than numbers.
   */
  score(texts: readonly ScoredText[], signal?: AbortSignal): Promise<readonly (number | null)[]>;
  /** Ends what computes it. */
  close(): Promise<void>;
}

/** A reward of texts that says what its scores depend on, so that they can be kept. */
export interface KeyedTextReward extends TextReward {
  /** Columns of `fields` that its scores depend on. */
  readonly fields: readonly string[];
  /** Whether conversations are given to it as the log has them, lists of messages in JSON; otherwise as readable texts. */
  readonly readsMessages: boolean;
  /** Changes with everything else that they depend on: content of files, versions, settings. */
  readonly version: string;
  /** Whether null is as lasting as a number; false where it may have another answer when it is asked again. */
  readonly keepsNone: boolean;
}

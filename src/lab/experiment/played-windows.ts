// What a report says of the logs that a run played, as plain data.

/** A log, and what was left out of it. */
export interface ReadLog {
  /** As the experiment names it. */
  readonly file: string;
  /** What its records are: `auctions`. */
  readonly kind: string;
  readonly records: number;
  readonly rows: number;
  /** Records of an episode: the longest that a variant plays. */
  readonly stretch: number;
  readonly windows: PlayedWindows;
  /** Bad rows that were left out, and the first of them in words. */
  readonly skipped: number;
  readonly reasons: readonly string[];
  /** Duplicates that were removed, where there were any. */
  readonly dropped?: number;
}

/** How episodes were taken from a log. */
export interface PlayedWindows {
  /** Side by side; put together of blocks drawn with replacement; or, in runs of earlier versions, from anywhere, so that they overlap. */
  readonly taken: "disjoint" | "blocks" | "anywhere";
  /** Records that are scored, and those before them that are set aside for fitting. */
  readonly scored: number;
  readonly fitted: number;
  /** Episodes that lie side by side in what is scored: no more are independent. */
  readonly independent: number;
  /** Records of a block; null where there are none. */
  readonly block: number | null;
  /** All of it in words. */
  readonly text: string;
}

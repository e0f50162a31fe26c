// Data of a report on the logs that a run played.

/** A log and what was left out of it. */
export interface ReadLog {
  /** File name as in the experiment. */
  readonly file: string;
  /** Plural noun for its records: `auctions`. */
  readonly kind: string;
  readonly records: number;
  readonly rows: number;
  /** Records of an episode; the maximum over variants. */
  readonly stretch: number;
  readonly windows: PlayedWindows;
  /** Number of invalid rows that were left out, and a description of the first. */
  readonly skipped: number;
  readonly reasons: readonly string[];
  /** Number of duplicates that were removed, where there were any. */
  readonly dropped?: number;
}

/** How episodes were taken from a log. */
export interface PlayedWindows {
  /**
   * Consecutive windows; composed of blocks drawn with replacement; or, in runs of earlier versions, from random positions, so that they
   * overlap.
   */
  readonly taken: "disjoint" | "blocks" | "anywhere";
  /** Number of scored records, and of earlier records that are set aside for fitting. */
  readonly scored: number;
  readonly fitted: number;
  /** Number of consecutive episodes in the scored records: at most this many are independent. */
  readonly independent: number;
  /** Records per block; null where there are no blocks. */
  readonly block: number | null;
  /** Summary as text. */
  readonly text: string;
}

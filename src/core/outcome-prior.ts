// What a world knows of its demonstrator's outcomes without playing: exact moments of channels, also where kinds come in other proportions.
// Rewards and measures of sets compare with it.

import type { Random } from "./random.ts";

/** Mean [d] and covariance [d × d] of vectors of d numbers. */
export interface Moments {
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
}

/** Shares of kinds, by channel. */
export type Shares = Readonly<Record<string, number>>;

/** Outcomes of a demonstrator over all episodes of a world. */
export interface OutcomePrior {
  /** Channels whose values are known, in the order of all vectors here. */
  readonly channels: readonly string[];
  /** Those of the channels that are shares of kinds and add up to 1, and which a user may set. */
  readonly kinds: readonly string[];
  /** Exact moments of an episode's channels, with the world's own shares of kinds or with these. */
  moments(shares?: Shares): Moments;
  /** Writes the channels of an episode from `at` on. */
  draw(random: Random, into: Float64Array, at: number, shares?: Shares): void;
}

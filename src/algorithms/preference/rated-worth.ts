// A reward that is learnt from what a source says of single episodes: a logistic regression on rare reactions, or least squares on scores.

import { UserError } from "../../core/errors.ts";
import type { Coefficient } from "../../feedback/preferences/linear-model.ts";
import { fitRareReactions } from "../../feedback/preferences/rare-reactions.ts";
import type { EpisodeRating, FeedbackSource } from "../../feedback/sources/source.ts";
import { choleskyInPlace, solveLower, solveUpper } from "../../math/cholesky.ts";
import { clusteredCovariance } from "../../math/dense-logistic.ts";
import { areLevel } from "../../math/spread.ts";
import { featuresOf, type LearntWorth, type WorthFeatures, weightsOf } from "./learnt-worth.ts";
import type { ShownEpisode } from "./shown-episodes.ts";

/** Choice of the episodes that a source rates. */
export interface RatingRequest {
  readonly source: FeedbackSource;
  /** Episodes that are shown. */
  readonly episodes: number;
  /** Plays the episode of this number; undefined where it was broken off. */
  readonly single: (k: number) => Promise<ShownEpisode | undefined>;
  readonly signal?: AbortSignal | undefined;
}

export interface RatedEpisode {
  readonly shown: ShownEpisode;
  readonly rating: EpisodeRating;
}

/** Answers of a source. */
export interface Ratings {
  readonly ratings: readonly RatedEpisode[];
  readonly asked: number;
  readonly skipped: number;
}

/** Asks until the episodes or the source's budget are at their end. A source that rates nothing is an Error: plans are checked before. */
export async function requestRatings({ source, episodes, single, signal }: RatingRequest): Promise<Ratings> {
  const ratings: RatedEpisode[] = [];
  let skipped = 0;
  for (let k = 0; k < episodes; k++) {
    signal?.throwIfAborted();
    const shown = await single(k);
    if (shown === undefined) {
      skipped += 1;
      continue;
    }
    if (source.rate === undefined) throw new Error("a source that compares is asked about a single episode");
    const rating = await source.rate(shown.episode);
    if (rating === undefined) break;
    ratings.push({ shown, rating });
  }
  return { ratings, asked: source.asked, skipped };
}

/** What a feature moves: the log-odds of a reaction, or the score. */
export type RatedMeasure = "reactions" | "scores";

const Z = 1.959963984540054;

/**
 * Fits to what was said. Of reactions the worth is their log-odds, of scores the score, each up to a constant, which is no pay. Intervals are
 * robust to any spread of what was said (White, 1980), over episodes. Throws a UserError where a source mixes reactions and scores.
 */
export function ratedWorth(
  ratings: readonly RatedEpisode[],
  { spec, names, features, ridge }: WorthFeatures,
): LearntWorth & { readonly measure: RatedMeasure } {
  const read = featuresOf(features, spec);
  const values = ratings.map(({ shown }) => read(shown.episode));
  const count = ratings.length;
  const over = (c: number, of: (value: number) => number) =>
    values.reduce((sum, row) => sum + of(row[c]), 0) / Math.max(1, count);
  const centres = names.map((_, c) => over(c, (value) => value));
  const spreads = names.map((_, c) => Math.sqrt(over(c, (value) => (value - centres[c]) ** 2)));
  const varying = names.flatMap((_, c) => (areLevel(values.map((row) => row[c])) ? [] : [c]));
  const standard = values.map((row) => varying.map((c) => (row[c] - centres[c]) / spreads[c]));
  const scores = ratings.flatMap(({ rating }) => ("score" in rating ? [rating.score] : []));
  if (scores.length !== 0 && scores.length !== count) {
    const what = "the source gives some episodes a score, and others reactions";
    throw new UserError({ code: "mixed-ratings", what, path: ["feedback"], hint: "a source says one of the two" });
  }
  const isScored = scores.length > 0;
  const { theta, errors } = isScored ? scoreFit(standard, scores, ridge) : reactionFit(standard, ratings, ridge);
  const coefficients = varying.map((c, k): Coefficient => {
    const [value, error] = [theta[k], errors[k]];
    return { feature: names[c], value, low: value - Z * error, high: value + Z * error, error, spread: spreads[c] };
  });
  return { weights: weightsOf(names, coefficients), coefficients, measure: isScored ? "scores" : "reactions" };
}

interface Fit {
  /** Of the features, without the intercept. */
  readonly theta: ArrayLike<number>;
  readonly errors: readonly number[];
}

/** Of each episode a row of those that reacted, and one of those that did not; both are one draw of the world. */
function reactionFit(standard: readonly (readonly number[])[], ratings: readonly RatedEpisode[], ridge: number): Fit {
  const columns = standard[0]?.length ?? 0;
  const wide = columns + 1;
  const rows = ratings.flatMap(({ rating }, episode) => {
    if (!("shown" in rating)) return [];
    const { shown, reacted } = rating;
    return [
      { episode, label: 1, weight: reacted },
      { episode, label: 0, weight: shown - reacted },
    ].filter(({ weight }) => weight > 0);
  });
  const labels = Float64Array.from(rows, ({ label }) => label);
  const weights = Float64Array.from(rows, ({ weight }) => weight);
  const features = Float64Array.from(rows.flatMap(({ episode }) => standard[episode]));
  const model = fitRareReactions({ features, columns, reactions: labels, weights }, ridge);
  const theta = Float64Array.from([...model.weights, model.intercept]);
  const samples = { features: Float64Array.from(rows.flatMap(({ episode }) => [...standard[episode], 1])), labels };
  const clusters = rows.map(({ episode }) => episode);
  const covariance = clusteredCovariance({ ...samples, weights }, theta, ridge, clusters, ratings.length);
  return { theta, errors: model.weights.length === 0 ? [] : rootDiagonal(covariance, wide, columns) };
}

/** Least squares with (λ/2)·|θ|² in units of episodes, of scores less their mean; the intercept is that mean, as features are centred. */
function scoreFit(standard: readonly (readonly number[])[], scores: readonly number[], ridge: number): Fit {
  const columns = standard[0]?.length ?? 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const factor = new Float64Array(columns * columns);
  const theta = new Float64Array(columns);
  for (const [row, x] of standard.entries()) {
    for (let i = 0; i < columns; i++) {
      theta[i] += x[i] * (scores[row] - mean);
      for (let j = 0; j <= i; j++) factor[i * columns + j] += x[i] * x[j];
    }
  }
  for (let i = 0; i < columns; i++) factor[i * columns + i] += ridge;
  choleskyInPlace(factor, columns);
  const solve = (column: Float64Array): Float64Array => {
    solveLower(factor, columns, column);
    solveUpper(factor, columns, column);
    return column;
  };
  solve(theta);
  // H⁻¹·x·(residual of the score), of each episode: their squares are the variances.
  const squares = new Float64Array(columns);
  for (const [row, x] of standard.entries()) {
    const left = scores[row] - mean - x.reduce((sum, value, k) => sum + value * theta[k], 0);
    const pull = solve(Float64Array.from(x, (value) => value * left));
    for (let k = 0; k < columns; k++) squares[k] += pull[k] ** 2;
  }
  const small = scores.length / Math.max(1, scores.length - columns - 1);
  return { theta, errors: Array.from(squares, (square) => Math.sqrt(small * square)) };
}

const rootDiagonal = (matrix: Float64Array, wide: number, columns: number): number[] =>
  Array.from({ length: columns }, (_, k) => Math.sqrt(matrix[k * wide + k]));

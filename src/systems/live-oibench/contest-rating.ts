// A rating by one contest against rated people: the rating at which the place that was reached is the one to expect. Source: arXiv 2510.09595
// and its released code, after Codeforces.

import { expectedScore } from "../../evaluation/ratings/elo.ts";

/** A person at the contest. */
export interface RatedHuman {
  readonly rating: number;
  readonly points: number;
}

/** Ratings that tell that a person has none. */
const UNRATED = [0, -1000];

/** The place to expect of a rating: seed(x) = 1 + Σ 1/(1 + 10^((x − R_i)/400)), falling in x. */
export function expectedPlace(x: number, ratings: ArrayLike<number>): number {
  let place = 1;
  for (let k = 0; k < ratings.length; k++) place += expectedScore(ratings[k], x);
  return place;
}

/**
 * The rating at which `rank` is to be expected among people of these ratings, by bisection of [500, largest + 100] until no more than 1 is
 * left, whose LOWER end it returns: within 1 below the root. A first place gives nearly the upper end, a last one the lower. NaN without people.
 */
export function ratingOfRank(rank: number, ratings: ArrayLike<number>): number {
  if (ratings.length === 0) return Number.NaN;
  let low = 500;
  let high = low;
  for (let k = 0; k < ratings.length; k++) high = Math.max(high, ratings[k] + 100);
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (isPlacedBelow(rank, middle, ratings)) high = middle;
    else low = middle;
  }
  return low;
}

/** Whether `expectedPlace` is below a rank: a sum of what is positive, which needs no more terms once it has reached the rank. */
function isPlacedBelow(rank: number, x: number, ratings: ArrayLike<number>): boolean {
  let place = 1;
  for (let k = 0; k < ratings.length && !(place >= rank); k++) place += expectedScore(ratings[k], x);
  return place < rank;
}

/** The rating of a total: its rank is 1 + the number of rated people with more points. */
export function contestRating(total: number, humans: readonly RatedHuman[]): number {
  const rated = humans.filter(({ rating }) => !UNRATED.includes(rating));
  const rank = 1 + rated.filter(({ points }) => points > total).length;
  return ratingOfRank(
    rank,
    rated.map(({ rating }) => rating),
  );
}

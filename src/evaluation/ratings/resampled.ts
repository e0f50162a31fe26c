// Ratings of games as they might have come out: a bootstrap over what is independent, a game by default, or all games of a unit.

import { countOf, type Games } from "../../core/games.ts";
import type { Random } from "../../core/random.ts";
import { poissonDraw } from "../../math/poisson-draw.ts";
import { type PairCounts, pairCounts } from "./pair-counts.ts";
import type { PairRating, Rated, Rating } from "./rating.ts";

/** Ratings of each resample, row by row, [resamples × players]. */
export interface Resamples {
  readonly count: number;
  readonly ratings: Float64Array;
}

/**
 * Rates so many resamples, in each of which a unit counts Poisson(1) times. Games of two that are independent of each other are drawn as
 * counts, whose sums of Poisson numbers are Poisson numbers again: then the time does not grow with the games. `onSample` is called before
 * each, and may throw to stop.
 */
export function resampled(
  rating: Rating,
  games: Games,
  rated: Rated,
  random: Random,
  count: number,
  onSample: (k: number) => void = () => {},
): Resamples {
  const n = games.players.length;
  const ratings = new Float64Array(count * n);
  const row = (k: number) => ratings.subarray(k * n, (k + 1) * n);
  const isPlain = games.units === countOf(games) && games.player.length === 2 * games.units;
  if (rating.reads === "pairs" && isPlain) {
    const redraw = redrawn(rating, pairCounts(games), rated, random);
    for (let k = 0; k < count; k++) {
      onSample(k);
      redraw(row(k));
    }
    return { count, ratings };
  }
  const weights = new Uint32Array(games.units);
  for (let k = 0; k < count; k++) {
    onSample(k);
    for (let unit = 0; unit < weights.length; unit++) weights[unit] = poissonDraw(1, random);
    const again = rating.reads === "pairs" ? rating.rate(pairCounts(games, weights)) : rating.rate(games, weights);
    row(k).set(again.ratings);
  }
  return { count, ratings };
}

/** Rates counts that are drawn anew by each call. */
function redrawn(rating: PairRating, counts: PairCounts, rated: Rated, random: Random): (into: Float64Array) => void {
  const drawn = { won: counts.won.slice(), lost: counts.lost.slice(), tied: counts.tied.slice() };
  const refit =
    rating.refit?.(counts, rated) ??
    ((won: Float64Array, lost: Float64Array, tied: Float64Array, into: Float64Array) =>
      into.set(rating.rate({ ...counts, won, lost, tied }).ratings));
  return (into) => {
    for (let pair = 0; pair < counts.one.length; pair++) {
      drawn.won[pair] = poissonDraw(counts.won[pair], random);
      drawn.lost[pair] = poissonDraw(counts.lost[pair], random);
      drawn.tied[pair] = poissonDraw(counts.tied[pair], random);
    }
    refit(drawn.won, drawn.lost, drawn.tied, into);
  };
}

/** Bounds of 95 % of the resamples for each player, [players] each. */
export function boundsOf({ count, ratings }: Resamples, players: number): { low: Float64Array; high: Float64Array } {
  const [low, high] = [new Float64Array(players), new Float64Array(players)];
  const column = new Float64Array(count);
  for (let player = 0; player < players; player++) {
    for (let k = 0; k < count; k++) column[k] = ratings[k * players + player];
    column.sort();
    low[player] = quantile(column, 0.025);
    high[player] = quantile(column, 0.975);
  }
  return { low, high };
}

/** Between the two nearest of sorted values. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/** Shares of resamples in which a player has each rank, [players × players]: row by player, column by rank from the best. Ties share. */
export function rankChances({ count, ratings }: Resamples, players: number): Float64Array {
  const chances = new Float64Array(players * players);
  const order = Array.from({ length: players }, (_, k) => k);
  for (let k = 0; k < count; k++) {
    const of = (player: number) => ratings[k * players + player];
    order.sort((a, b) => of(b) - of(a) || a - b);
    for (let from = 0; from < players; ) {
      let to = from + 1;
      while (to < players && of(order[to]) === of(order[from])) to += 1;
      const share = 1 / (count * (to - from));
      for (let at = from; at < to; at++) {
        for (let rank = from; rank < to; rank++) chances[order[at] * players + rank] += share;
      }
      from = to;
    }
  }
  return chances;
}

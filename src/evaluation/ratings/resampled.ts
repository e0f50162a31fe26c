// Bootstrap of ratings over independent units: single games by default, or groups of games that the file declares as one unit.

import { countOf, type Games } from "../../core/games.ts";
import type { Random } from "../../core/random.ts";
import { PoissonDraws } from "../../math/poisson-draw.ts";
import { areOne, sizeOf } from "../../math/spread.ts";
import { headOf, type PairCounts, pairCounts } from "./pair-counts.ts";
import type { PairRating, Rated, Rating } from "./rating.ts";

/** Ratings of each resample, [resamples × players]; NaN for a player without a game in the resample. */
export interface Resamples {
  readonly count: number;
  readonly ratings: Float64Array;
  /** Number of resamples without finite ratings; all their ratings are NaN. */
  readonly unsolved: number;
}

export interface ResampleOptions {
  /** A player whose rating is fixed in every resample, for ratings of which only differences are meaningful. */
  readonly anchor?: number;
  /** Pair counts of the games, if already computed. */
  readonly counts?: PairCounts;
  /** Called before each resample; may throw to abort. */
  readonly onSample?: (k: number) => void;
}

/**
 * Rates the given number of resamples; in each, a unit counts Poisson(1) times. Independent two-player games are drawn as pair counts,
 * because sums of Poisson numbers are Poisson: the time then does not grow with the games. Players that a resample does not connect cannot
 * be compared by it, so each group keeps its own mean (`ResampleGroups.align`).
 */
export function resampled(
  rating: Rating,
  games: Games,
  rated: Rated,
  random: Random,
  count: number,
  { anchor = -1, counts, onSample = () => {} }: ResampleOptions = {},
): Resamples {
  const n = games.players.length;
  const ratings = new Float64Array(count * n);
  const groups = new ResampleGroups(rated.ratings, anchor);
  const rate = sampler(rating, games, rated, { random, groups, counts });
  let unsolved = 0;
  for (let k = 0; k < count; k++) {
    onSample(k);
    const row = ratings.subarray(k * n, (k + 1) * n);
    groups.clear();
    rate(row);
    if (row.every(Number.isNaN)) {
      unsolved += 1;
      continue;
    }
    if (rating.isRelative) groups.align(row);
    groups.strike(row);
  }
  return { count, ratings, unsolved };
}

/** Inputs of drawing resamples. */
interface Drawing {
  readonly random: Random;
  readonly groups: ResampleGroups;
  readonly counts: PairCounts | undefined;
}

/** Returns a function that draws and rates one resample per call, and joins the players that met in it. */
function sampler(
  rating: Rating,
  games: Games,
  rated: Rated,
  { random, groups, counts }: Drawing,
): (into: Float64Array) => void {
  const isPlain = games.units === countOf(games) && games.player.length === 2 * games.units;
  if (rating.reads === "pairs" && isPlain) return redrawn(rating, counts ?? pairCounts(games), rated, random, groups);
  const weights = new Uint32Array(games.units);
  const [draws, times] = [new PoissonDraws([1]), new Uint32Array(1)];
  const followsOrder = rating.reads === "games" && rating.followsOrder;
  const order = followsOrder ? Uint32Array.from(weights.keys()) : unitsInOrder(games);
  return (into) => {
    for (const unit of order) {
      draws.draw(random, times);
      weights[unit] = times[0];
    }
    const again = rating.reads === "pairs" ? rating.rate(pairCounts(games, weights)) : rating.rate(games, weights);
    into.set(again.ratings);
    for (let game = 0; game < countOf(games); game++) {
      if (weights[games.unit[game]] === 0) continue;
      const first = games.first[game];
      for (let entry = first + 1; entry < games.first[game + 1]; entry++) {
        groups.join(games.player[first], games.player[entry]);
      }
    }
  };
}

/**
 * Units in an order that does not depend on the order of the games: units of several games by number, then single-game units, which need
 * not have a name, by players and places.
 */
function unitsInOrder({ first, player, place, unit, units }: Games): Uint32Array {
  const sizes = new Uint32Array(units);
  for (const one of unit) sizes[one] += 1;
  const several = Array.from(sizes.keys()).filter((one) => sizes[one] > 1);
  const alone: { readonly unit: number; readonly key: string }[] = [];
  for (const [game, one] of unit.entries()) {
    if (sizes[one] > 1) continue;
    const entries = Array.from(player.subarray(first[game], first[game + 1]), (own, k) => ({
      player: own,
      place: place[first[game] + k],
    }));
    entries.sort((a, b) => a.place - b.place || a.player - b.player);
    alone.push({ unit: one, key: entries.map((entry) => `${entry.place} ${entry.player}`).join() });
  }
  alone.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.unit - b.unit));
  return Uint32Array.from([...several, ...alone.map((one) => one.unit)]);
}

/** Returns a function that draws counts and rates them. */
function redrawn(
  rating: PairRating,
  counts: PairCounts,
  rated: Rated,
  random: Random,
  groups: ResampleGroups,
): (into: Float64Array) => void {
  const { one, other } = counts;
  const [won, lost, tied] = [counts.won.slice(), counts.lost.slice(), counts.tied.slice()];
  const pairs = counts.one.length;
  const draws = [won, lost, tied].map((into) => ({ into, of: new PoissonDraws(into) }));
  const refit =
    rating.refit?.(counts, rated) ??
    ((won: Float64Array, lost: Float64Array, tied: Float64Array, into: Float64Array) =>
      into.set(rating.rate({ ...counts, won, lost, tied }).ratings));
  return (into) => {
    for (const { into, of } of draws) of.draw(random, into);
    for (let pair = 0; pair < pairs && !groups.areOne; pair++) {
      if (won[pair] + lost[pair] + tied[pair] > 0) groups.join(one[pair], other[pair]);
    }
    refit(won, lost, tied, into);
  };
}

/** 95 % bounds over the resamples that contain a game of the player, [players] each; NaN where these are fewer than half of all. */
export function boundsOf(
  { count, ratings }: Pick<Resamples, "count" | "ratings">,
  players: number,
): { low: Float64Array; high: Float64Array } {
  const [low, high] = [new Float64Array(players), new Float64Array(players)];
  const column = new Float64Array(count);
  for (let player = 0; player < players; player++) {
    let held = 0;
    for (let k = 0; k < count; k++) {
      const value = ratings[k * players + player];
      if (!Number.isNaN(value)) column[held++] = value;
    }
    const sorted = column.subarray(0, held).sort();
    const isEnough = held >= 2 && held >= count / 2;
    low[player] = isEnough ? quantile(sorted, 0.025) : Number.NaN;
    high[player] = isEnough ? quantile(sorted, 0.975) : Number.NaN;
  }
  return { low, high };
}

/** Quantile of sorted values by linear interpolation. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/**
 * Distribution of each player's rank over the resamples that contain a game of it, [players × players]: row by player, column by rank from
 * the best. Ties share their ranks; a player without any such resample has zeros.
 */
export function rankChances({ count, ratings }: Pick<Resamples, "count" | "ratings">, players: number): Float64Array {
  const chances = new Float64Array(players * players);
  const held = new Uint32Array(players);
  const order = Array.from({ length: players }, (_, k) => k);
  for (let k = 0; k < count; k++) {
    const of = (player: number) => ratings[k * players + player];
    const size = sizeOf(ratings.subarray(k * players, (k + 1) * players));
    const last = (player: number) => (Number.isNaN(of(player)) ? 1 : 0);
    order.sort((a, b) => last(a) - last(b) || of(b) - of(a) || a - b);
    for (let from = 0; from < players && last(order[from]) === 0; ) {
      let to = from + 1;
      while (to < players && areOne(of(order[to]), of(order[from]), size)) to += 1;
      for (let at = from; at < to; at++) {
        held[order[at]] += 1;
        for (let rank = from; rank < to; rank++) chances[order[at] * players + rank] += 1 / (to - from);
      }
      from = to;
    }
  }
  for (let player = 0; player < players; player++) {
    for (let rank = 0; rank < players; rank++) chances[player * players + rank] /= Math.max(1, held[player]);
  }
  return chances;
}

/**
 * Connected groups of players in a resample, reused for all resamples without new allocations. A player without a game belongs to no group.
 */
class ResampleGroups {
  readonly #rated: Float64Array;
  /** The player whose rating is fixed; −1 for none. */
  readonly #anchor: number;
  /** Parent of each player in the union-find structure, or itself; −1 where no game of it was drawn. */
  readonly #towards: Int32Array;
  /**
   * For the head of each group: number of players, and the sum of differences between their ratings in the resample and in the original
   * games.
   */
  readonly #size: Int32Array;
  readonly #above: Float64Array;
  /** Number of merges of two groups. */
  #joined = 0;

  /** `rated` holds the ratings of the original games, [players]. */
  constructor(rated: Float64Array, anchor: number) {
    this.#rated = rated;
    this.#anchor = anchor;
    this.#towards = new Int32Array(rated.length);
    this.#size = new Int32Array(rated.length);
    this.#above = new Float64Array(rated.length);
  }

  /** Resets the structure for the next resample. */
  clear(): void {
    this.#towards.fill(-1);
    this.#joined = 0;
  }

  /** Whether all players are connected; further games then need no joins. */
  get areOne(): boolean {
    return this.#joined === this.#towards.length - 1;
  }

  /** Records that two players have met. */
  join(a: number, b: number): void {
    if (this.areOne) return;
    if (this.#towards[a] < 0) this.#towards[a] = a;
    if (this.#towards[b] < 0) this.#towards[b] = b;
    const [head, other] = [headOf(this.#towards, a), headOf(this.#towards, b)];
    if (head === other) return;
    this.#joined += 1;
    if (head < other) this.#towards[other] = head;
    else this.#towards[head] = other;
  }

  /** Sets the ratings of players without a game to NaN, [players], since only a prior determines them. */
  strike(ratings: Float64Array): void {
    for (let player = 0; player < ratings.length; player++) {
      if (this.#towards[player] < 0) ratings[player] = Number.NaN;
    }
  }

  /**
   * Shifts each group as a whole, where only differences of ratings are meaningful. The anchor's group is shifted so that the anchor keeps
   * its rating; a group without all players gets the mean that its players have in the original games. Otherwise the prior would place it
   * at the mean of all players, which would look like sampling error.
   */
  align(ratings: Float64Array): void {
    const [size, above] = [this.#size.fill(0), this.#above.fill(0)];
    for (let player = 0; player < ratings.length; player++) {
      if (this.#towards[player] < 0) continue;
      const head = headOf(this.#towards, player);
      size[head] += 1;
      above[head] += ratings[player] - this.#rated[player];
    }
    const own = this.#anchor < 0 || this.#towards[this.#anchor] < 0 ? -1 : headOf(this.#towards, this.#anchor);
    const anchored = own < 0 ? 0 : ratings[this.#anchor] - this.#rated[this.#anchor];
    for (let player = 0; player < ratings.length; player++) {
      if (this.#towards[player] < 0) continue;
      const head = headOf(this.#towards, player);
      if (player === this.#anchor) ratings[player] = this.#rated[player];
      else if (head === own) ratings[player] -= anchored;
      else if (size[head] < ratings.length) ratings[player] -= above[head] / size[head];
    }
  }
}

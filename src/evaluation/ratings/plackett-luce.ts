// The Plackett-Luce model of rankings (Plackett, 1975; Luce, 1959): the best player is drawn with probabilities proportional to strengths,
// then the best of the rest. Players tied in one place are averaged over all orders among them, so that equal results give equal strengths.

import { countOf, type Games } from "../../core/games.ts";
import { type Concave, newtonAscent } from "../../math/newton-ascent.ts";

/** Players of each game in the order of their places, [entries], with the end of each game, [games + 1]. */
export interface Orders {
  readonly players: number;
  readonly first: Uint32Array;
  readonly order: Uint32Array;
  /** End of an entry's place: one past the last entry that shares it, [entries]. */
  readonly end: Uint32Array;
  /** The unit of each game, as in `Games`. */
  readonly unit: Uint32Array;
}

/** Builds the rankings of games; each team is represented by its first player. */
export function ordersOf(games: Games): Orders {
  const order = new Uint32Array(games.player.length);
  const end = new Uint32Array(games.player.length);
  for (let game = 0; game < countOf(games); game++) {
    const [from, to] = [games.first[game], games.first[game + 1]];
    const entries = Array.from({ length: to - from }, (_, k) => from + k);
    entries.sort((a, b) => games.place[a] - games.place[b] || games.player[a] - games.player[b]);
    for (let k = entries.length - 1; k >= 0; k--) {
      order[from + k] = games.player[entries[k]];
      const isLast = k === entries.length - 1 || games.place[entries[k]] !== games.place[entries[k + 1]];
      end[from + k] = isLast ? from + k + 1 : end[from + k + 1];
    }
  }
  return { players: games.players.length, first: games.first, order, end, unit: games.unit };
}

/** Where the next Newton step of a strength is larger, in logits, the strengths are taken to diverge. */
const ENDLESS = 1e-3;

/**
 * Maximum-likelihood strengths in logits with mean 0, [players], by Newton's method; the log-likelihood is concave (Hunter, 2004). Each
 * game counts `weights[its unit]` times, default once. `prior` games against a player of strength 1, half of them won, are added to each
 * player; they bound the strengths of players that won or lost everything. Undefined where no finite strengths maximise the likelihood, as
 * without a prior where players are not connected (`connectedGroups`). A game of m players takes up to m³/3 operations per iteration.
 *
 * With d players tied in one place, each order counts 1/d! of a game. The odds of the players not yet placed are replaced by their means
 * over these orders (Efron, 1977, for tied times in the partial likelihood, which is this likelihood). A tie of two counts as half a game
 * won each.
 */
export function plackettLuce(orders: Orders, prior: number, weights?: ArrayLike<number>): Float64Array | undefined {
  const n = orders.players;
  const optimum = newtonAscent(new Likelihood(orders, prior, weights), new Float64Array(n));
  if (optimum === undefined || !optimum.step.every((one) => Math.abs(one) < ENDLESS)) return undefined;
  const centre = optimum.at.reduce((a, b) => a + b, 0) / n;
  return optimum.at.map((x) => x - centre);
}

/** A weaker prior does not determine the mean numerically, and changes no strength in the printed digits. */
const WEAK = 1e-6;

/**
 * The log-likelihood of strengths. Without a prior it does not change when all strengths shift together; adding 1/n to every entry fixes
 * their mean.
 */
class Likelihood implements Concave {
  readonly curvature: Float64Array;
  readonly gradient: Float64Array;
  readonly #orders: Orders;
  readonly #prior: number;
  readonly #weights: ArrayLike<number> | undefined;
  readonly #odds: Float64Array;

  constructor(orders: Orders, prior: number, weights: ArrayLike<number> | undefined) {
    this.#orders = orders;
    this.#prior = prior;
    this.#weights = weights;
    this.#odds = new Float64Array(orders.players);
    this.gradient = new Float64Array(orders.players);
    this.curvature = new Float64Array(orders.players ** 2);
  }

  value(strengths: Float64Array): number {
    const { players: n, first } = this.#orders;
    let value = 0;
    for (let k = 0; k < n; k++) {
      this.#odds[k] = Math.exp(strengths[k]);
      value += this.#prior * (strengths[k] / 2 - Math.log1p(this.#odds[k]));
    }
    for (let game = 0; game + 1 < first.length; game++) {
      const weight = this.#weightOf(game);
      if (weight > 0) value += weight * this.#valueOf(first[game], first[game + 1], strengths);
    }
    return value;
  }

  bend(strengths: Float64Array): void {
    const { players: n, first } = this.#orders;
    this.gradient.fill(0);
    this.curvature.fill(this.#prior < WEAK ? 1 / n : 0);
    for (let k = 0; k < n; k++) {
      this.#odds[k] = Math.exp(strengths[k]);
      const p = this.#odds[k] / (1 + this.#odds[k]);
      this.gradient[k] += this.#prior * (0.5 - p);
      this.curvature[k * n + k] += this.#prior * p * (1 - p);
    }
    for (let game = 0; game + 1 < first.length; game++) {
      const weight = this.#weightOf(game);
      if (weight > 0) this.#bendBy(first[game], first[game + 1], weight);
    }
  }

  #weightOf(game: number): number {
    return this.#weights === undefined ? 1 : this.#weights[this.#orders.unit[game]];
  }

  /**
   * Each place is as many choices as it has players; the last player of all is no choice. The loop runs from the last place, so that the
   * odds are sums without subtractions.
   */
  #valueOf(from: number, to: number, strengths: Float64Array): number {
    const { order, end } = this.#orders;
    const odds = this.#odds;
    let value = 0;
    let below = 0;
    for (let at = to - 1; at >= from; ) {
      const until = end[at];
      let own = 0;
      let sum = 0;
      for (; at >= from && end[at] === until; at--) {
        own += odds[order[at]];
        sum += strengths[order[at]];
      }
      const tied = until - 1 - at;
      const choices = until === to ? tied - 1 : tied;
      value += (choices / tied) * sum;
      for (let k = 0; k < choices; k++) value -= Math.log(below + (1 - k / tied) * own);
      below += own;
    }
    return value;
  }

  #bendBy(from: number, to: number, weight: number): void {
    const { order, end, players: n } = this.#orders;
    const { curvature, gradient } = this;
    const odds = this.#odds;
    let below = 0;
    for (let at = to - 1; at >= from; ) {
      const until = end[at];
      let own = 0;
      for (; at >= from && end[at] === until; at--) own += odds[order[at]];
      const begin = at + 1;
      const tied = until - begin;
      const choices = until === to ? tied - 1 : tied;
      // Sums over the choices of 1/left and 1/left²; for players in the place they are weighted by the share of the place still left.
      let [others, shared, othersTwice, both, sharedTwice] = [0, 0, 0, 0, 0];
      for (let k = 0; k < choices; k++) {
        const share = 1 - k / tied;
        const one = 1 / (below + share * own);
        others += one;
        shared += share * one;
        othersTwice += one * one;
        both += share * one * one;
        sharedTwice += share * share * one * one;
      }
      for (let a = begin; a < to; a++) {
        const i = order[a];
        const isOwn = a < until;
        const pull = weight * odds[i] * (isOwn ? shared : others);
        gradient[i] += (isOwn ? (weight * choices) / tied : 0) - pull;
        curvature[i * n + i] += pull;
        const inPlace = weight * odds[i] * (isOwn ? sharedTwice : both);
        const behind = weight * odds[i] * (isOwn ? both : othersTwice);
        for (let b = begin; b < until; b++) curvature[i * n + order[b]] -= inPlace * odds[order[b]];
        for (let b = until; b < to; b++) curvature[i * n + order[b]] -= behind * odds[order[b]];
      }
      below += own;
    }
  }
}

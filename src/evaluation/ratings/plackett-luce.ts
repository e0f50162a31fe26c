// Strengths that explain whole orders: the best is drawn with odds of strengths, then the best of the rest (Plackett, 1975; Luce, 1959).

import { countOf, type Games } from "../../core/games.ts";
import { choleskyInPlace, solveLower, solveUpper } from "../../math/cholesky.ts";

/** Players of games in the order of their places, [entries], with the ends of each game, [games + 1]. Ties stand in the order told. */
export interface Orders {
  readonly players: number;
  readonly first: Uint32Array;
  readonly order: Uint32Array;
  /** The unit of each game, as in `Games`. */
  readonly unit: Uint32Array;
}

/** Orders of games; each team counts as its first player. */
export function ordersOf(games: Games): Orders {
  const order = new Uint32Array(games.player.length);
  for (let game = 0; game < countOf(games); game++) {
    const [from, to] = [games.first[game], games.first[game + 1]];
    const entries = Array.from({ length: to - from }, (_, k) => from + k);
    entries.sort((a, b) => games.place[a] - games.place[b] || a - b);
    for (const [k, entry] of entries.entries()) order[from + k] = games.player[entry];
  }
  return { players: games.players.length, first: games.first, order, unit: games.unit };
}

const MOST_STEPS = 100;
const MOST_HALVINGS = 40;
/** A step that is smaller, in logits, is the last. */
const SETTLED = 1e-10;

/**
 * Strengths in logits, their mean 0, [players], by Newton's method with halved steps: the log-likelihood is concave (Hunter, 2004). Each
 * game counts `weights[its unit]` times, default once. `prior` games against a player of strength 1 are added to each player, half of them
 * won: they hold who has won or lost everything. A game of m players takes m³/3 steps of arithmetic in each iteration.
 */
export function plackettLuce(orders: Orders, prior: number, weights?: ArrayLike<number>): Float64Array {
  const n = orders.players;
  const likelihood = new Likelihood(orders, prior, weights);
  let strengths = new Float64Array(n);
  let value = likelihood.at(strengths);
  for (let step = 0; step < MOST_STEPS; step++) {
    const { curvature, gradient } = likelihood;
    choleskyInPlace(curvature, n);
    solveLower(curvature, n, gradient);
    solveUpper(curvature, n, gradient);
    const direction = gradient.slice();
    let reached = value;
    let next = strengths;
    for (let k = 0, share = 1; k < MOST_HALVINGS; k++, share /= 2) {
      next = strengths.map((x, i) => x + share * direction[i]);
      reached = likelihood.at(next);
      if (reached >= value) break;
    }
    const isDone = !(reached > value) || direction.every((x) => Math.abs(x) < SETTLED);
    if (reached >= value) [strengths, value] = [next, reached];
    if (isDone) break;
  }
  const centre = strengths.reduce((a, b) => a + b, 0) / n;
  return strengths.map((x) => x - centre);
}

/** The log-likelihood, and its derivatives where it was asked for last. */
class Likelihood {
  /** With the sign changed, and 1/n everywhere: all strengths together may move where there is no prior. */
  readonly curvature: Float64Array;
  readonly gradient: Float64Array;
  readonly #orders: Orders;
  readonly #prior: number;
  readonly #weights: ArrayLike<number> | undefined;

  constructor(orders: Orders, prior: number, weights: ArrayLike<number> | undefined) {
    this.#orders = orders;
    this.#prior = prior;
    this.#weights = weights;
    this.gradient = new Float64Array(orders.players);
    this.curvature = new Float64Array(orders.players ** 2);
  }

  at(strengths: Float64Array): number {
    const { players: n, first, unit } = this.#orders;
    const odds = strengths.map(Math.exp);
    this.gradient.fill(0);
    this.curvature.fill(1 / n);
    let value = 0;
    for (let k = 0; k < n; k++) {
      const p = odds[k] / (1 + odds[k]);
      value += this.#prior * (strengths[k] / 2 - Math.log1p(odds[k]));
      this.gradient[k] += this.#prior * (0.5 - p);
      this.curvature[k * n + k] += this.#prior * p * (1 - p);
    }
    for (let game = 0; game + 1 < first.length; game++) {
      const weight = this.#weights === undefined ? 1 : this.#weights[unit[game]];
      if (weight > 0) value += weight * this.#game(first[game], first[game + 1], strengths, odds, weight);
    }
    return value;
  }

  /** Each place but the last is a choice among all that are left. */
  #game(from: number, to: number, strengths: Float64Array, odds: Float64Array, weight: number): number {
    const { order, players: n } = this.#orders;
    let left = 0;
    for (let at = from; at < to; at++) left += odds[order[at]];
    let value = 0;
    for (let place = from; place + 1 < to; place++) {
      value += strengths[order[place]] - Math.log(left);
      this.gradient[order[place]] += weight;
      for (let a = place; a < to; a++) {
        const [i, p] = [order[a], odds[order[a]] / left];
        this.gradient[i] -= weight * p;
        this.curvature[i * n + i] += weight * p;
        for (let b = place; b < to; b++) this.curvature[i * n + order[b]] -= (weight * p * odds[order[b]]) / left;
      }
      left -= odds[order[place]];
    }
    return value;
  }
}

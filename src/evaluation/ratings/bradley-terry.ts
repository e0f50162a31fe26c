// Strengths by which one player beats another with the odds of their exponentials (Bradley and Terry, 1952), with ties and a ridge.

import { solveLower, solveUpper } from "../../math/cholesky.ts";
import { type Concave, newtonAscent } from "../../math/newton-ascent.ts";
import type { PairCounts } from "./pair-counts.ts";
import { PairLikelihood, pairSlopes, type Ties } from "./tie-model.ts";

export interface BradleyTerryTerms {
  readonly ties: Ties;
  /** λ of λ·Σs², which is taken from the log-likelihood; 0 for none. */
  readonly ridge: number;
}

/** Fitted strengths. */
export interface BradleyTerryFit {
  /** Strengths in logits, their mean 0, [players]. */
  readonly strengths: Float64Array;
  /** ν of Davidson, θ of Rao and Kupper; of half ties, or where no game was tied, undefined. */
  readonly ties?: number;
  /** Without the ridge. */
  readonly logLikelihood: number;
  /** The factor L of the curvature at the fit, L·Lᵀ = −H with the mean fixed, [size × size]; the parameter of ties comes last. */
  readonly factor: Float64Array;
}

/** Curvature by the parameter of ties, and by strengths of players with ties alone, at least. */
const FLATTEST = 1e-12;
/** Where the parameter of ties begins: ln 2, for both models a third of games between equals or so. */
const TIES_AT_FIRST = Math.LN2;

/** Newton's next step of a fit, in logits, above which strengths would grow for ever. */
const ENDLESS = 1e-3;

/**
 * The strengths that explain counts best, by Newton's method with halved steps. Throws an Error where none that are finite do, see
 * `finiteFit`.
 */
export function bradleyTerry(counts: PairCounts, terms: BradleyTerryTerms): BradleyTerryFit {
  const fit = finiteFit(counts, terms);
  if (fit === undefined) throw new Error("no finite strengths explain these games best");
  return fit;
}

/**
 * The same; undefined where no finite strengths explain the games best. With a ridge that is not too small to be seen there are some. Without
 * one every player must be connected with every other (`connectedGroups`); where a tie has a parameter, ties alone do not connect for sure, as
 * it may grow with the strengths.
 */
export function finiteFit(counts: PairCounts, { ties, ridge }: BradleyTerryTerms): BradleyTerryFit | undefined {
  const model = counts.tied.some((tied) => tied > 0) ? ties : "half";
  const n = counts.players;
  const start = new Float64Array(n + (model === "half" ? 0 : 1));
  if (model !== "half") start[n] = TIES_AT_FIRST;
  const likelihood = new Likelihood(counts, model, ridge);
  const optimum = newtonAscent(likelihood, start);
  if (optimum === undefined) return undefined;
  const { at, value, factor, step } = optimum;
  for (let k = 0; k < n; k++) if (!(Math.abs(step[k]) < ENDLESS)) return undefined;
  return {
    strengths: at.slice(0, n),
    ...(model === "half" ? {} : { ties: Math.exp(at[n]) }),
    logLikelihood: value + likelihood.ridgeOf(at),
    factor,
  };
}

/**
 * Standard errors of strengths by the curvature at the fit (Wald), their mean being fixed, [players]; and of differences:
 * `between(i, j)`.
 */
export function waldErrors({ factor, strengths }: BradleyTerryFit): {
  readonly errors: Float64Array;
  between(i: number, j: number): number;
} {
  const n = strengths.length;
  const size = Math.sqrt(factor.length);
  // Column k of the covariance, less what the fixed mean adds.
  const covariance = Array.from({ length: n }, (_, k) => {
    const column = new Float64Array(size);
    column[k] = 1;
    solveLower(factor, size, column);
    solveUpper(factor, size, column);
    return column;
  });
  const centre = covariance.map((column) => mean(column.subarray(0, n)));
  const middle = mean(centre);
  const at = (i: number, j: number) => covariance[i][j] - centre[i] - centre[j] + middle;
  return {
    errors: Float64Array.from({ length: n }, (_, k) => Math.sqrt(at(k, k))),
    between: (i, j) => Math.sqrt(at(i, i) + at(j, j) - 2 * at(i, j)),
  };
}

const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum / values.length;
};

/** Fits other counts of the same pairs, each from one fit's strengths: a bootstrap does so a thousand times. */
export class Refits {
  readonly #counts: PairCounts;
  readonly #model: Ties;
  readonly #ridge: number;
  readonly #fit: BradleyTerryFit;
  readonly #gradient: Float64Array;
  readonly #theta: Float64Array;
  readonly #odds: Float64Array;

  constructor(counts: PairCounts, { ties, ridge }: BradleyTerryTerms, fit: BradleyTerryFit) {
    this.#counts = counts;
    this.#model = fit.ties === undefined ? "half" : ties;
    this.#ridge = ridge;
    this.#fit = fit;
    const size = Math.sqrt(fit.factor.length);
    this.#gradient = new Float64Array(size);
    this.#theta = new Float64Array(size);
    this.#odds = new Float64Array(counts.players);
  }

  /**
   * Strengths of these counts [pairs each], written into `into`. The curvature of the first fit serves for all steps; where it does not
   * lead to the end, Newton's method does.
   */
  strengths(won: Float64Array, lost: Float64Array, tied: Float64Array, into: Float64Array): void {
    const { factor, strengths, ties = 1 } = this.#fit;
    const n = strengths.length;
    const [theta, gradient] = [this.#theta, this.#gradient];
    theta.set(strengths);
    if (theta.length > n) theta[n] = Math.log(ties);
    let before = 0;
    for (let step = 0; step < MOST_CHORDS; step++) {
      this.#slope(won, lost, tied);
      solveLower(factor, theta.length, gradient);
      solveUpper(factor, theta.length, gradient);
      let largest = 0;
      for (let k = 0; k < theta.length; k++) {
        theta[k] += gradient[k];
        largest = Math.max(largest, Math.abs(gradient[k]));
      }
      if (!(largest < WILD)) break;
      // Steps become smaller by about the same factor each: of the next one nothing is seen.
      if (largest < CLOSE || largest * largest < CLOSE * before) {
        into.set(theta.subarray(0, n));
        return;
      }
      before = largest;
    }
    const fit = finiteFit({ ...this.#counts, won, lost, tied }, { ties: this.#model, ridge: this.#ridge });
    if (fit === undefined) into.fill(Number.NaN);
    else into.set(fit.strengths);
  }

  #slope(won: Float64Array, lost: Float64Array, tied: Float64Array): void {
    const [theta, gradient] = [this.#theta, this.#gradient];
    const { one, other, players } = this.#counts;
    pairSlopes(this.#model, { one, other, won, lost, tied }, theta, { gradient, odds: this.#odds });
    for (let k = 0; k < players; k++) gradient[k] -= 2 * this.#ridge * theta[k];
  }
}

/** Steps with one curvature before Newton's method is called. */
const MOST_CHORDS = 40;
/** A step that is larger leads astray. */
const WILD = 5;
/** Strengths of a resample need no more digits: a hundredth of a point of Elo's is 6e-5. */
const CLOSE = 1e-6;

/** The log-likelihood of strengths and the parameter of ties, less the ridge. */
class Likelihood implements Concave {
  readonly curvature: Float64Array;
  readonly gradient: Float64Array;
  readonly #counts: PairCounts;
  readonly #model: Ties;
  readonly #ridge: number;
  readonly #size: number;
  readonly #pair = new PairLikelihood();
  /** Whether ties are all that there is: their parameter has no end then, and strengths lose all curvature with it. */
  readonly #isFlat: boolean;

  constructor(counts: PairCounts, model: Ties, ridge: number) {
    this.#counts = counts;
    this.#model = model;
    this.#ridge = ridge;
    this.#size = counts.players + (model === "half" ? 0 : 1);
    this.#isFlat = counts.won.every((won, k) => won + counts.lost[k] === 0);
    this.curvature = new Float64Array(this.#size * this.#size);
    this.gradient = new Float64Array(this.#size);
  }

  /** What the ridge takes away. */
  ridgeOf(theta: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < this.#counts.players; k++) sum += theta[k] * theta[k];
    return this.#ridge * sum;
  }

  value(theta: Float64Array): number {
    const { one, other, won, lost, tied, players } = this.#counts;
    const t = theta[players] ?? 0;
    if (this.#model === "rao-kupper" && t <= 0) return Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let k = 0; k < one.length; k++) {
      this.#pair.set(this.#model, won[k], lost[k], tied[k], theta[one[k]] - theta[other[k]], t);
      sum += this.#pair.value;
    }
    return sum - this.ridgeOf(theta);
  }

  /** Gradient, and the curvature with the sign changed. All strengths together may move: 1 on every place of theirs holds their mean. */
  bend(theta: Float64Array): void {
    const { one, other, won, lost, tied, players: n } = this.#counts;
    const [size, curvature, gradient, pair] = [this.#size, this.curvature, this.gradient, this.#pair];
    const t = theta[n] ?? 0;
    gradient.fill(0);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) curvature[i * size + j] = i < n && j < n ? 1 / n : 0;
    for (let k = 0; k < one.length; k++) {
      const [i, j] = [one[k], other[k]];
      pair.set(this.#model, won[k], lost[k], tied[k], theta[i] - theta[j], t);
      gradient[i] += pair.d;
      gradient[j] -= pair.d;
      curvature[i * size + i] -= pair.dd;
      curvature[j * size + j] -= pair.dd;
      curvature[i * size + j] += pair.dd;
      curvature[j * size + i] += pair.dd;
      if (size === n) continue;
      gradient[n] += pair.t;
      curvature[n * size + n] -= pair.tt;
      for (const [at, sign] of [
        [i, -1],
        [j, 1],
      ] as const) {
        curvature[at * size + n] += sign * pair.dt;
        curvature[n * size + at] += sign * pair.dt;
      }
    }
    for (let k = 0; k < n; k++) {
      gradient[k] -= 2 * this.#ridge * theta[k];
      curvature[k * size + k] += 2 * this.#ridge;
    }
    if (size > n && curvature[n * size + n] < FLATTEST) curvature[n * size + n] = FLATTEST;
    if (this.#isFlat) for (let k = 0; k < n; k++) curvature[k * size + k] += FLATTEST;
  }
}

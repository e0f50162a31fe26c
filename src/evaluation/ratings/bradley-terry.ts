// The Bradley-Terry model (1952) with models of ties and a ridge: the odds that one player beats another are the ratio of the exponentials
// of their strengths.

import { solveLower, solveUpper } from "../../math/cholesky.ts";
import { type Concave, newtonAscent } from "../../math/newton-ascent.ts";
import type { PairCounts } from "./pair-counts.ts";
import { PairLikelihood, pairSlopes, type Ties } from "./tie-model.ts";

export interface BradleyTerryTerms {
  readonly ties: Ties;
  /** Ridge weight λ of the penalty λ·Σs² on the log-likelihood; 0 for none. */
  readonly ridge: number;
}

/** Fitted strengths. */
export interface BradleyTerryFit {
  /** Strengths in logits, their mean 0, [players]. */
  readonly strengths: Float64Array;
  /** ν of Davidson or θ of Rao and Kupper; undefined where ties count as half wins or no game was tied. */
  readonly ties?: number;
  /** Log-likelihood without the ridge. */
  readonly logLikelihood: number;
  /**
   * Cholesky factor L of the curvature at the fit, L·Lᵀ = −H with the mean of strengths fixed, [size × size]; the tie parameter is last.
   */
  readonly factor: Float64Array;
}

/** Lower bound of the curvature in the tie parameter, and in the strengths of players whose games were all ties. */
const FLATTEST = 1e-12;
/** Start value ln 2 of the tie parameter; in both models about a third of the games between equal players are then ties. */
const TIES_AT_FIRST = Math.LN2;

/** Where the next Newton step of a strength is larger, in logits, the strengths are taken to diverge. */
const ENDLESS = 1e-3;

/**
 * Maximum-likelihood strengths by Newton's method with step halving. Throws an Error where no finite strengths maximise the likelihood, see
 * `finiteFit`.
 */
export function bradleyTerry(counts: PairCounts, terms: BradleyTerryTerms): BradleyTerryFit {
  const fit = finiteFit(counts, terms);
  if (fit === undefined) throw new Error("no finite strengths explain these games best");
  return fit;
}

/**
 * As `bradleyTerry`, but undefined where no finite strengths maximise the likelihood. They exist with a ridge that is not negligibly small.
 * Without a ridge every player must be connected with every other (`connectedGroups`). Where ties have a parameter, ties alone may not
 * connect players, as the parameter can grow with the strengths.
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

/** Wald standard errors of strengths from the curvature at the fit with the mean fixed, [players]; and of differences: `between(i, j)`. */
export function waldErrors({ factor, strengths }: BradleyTerryFit): {
  readonly errors: Float64Array;
  between(i: number, j: number): number;
} {
  const n = strengths.length;
  const size = Math.sqrt(factor.length);
  // Column k of the covariance, less the contribution of the fixed mean.
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

/** Refits strengths to other counts of the same pairs, each from the first fit's strengths. A bootstrap does this a thousand times. */
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
   * Writes the strengths for these counts [pairs each] to `into`. All steps use the curvature of the first fit; where they do not converge,
   * Newton's method is used.
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
      // Steps shrink by a roughly constant factor, so the next step would be negligible.
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

/** Maximum number of steps with the fixed curvature before Newton's method takes over. */
const MOST_CHORDS = 40;
/** A larger step counts as divergence. */
const WILD = 5;
/** Accuracy of a resample's strengths, in logits: a hundredth of an Elo point is 6e-5. */
const CLOSE = 1e-6;

/** The log-likelihood of strengths and tie parameter, less the ridge penalty. */
class Likelihood implements Concave {
  readonly curvature: Float64Array;
  readonly gradient: Float64Array;
  readonly #counts: PairCounts;
  readonly #model: Ties;
  readonly #ridge: number;
  readonly #size: number;
  readonly #pair = new PairLikelihood();
  /** Whether all games were ties. The tie parameter then diverges, and the curvature in the strengths vanishes. */
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

  /**
   * Computes the gradient and the negated curvature. The likelihood does not change when all strengths shift together; adding 1 to every
   * entry for strengths fixes their mean.
   */
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

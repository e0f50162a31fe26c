// Log-likelihood of a pair's games as a function of the difference of strengths, with first and second derivatives. Both models of ties are
// concave in the difference and the tie parameter jointly, so Newton's method finds the unique optimum.

import type { PairCounts } from "./pair-counts.ts";

export type Ties = "davidson" | "rao-kupper" | "half";

/** The log-likelihood of a pair and its derivatives, overwritten by each call of `set`. */
export class PairLikelihood {
  value = 0;
  /** Derivatives with respect to the difference d of strengths. */
  d = 0;
  dd = 0;
  /** Derivatives with respect to the tie parameter t, and the mixed derivative. */
  t = 0;
  tt = 0;
  dt = 0;

  /** The last t and its exponential, cached because t is the same for all pairs. */
  #t = 0;
  #nu = 1;

  /**
   * Computes the values for a pair with the given wins, losses and ties; `t` is ln ν of Davidson or ln θ of Rao and Kupper. The
   * log-likelihood is optional, because it costs a logarithm.
   */
  set(model: Ties, won: number, lost: number, tied: number, d: number, t: number, isWhole = true): void {
    if (model === "davidson") this.#davidson(won, lost, tied, d, t, isWhole);
    else if (model === "rao-kupper") this.#raoKupper(won, lost, tied, d, t, isWhole);
    else this.#half(won + tied / 2, lost + tied / 2, d, isWhole);
  }

  /** A tie counts as half a win and half a loss. */
  #half(won: number, lost: number, d: number, isWhole: boolean): void {
    const games = won + lost;
    const p = logistic(d);
    if (isWhole) this.value = won * logLogistic(d) + lost * logLogistic(-d);
    this.d = won - games * p;
    this.dd = -games * p * (1 - p);
    this.t = this.tt = this.dt = 0;
  }

  /**
   * Davidson (1970): win, loss and tie have odds e^{d/2} : e^{−d/2} : ν. This is an exponential family, so the gradient is observed less
   * expected counts, and the curvature is a covariance.
   */
  #davidson(won: number, lost: number, tied: number, d: number, t: number, isWhole: boolean): void {
    const games = won + lost + tied;
    if (t !== this.#t) [this.#t, this.#nu] = [t, Math.exp(t)];
    const up = Math.exp(Math.min(LARGEST, Math.max(-LARGEST, d / 2)));
    const down = 1 / up;
    const sum = up + down + this.#nu;
    const [win, loss, tie] = [up / sum, down / sum, this.#nu / sum];
    const lead = win - loss;
    this.d = (won - lost - games * lead) / 2;
    this.dd = (-games * (win + loss - lead * lead)) / 4;
    this.t = tied - games * tie;
    this.tt = -games * tie * (1 - tie);
    this.dt = (games * lead * tie) / 2;
    if (isWhole) this.value = ((won - lost) * d) / 2 + tied * t - games * Math.log(sum);
  }

  /** Rao and Kupper (1967): a performance difference below a threshold t = ln θ is a tie; P(win) = σ(d − t), P(loss) = σ(−d − t). */
  #raoKupper(won: number, lost: number, tied: number, d: number, t: number, isWhole: boolean): void {
    const [up, down] = [won + tied, lost + tied];
    const [p, q] = [logistic(t - d), logistic(t + d)];
    const wide = 1 - Math.exp(-2 * t);
    if (isWhole)
      this.value =
        up * logLogistic(d - t) + down * logLogistic(-d - t) + (tied === 0 ? 0 : tied * (2 * t + Math.log(wide)));
    const [bendUp, bendDown] = [up * p * (1 - p), down * q * (1 - q)];
    this.d = up * p - down * q;
    this.dd = -bendUp - bendDown;
    this.t = (2 * tied) / wide - up * p - down * q;
    this.tt = (-4 * tied * (1 - wide)) / (wide * wide) - bendUp - bendDown;
    this.dt = bendUp - bendDown;
  }
}

/** Results of the pairs, [pairs] each. */
type PairGames = Pick<PairCounts, "one" | "other" | "won" | "lost" | "tied">;

/**
 * Writes the gradient of all pairs with respect to the strengths, followed by the tie parameter, to `gradient`. It equals the sum over
 * `PairLikelihood`, but needs one exponential per player instead of one per pair. Also writes `odds` [players]. The result may be NaN where
 * strengths differ by hundreds.
 */
export function pairSlopes(
  model: Ties,
  { one, other, won, lost, tied }: PairGames,
  theta: Float64Array,
  { gradient, odds }: { readonly gradient: Float64Array; readonly odds: Float64Array },
): void {
  const players = odds.length;
  const scale = model === "davidson" ? 0.5 : 1;
  for (let k = 0; k < players; k++) odds[k] = Math.exp(scale * theta[k]);
  gradient.fill(0);
  const parameter = Math.exp(theta[players] ?? 0);
  const wide = 1 - 1 / (parameter * parameter);
  let byTies = 0;
  for (let k = 0; k < one.length; k++) {
    const i = one[k];
    const j = other[k];
    const a = odds[i];
    const b = odds[j];
    let slope: number;
    if (model === "half") slope = won[k] + tied[k] / 2 - ((won[k] + lost[k] + tied[k]) * a) / (a + b);
    else if (model === "davidson") {
      const games = won[k] + lost[k] + tied[k];
      const tie = parameter * a * b;
      const share = games / (a * a + b * b + tie);
      slope = (won[k] - lost[k] - share * (a * a - b * b)) / 2;
      byTies += tied[k] - share * tie;
    } else {
      const up = ((won[k] + tied[k]) * parameter * b) / (parameter * b + a);
      const down = ((lost[k] + tied[k]) * parameter * a) / (parameter * a + b);
      slope = up - down;
      byTies += (2 * tied[k]) / wide - up - down;
    }
    gradient[i] += slope;
    gradient[j] -= slope;
  }
  if (gradient.length > players) gradient[players] = byTies;
}

/** Bound on half a difference; beyond it the probabilities are 0 or 1 in double precision. */
const LARGEST = 300;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Logarithm of the logistic function, ln σ(x), without overflow. */
const logLogistic = (x: number): number => (x < 0 ? x - Math.log1p(Math.exp(x)) : -Math.log1p(Math.exp(-x)));

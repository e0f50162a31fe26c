// What a difference of strength says of a game: the log-likelihood of a pair's games, and how it bends. Both models of ties are concave in
// the difference and their own parameter together, so that Newton's method finds the one best fit.

import type { PairCounts } from "./pair-counts.ts";

/** What ties are taken for. */
export type Ties = "davidson" | "rao-kupper" | "half";

/** The log-likelihood of a pair and its derivatives, written again by each call. */
export class PairLikelihood {
  value = 0;
  /** By the difference d of strengths. */
  d = 0;
  dd = 0;
  /** By the parameter t of ties, and by both. */
  t = 0;
  tt = 0;
  dt = 0;

  /** The last t, and its exponential: it is the same for all pairs. */
  #t = 0;
  #nu = 1;

  /**
   * Of a pair with so many games won, lost and tied; `t` is ln ν of Davidson, ln θ of Rao and Kupper. The value may be left out, which
   * takes a logarithm.
   */
  set(model: Ties, won: number, lost: number, tied: number, d: number, t: number, isWhole = true): void {
    if (model === "davidson") this.#davidson(won, lost, tied, d, t, isWhole);
    else if (model === "rao-kupper") this.#raoKupper(won, lost, tied, d, t, isWhole);
    else this.#half(won + tied / 2, lost + tied / 2, d, isWhole);
  }

  /** A tie is half of a game won, half of one lost. */
  #half(won: number, lost: number, d: number, isWhole: boolean): void {
    const games = won + lost;
    const p = logistic(d);
    if (isWhole) this.value = won * logLogistic(d) + lost * logLogistic(-d);
    this.d = won - games * p;
    this.dd = -games * p * (1 - p);
    this.t = this.tt = this.dt = 0;
  }

  /**
   * Davidson (1970): odds e^{d/2} : e^{−d/2} : ν of winning, losing and a tie. Of an exponential family: derivatives are what was seen
   * less what is expected, and covariances.
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

  /** Rao and Kupper (1967): a difference below a threshold t = ln θ is a tie; P(win) = σ(d − t), P(loss) = σ(−d − t). */
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

/** Games of pairs, [pairs] each. */
type PairGames = Pick<PairCounts, "one" | "other" | "won" | "lost" | "tied">;

/**
 * The slopes of all pairs together, by strengths and the parameter of ties behind them, written into `gradient`: those of `PairLikelihood`,
 * with an exponential for each player and none for each pair. `odds` [players] is written too. Where strengths are hundreds apart they may be
 * NaN.
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

/** Of half a difference, above which the odds are 0 or 1 to the last digit. */
const LARGEST = 300;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** ln σ(x), without overflow. */
const logLogistic = (x: number): number => (x < 0 ? x - Math.log1p(Math.exp(x)) : -Math.log1p(Math.exp(-x)));

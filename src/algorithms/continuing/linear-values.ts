// Value functions that are linear in features, each with a gain and no model behind it, as hypotheses for an optimist.
// Source: He, Zhong & Yang, arXiv 2404.12648, ICLR 2024.

import type { Discrepancies, HypothesisClass } from "./hypotheses.ts";

/** All pairs of a weight and a gain. */
export interface ValueClassOptions {
  readonly actions: number;
  /** Where the features begin in what is seen: those of the first action, then of the second. */
  readonly from: number;
  /**
   * w, rows of [features]; the features of each state and action add up to 1, so that a constant can be added to every weight. Biases
   * are determined up to a constant: fix one weight at 0, or promises cannot be compared.
   */
  readonly weights: readonly (readonly number[])[];
  readonly gains: readonly number[];
  /**
   * w of the functions g that f's targets are fitted by; they have to come near r + P V_f − J_f for every f. A wrong gain moves
   * that by a constant, so what is fixed at 0 in `weights` must be free here: without such rivals, wrong gains are never refuted.
   */
  readonly rivals: readonly (readonly number[])[];
}

/**
 * Hypothesis f is weight ⌊f/gains⌋ with gain f mod gains: Q_f = φ·w. A step is explained by Bellman's equation. Discrepancy:
 * l(f, g, z) = Q_g(s,a) − r − V_f(s') + J_f. In L_D(f,f) − min_g L_D(f,g) the squares of the targets drop out, and what is left
 * is quadratic in w_g with the sums A = Σφφᵀ, b_f = Σφ·(r + V_f(s')) − J_f·Σφ.
 */
export function valueClass({ actions, from, weights, gains, rivals }: ValueClassOptions): HypothesisClass {
  const d = weights[0].length;
  /** φ(s, a)·w of an action that is seen. */
  const worth = (seen: Float32Array, action: number, w: readonly number[]) => {
    let sum = 0;
    for (let i = 0; i < d; i++) sum += seen[from + action * d + i] * w[i];
    return sum;
  };
  const best = (seen: Float32Array, w: readonly number[]) => {
    let chosen = 0;
    for (let a = 1; a < actions; a++) if (worth(seen, a, w) > worth(seen, chosen, w)) chosen = a;
    return chosen;
  };

  function evidence(): Discrepancies {
    const gram = new Float64Array(d * d);
    const visits = new Float64Array(d);
    const targets = weights.map(() => new Float64Array(d));
    const squares = new Float64Array(rivals.length);
    const right = new Float64Array(d);
    let fresh = false;
    return {
      add(_, seen, action, reward, next) {
        const phi = from + action * d;
        for (let i = 0; i < d; i++) {
          visits[i] += seen[phi + i];
          for (let j = 0; j < d; j++) gram[i * d + j] += seen[phi + i] * seen[phi + j];
        }
        for (let k = 0; k < targets.length; k++) {
          const target = reward + worth(next, best(next, weights[k]), weights[k]);
          for (let i = 0; i < d; i++) targets[k][i] += seen[phi + i] * target;
        }
        fresh = false;
      },
      excess(hypothesis) {
        if (!fresh) {
          for (let g = 0; g < rivals.length; g++) squares[g] = quadratic(gram, rivals[g]);
          fresh = true;
        }
        const own = Math.floor(hypothesis / gains.length);
        const gain = gains[hypothesis % gains.length];
        for (let i = 0; i < d; i++) right[i] = targets[own][i] - gain * visits[i];
        const loss = quadratic(gram, weights[own]) - 2 * product(weights[own], right);
        let least = loss;
        for (let g = 0; g < rivals.length; g++) least = Math.min(least, squares[g] - 2 * product(rivals[g], right));
        return loss - least;
      },
    };
  }

  return {
    size: weights.length * gains.length,
    gain: Float64Array.from({ length: weights.length * gains.length }, (_, f) => gains[f % gains.length]),
    act: (hypothesis, seen) => best(seen, weights[Math.floor(hypothesis / gains.length)]),
    evidence,
  };
}

function product(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** wᵀAw, with A [features × features]. */
function quadratic(matrix: Float64Array, w: readonly number[]): number {
  const d = w.length;
  let sum = 0;
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) sum += w[i] * matrix[i * d + j] * w[j];
  return sum;
}

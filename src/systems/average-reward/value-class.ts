// Hypotheses that are value functions with a gain, no model behind them: Q_f = φ·w from a list of weights, J_f from a list
// of gains. A step is explained by Bellman's equation.

import type { Evidence, HypothesisClass } from "./hypotheses.ts";

/** All pairs of a weight and a gain. */
export interface ValueClassOptions {
  readonly states: number;
  readonly actions: number;
  /** φ(s, a), [states × actions] rows of [features]; each row's sum 1, so that a constant can be added to every weight. */
  readonly features: readonly (readonly number[])[];
  /** w, rows of [features]. Biases are determined up to a constant: fix one weight at 0, or promises cannot be compared. */
  readonly weights: readonly (readonly number[])[];
  readonly gains: readonly number[];
  /**
   * w of the functions g that f's targets are fitted by; they have to come near r + P V_f − J_f for every f. A wrong gain moves
   * that by a constant, so what is fixed at 0 in `weights` must be free here: without such rivals, wrong gains are never refuted.
   */
  readonly rivals: readonly (readonly number[])[];
}

/** Hypothesis f is weight ⌊f/gains⌋ with gain f mod gains. */
export interface ValueClass extends HypothesisClass {
  /** V_f(s) = max_a φ(s,a)·w, [weights] rows of [states]. */
  readonly values: readonly Float64Array[];
}

/**
 * Discrepancy: l(f, g, z) = Q_g(s,a) − r − V_f(s') + J_f. In L_D(f,f) − min_g L_D(f,g) the squares of the targets drop out,
 * and what is left is quadratic in w_g with the sums A = Σφφᵀ, b_f = Σφ·(r + V_f(s')) − J_f·Σφ.
 */
export function valueClass({ states, actions, features, weights, gains, rivals }: ValueClassOptions): ValueClass {
  const d = features[0].length;
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < d; i++) sum += x[i] * y[i];
    return sum;
  };
  const choices = weights.map(() => new Int32Array(states));
  const values = weights.map((w, k) =>
    Float64Array.from({ length: states }, (_, s) => {
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < actions; a++) {
        const q = dot(features[s * actions + a], w);
        if (q > most) {
          most = q;
          choices[k][s] = a;
        }
      }
      return most;
    }),
  );

  function evidence(): Evidence {
    const gram = new Float64Array(d * d);
    const visits = new Float64Array(d);
    const targets = weights.map(() => new Float64Array(d));
    const squares = new Float64Array(rivals.length);
    const right = new Float64Array(d);
    let fresh = false;
    return {
      add(_, state, action, reward, next) {
        const phi = features[state * actions + action];
        for (let i = 0; i < d; i++) {
          visits[i] += phi[i];
          for (let j = 0; j < d; j++) gram[i * d + j] += phi[i] * phi[j];
        }
        for (let k = 0; k < targets.length; k++) {
          const target = reward + values[k][next];
          for (let i = 0; i < d; i++) targets[k][i] += phi[i] * target;
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
        const loss = quadratic(gram, weights[own]) - 2 * dot(weights[own], right);
        let least = loss;
        for (let g = 0; g < rivals.length; g++) least = Math.min(least, squares[g] - 2 * dot(rivals[g], right));
        return loss - least;
      },
    };
  }

  function quadratic(gram: Float64Array, w: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) sum += w[i] * gram[i * d + j] * w[j];
    return sum;
  }

  return {
    values,
    size: weights.length * gains.length,
    gain: Float64Array.from({ length: weights.length * gains.length }, (_, f) => gains[f % gains.length]),
    act: (hypothesis, state) => choices[Math.floor(hypothesis / gains.length)][state],
    evidence,
  };
}

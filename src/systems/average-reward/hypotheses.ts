// What an optimist may believe: a finite class of hypotheses, each with a gain, a policy and a record of how badly it
// explains what was seen. The algorithm is told nothing else, so that models and value functions learn by the same loop.
// Source: He, Zhong & Yang, arXiv 2404.12648, ICLR 2024 (discrepancies and confidence sets).

import { greedyChoice } from "../../algorithms/planning/policy.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { type AverageOptimum, relativeValueIteration, span } from "./gain.ts";

/** A finite class. Hypotheses are numbered from 0. */
export interface HypothesisClass {
  readonly size: number;
  /** J_f, the gain that each hypothesis promises, [size]. */
  readonly gain: Float64Array;
  /** The action of hypothesis f's greedy policy. */
  act(hypothesis: number, state: number): number;
  /** A new, empty record. */
  evidence(): Discrepancies;
}

/** Squared discrepancies of what was seen so far. */
export interface Discrepancies {
  /** Adds a step that was made while hypothesis `used` was followed. */
  add(used: number, state: number, action: number, reward: number, next: number): void;
  /** L_D(f, f) − min_g L_D(f, g) ≥ 0: how much worse f explains the data than its best rival does. */
  excess(hypothesis: number): number;
}

/**
 * β that keeps the truth in the set at all times with probability 1 − δ: 2σ²·ln(N/δ), where a discrepancy of the truth is
 * noise of mean 0 within an interval of width 2σ. For each rival, exp(−(ΣΔ² + 2ΣΔξ)/(2σ²)) is a supermartingale (Hoeffding's lemma),
 * so Ville's inequality holds at all times at once and no logarithm of the horizon is needed.
 */
export function confidenceRadius(deviation: number, size: number, failure: number): number {
  return 2 * deviation ** 2 * Math.log(size / failure);
}

/** Models, by their optima. */
interface ModelClass extends HypothesisClass {
  readonly optima: readonly AverageOptimum[];
}

/**
 * A class of models with the same states and actions, each planned for exactly. Discrepancy of g while f' is in use: (r_g + P_g V_f')(s,a) − r − V_f'(s').
 * It does not depend on the hypothesis that is judged, so one sum of squares per model is the whole record.
 */
export function modelClass(models: readonly TabularMdp[]): ModelClass {
  const optima = models.map((model) => relativeValueIteration(model));
  const choices = models.map((model, f) => greedyChoice(model, optima[f].actionValues));
  const expected = new Map<number, Float64Array>();

  /** (r_g + P_g V_f')(s,a) for all g, [states × actions × models]; made when f' is first in use. */
  function expectations(used: number): Float64Array {
    const known = expected.get(used);
    if (known !== undefined) return known;
    const { states, actions } = models[used];
    const table = new Float64Array(states * actions * models.length);
    for (let at = 0; at < states * actions; at++) {
      const s = Math.floor(at / actions);
      for (const [g, model] of models.entries()) {
        table[at * models.length + g] = model.reward[at] + expectedNext(model, s, at - s * actions, optima[used].bias);
      }
    }
    expected.set(used, table);
    return table;
  }

  function evidence(): Discrepancies {
    const losses = new Float64Array(models.length);
    let least = 0;
    return {
      add(used, state, action, reward, next) {
        // Most of a run is spent here: what a closure holds is read once.
        const table = expectations(used);
        const sums = losses;
        const count = sums.length;
        const from = (state * models[used].actions + action) * models.length;
        const seen = reward + optima[used].bias[next];
        let smallest = Number.POSITIVE_INFINITY;
        for (let g = 0; g < count; g++) {
          const off = table[from + g] - seen;
          const loss = sums[g] + off * off;
          sums[g] = loss;
          if (loss < smallest) smallest = loss;
        }
        least = smallest;
      },
      excess: (hypothesis) => losses[hypothesis] - least,
    };
  }

  return {
    optima,
    size: models.length,
    gain: Float64Array.from(optima, (optimum) => optimum.gain),
    act: (hypothesis, state) => choices[hypothesis][state],
    evidence,
  };
}

/** Half the widest range that some model's V has over the states one action may lead to: σ of the truth's discrepancies. */
export function stepDeviation({ optima }: ModelClass, truth: TabularMdp): number {
  let widest = 0;
  for (const { bias } of optima) {
    for (let at = 0; at < truth.states * truth.actions; at++) {
      const reached = truth.next.subarray(truth.offset[at], truth.offset[at + 1]);
      widest = Math.max(widest, span(Array.from(reached, (next) => bias[next])));
    }
  }
  return widest / 2;
}

/** All pairs of a weight and a gain. */
interface ValueClassOptions {
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

/**
 * Hypothesis f is weight ⌊f/gains⌋ with gain f mod gains: value functions with a gain, no model behind them, Q_f = φ·w. A step is
 * explained by Bellman's equation. Discrepancy: l(f, g, z) = Q_g(s,a) − r − V_f(s') + J_f. In L_D(f,f) − min_g L_D(f,g) the squares of the targets drop out,
 * and what is left is quadratic in w_g with the sums A = Σφφᵀ, b_f = Σφ·(r + V_f(s')) − J_f·Σφ.
 */
export function valueClass({ states, actions, features, weights, gains, rivals }: ValueClassOptions): HypothesisClass {
  const d = features[0].length;
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < d; i++) sum += x[i] * y[i];
    return sum;
  };
  const choices = weights.map(() => new Int32Array(states));
  // V_f(s) = max_a φ(s,a)·w, [weights] rows of [states].
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

  function evidence(): Discrepancies {
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
    size: weights.length * gains.length,
    gain: Float64Array.from({ length: weights.length * gains.length }, (_, f) => gains[f % gains.length]),
    act: (hypothesis, state) => choices[Math.floor(hypothesis / gains.length)][state],
    evidence,
  };
}

// The Bradley-Terry model on features, fitted again after every answer: Newton's steps from where the last fit ended. Undamped
// they run away on answers that some direction separates, so that steps are bounded, and halved where they lead down.

import { choleskyInPlace, solveLower, solveUpper } from "../math/cholesky.ts";

/** A log that grows. */
export type PreferenceLog = ReturnType<typeof preferenceLog>;

/** An empty log of pairs with `dimension` features. */
export function preferenceLog(dimension: number) {
  let differences = new Float64Array(64 * dimension);
  let answers = new Uint8Array(64);
  let size = 0;
  return {
    dimension,
    get size() {
      return size;
    },
    /** φ(first) − φ(second), row by row, [capacity × dimension]; another array after `add` may have grown it. */
    get differences() {
      return differences;
    },
    /** 1 where the first was preferred, 0 where the second was, [capacity]. */
    get answers() {
      return answers;
    },
    add(difference: ArrayLike<number>, firstPreferred: boolean) {
      if (difference.length !== dimension) throw new Error(`${difference.length} features of ${dimension}`);
      if (size === answers.length) {
        const [wider, longer] = [new Float64Array(2 * differences.length), new Uint8Array(2 * size)];
        wider.set(differences);
        longer.set(answers);
        [differences, answers] = [wider, longer];
      }
      differences.set(difference, size * dimension);
      answers[size] = firstPreferred ? 1 : 0;
      size += 1;
    },
  };
}

/** How θ is fitted. */
export interface NewtonOptions {
  /** λ > 0, which makes the optimum unique. */
  readonly ridge: number;
  /** β > 0 of P(first) = σ(β·θᵀx), known. Default 1. */
  readonly slope?: number;
  /** Stop when no entry of the gradient exceeds this. Default 1e-9. */
  readonly tolerance?: number;
  /** The longest step, by its Euclidean norm. Default 1. */
  readonly longest?: number;
}

/**
 * Σ ln P(answer) − (λ/2)|θ|² at θ; writes its gradient [dimension], and −∇² = λI + β²Σ P(1 − P)xxᵀ to the lower triangle of `curvature`
 * [dimension × dimension].
 */
export function preferenceLikelihood(
  { differences, answers, size }: PreferenceLog,
  theta: ArrayLike<number>,
  { ridge, slope = 1 }: Pick<NewtonOptions, "ridge" | "slope">,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  const n = theta.length;
  curvature.fill(0);
  let likelihood = 0;
  for (let k = 0; k < n; k++) {
    curvature[k * n + k] = ridge;
    gradient[k] = -ridge * theta[k];
    likelihood -= 0.5 * ridge * theta[k] * theta[k];
  }
  for (let row = 0, at = 0; row < size; row++, at += n) {
    let margin = 0;
    for (let k = 0; k < n; k++) margin += differences[at + k] * theta[k];
    margin *= slope;
    const gap = Math.exp(-Math.abs(margin));
    const p = margin >= 0 ? 1 / (1 + gap) : gap / (1 + gap);
    const against = answers[row] === 1 ? Math.max(0, -margin) : Math.max(0, margin);
    likelihood -= against + Math.log1p(gap);
    const pull = slope * (answers[row] - p);
    const weight = slope * slope * p * (1 - p);
    for (let i = 0; i < n; i++) {
      const xi = differences[at + i];
      if (xi === 0) continue;
      gradient[i] += pull * xi;
      const scaled = weight * xi;
      for (let j = 0; j <= i; j++) curvature[i * n + j] += scaled * differences[at + j];
    }
  }
  return likelihood;
}

/** A fit that is kept up to date. */
export type PreferenceNewton = ReturnType<typeof preferenceNewton>;

const MAX_STEPS = 500;

/** Maximises Σ ln P(answer) − (λ/2)|θ|² over θ, beginning at 0. */
export function preferenceNewton(dimension: number, options: NewtonOptions) {
  const { ridge, slope = 1, tolerance = 1e-9, longest = 1 } = options;
  const n = dimension;
  const theta = new Float64Array(n);
  const gradient = new Float64Array(n);
  const factor = new Float64Array(n * n);
  const from = new Float64Array(n);
  const step = new Float64Array(n);
  for (let k = 0; k < n; k++) factor[k * n + k] = Math.sqrt(ridge);

  /** Newton's step from θ, no longer than it may be. */
  function turn(): void {
    step.set(gradient);
    solveLower(factor, n, step);
    solveUpper(factor, n, step);
    let length = 0;
    for (let k = 0; k < n; k++) length += step[k] * step[k];
    const scale = Math.min(1, longest / Math.sqrt(length));
    for (let k = 0; k < n; k++) step[k] *= scale;
  }

  return {
    /** θ̂, [dimension]. */
    theta,
    /** Gradient of the penalised log-likelihood at θ̂. */
    gradient,
    /** Cholesky factor, in the lower triangle, of its negative Hessian λI + β²Σ P(1 − P)xxᵀ at θ̂. */
    factor,
    /** Goes on to the optimum for all of the log; the number of steps. Throws where it does not settle. */
    fit(log: PreferenceLog) {
      let reached = Number.NEGATIVE_INFINITY;
      for (let steps = 0; steps < MAX_STEPS; steps++) {
        const likelihood = preferenceLikelihood(log, theta, { ridge, slope }, gradient, factor);
        choleskyInPlace(factor, n);
        let largest = 0;
        for (let k = 0; k < n; k++) largest = Math.max(largest, Math.abs(gradient[k]));
        if (largest <= tolerance) return steps;
        // Close to the top, rounding may make a good step look like one down.
        if (likelihood < reached - 1e-10 * Math.max(1, Math.abs(reached))) {
          for (let k = 0; k < n; k++) step[k] /= 2;
        } else {
          reached = likelihood;
          from.set(theta);
          turn();
        }
        for (let k = 0; k < n; k++) theta[k] = from[k] + step[k];
      }
      throw new Error(`the preferences were not fitted to ${tolerance} in ${MAX_STEPS} steps`);
    },
  };
}

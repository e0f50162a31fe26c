// Closed forms of a flow towards a finite mixture of templates: what a perfect network would compute, and what an exact guide would add. With
// x_t = (1 − t)·x₀ + t·ε and x₀ normal around a template s, or s itself, the posterior of s given x_t is a softmax.

import { logSumExp, softmaxRow } from "../../math/softmax.ts";

/** The templates of a part, [count × size], and how often each is drawn, [count]. */
export interface PartMixture {
  readonly templates: ArrayLike<number>;
  readonly size: number;
  readonly weights: ArrayLike<number>;
  /** σ of normal noise around a template; default 0. */
  readonly deviation?: number | undefined;
}

/** Closed forms for one part, read from `x` at `at` and written to `into` at `at`. */
export function exactFlow({ templates, size, weights, deviation = 0 }: PartMixture) {
  const count = weights.length;
  const drawn: number[] = [];
  for (let id = 0; id < count; id++) if (weights[id] > 0) drawn.push(id);
  const logits = new Float64Array(drawn.length);
  const posterior = new Float64Array(drawn.length);
  const tilted = new Float64Array(drawn.length);
  /** q = (1 − t)²σ² + t²: the variance of x_t around (1 − t)s. */
  const varianceAt = (t: number): number => ((1 - t) * deviation) ** 2 + t * t;
  /** ln π_s − ‖x − (1 − t)s‖²/(2q), of drawn templates. */
  const logJoint = (x: ArrayLike<number>, at: number, t: number): void => {
    const variance = varianceAt(t);
    for (const [k, id] of drawn.entries()) {
      let square = 0;
      for (let i = 0; i < size; i++) square += (x[at + i] - (1 - t) * templates[id * size + i]) ** 2;
      logits[k] = Math.log(weights[id]) - square / (2 * variance);
    }
  };
  const meanOf = (chances: Float64Array, i: number): number => {
    let mean = 0;
    for (const [k, id] of drawn.entries()) mean += chances[k] * templates[id * size + i];
    return mean;
  };
  /** The velocity (x − E[x₀ | x])/t, with E[x₀ | x, s] = s + (σ²(1 − t)/q)·(x − (1 − t)s), for E[s | x] = `mean`. */
  const velocityOf = (x: number, mean: number, t: number): number => {
    const pull = (deviation * deviation * (1 - t)) / varianceAt(t);
    return (x - mean - pull * (x - (1 - t) * mean)) / t;
  };
  return {
    /** Writes the posterior of all templates, [count]. */
    posterior(x: ArrayLike<number>, at: number, t: number, into: Float64Array): void {
      logJoint(x, at, t);
      softmaxRow(logits, posterior, 0, drawn.length);
      into.fill(0);
      for (const [k, id] of drawn.entries()) into[id] = posterior[k];
    },
    /** Writes the velocity (x − E[x₀ | x])/t. */
    velocity(x: ArrayLike<number>, at: number, t: number, into: Float32Array): void {
      logJoint(x, at, t);
      softmaxRow(logits, posterior, 0, drawn.length);
      for (let i = 0; i < size; i++) into[at + i] = velocityOf(x[at + i], meanOf(posterior, i), t);
    },
    /**
     * Writes the velocity of the flow that ends at weights ∝ π_s·exp(worth_s), `worth` [count]: v − (t/(1 − t))·∇V, with the value V = ln Σ_s
     * w_s·exp(worth_s) and ∇V = ((1 − t)/q)·(E_tilted[s] − E[s]); without noise the two leave (x − E_tilted[s])/t.
     */
    tilted(x: ArrayLike<number>, at: number, t: number, worth: ArrayLike<number>, into: Float32Array): void {
      logJoint(x, at, t);
      for (const [k, id] of drawn.entries()) logits[k] += worth[id];
      softmaxRow(logits, tilted, 0, drawn.length);
      for (let i = 0; i < size; i++) into[at + i] = velocityOf(x[at + i], meanOf(tilted, i), t);
    },
    /** Writes ∇V at `at` and returns V. */
    value(x: ArrayLike<number>, at: number, t: number, worth: ArrayLike<number>, into: Float32Array): number {
      logJoint(x, at, t);
      const before = logSumExp(logits);
      softmaxRow(logits, posterior, 0, drawn.length);
      for (const [k, id] of drawn.entries()) logits[k] += worth[id];
      const value = logSumExp(logits) - before;
      softmaxRow(logits, tilted, 0, drawn.length);
      const scale = (1 - t) / varianceAt(t);
      for (let i = 0; i < size; i++) into[at + i] = scale * (meanOf(tilted, i) - meanOf(posterior, i));
      return value;
    },
  };
}

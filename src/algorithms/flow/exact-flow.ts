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

/** A posterior chance below which a template does not move a mean. */
const NOTHING = 1e-12;

/** Closed forms for one part, read from `x` at `at` and written to `into` at `at`. */
export function exactFlow({ templates, size, weights, deviation = 0 }: PartMixture) {
  const count = weights.length;
  const drawn: number[] = [];
  for (let id = 0; id < count; id++) if (weights[id] > 0) drawn.push(id);
  const logWeights = drawn.map((id) => Math.log(weights[id]));
  const logits = new Float64Array(drawn.length);
  const posterior = new Float64Array(drawn.length);
  const tilted = new Float64Array(drawn.length);
  /** q = (1 − t)²σ² + t²: the variance of x_t around (1 − t)s. */
  const varianceAt = (t: number): number => ((1 - t) * deviation) ** 2 + t * t;
  /** ln π_s − ‖x − (1 − t)s‖²/(2q), of drawn templates. */
  const logJoint = (x: ArrayLike<number>, at: number, t: number): void => {
    const variance = varianceAt(t);
    for (let k = 0; k < drawn.length; k++) {
      const from = drawn[k] * size;
      let square = 0;
      for (let i = 0; i < size; i++) square += (x[at + i] - (1 - t) * templates[from + i]) ** 2;
      logits[k] = logWeights[k] - square / (2 * variance);
    }
  };
  const mean = new Float64Array(size);
  /** Writes Σ_s chance_s·s to `mean`, without chances below NOTHING. */
  const meanOf = (chances: Float64Array): void => {
    mean.fill(0);
    for (let k = 0; k < drawn.length; k++) {
      const chance = chances[k];
      if (Math.abs(chance) < NOTHING) continue;
      const from = drawn[k] * size;
      for (let i = 0; i < size; i++) mean[i] += chance * templates[from + i];
    }
  };
  /** The velocity (x − E[x₀ | x])/t, with E[x₀ | x, s] = s + (σ²(1 − t)/q)·(x − (1 − t)s), for E[s | x] = `centre`. */
  const velocityOf = (x: number, centre: number, t: number): number => {
    const pull = (deviation * deviation * (1 - t)) / varianceAt(t);
    return (x - centre - pull * (x - (1 - t) * centre)) / t;
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
      meanOf(posterior);
      for (let i = 0; i < size; i++) into[at + i] = velocityOf(x[at + i], mean[i], t);
    },
    /**
     * Writes the velocity of the flow that ends at weights ∝ π_s·exp(worth_s), `worth` [count]: v − (t/(1 − t))·∇V, with the value V = ln Σ_s
     * w_s·exp(worth_s) and ∇V = ((1 − t)/q)·(E_tilted[s] − E[s]); without noise the two leave (x − E_tilted[s])/t.
     */
    tilted(x: ArrayLike<number>, at: number, t: number, worth: ArrayLike<number>, into: Float32Array): void {
      logJoint(x, at, t);
      for (const [k, id] of drawn.entries()) logits[k] += worth[id];
      softmaxRow(logits, tilted, 0, drawn.length);
      meanOf(tilted);
      for (let i = 0; i < size; i++) into[at + i] = velocityOf(x[at + i], mean[i], t);
    },
    /** Writes ∇V at `at` and returns V. */
    value(x: ArrayLike<number>, at: number, t: number, worth: ArrayLike<number>, into: Float32Array): number {
      logJoint(x, at, t);
      const before = logSumExp(logits);
      softmaxRow(logits, posterior, 0, drawn.length);
      for (const [k, id] of drawn.entries()) logits[k] += worth[id];
      const value = logSumExp(logits) - before;
      softmaxRow(logits, tilted, 0, drawn.length);
      for (let k = 0; k < drawn.length; k++) tilted[k] -= posterior[k];
      meanOf(tilted);
      const scale = (1 - t) / varianceAt(t);
      for (let i = 0; i < size; i++) into[at + i] = scale * mean[i];
      return value;
    },
  };
}

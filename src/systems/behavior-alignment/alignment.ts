// Behaviour alignment for networks (arXiv 2310.19007): a reward that is a sum has its parts weighed anew while a policy learns,
// so that the policy that comes of it does best by the objective, which is never paid.

import { z } from "zod";
import type { ActorCritic } from "../../algorithms/policy-gradient/actor-critic.ts";
import { byShares, type Foreseen } from "../../algorithms/policy-gradient/advantage.ts";
import type { RolloutTables } from "../../algorithms/policy-gradient/rollout.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { positive, whole } from "../../core/parameters.ts";
import { deviation } from "../../evaluation/statistics/moments.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { adam } from "../../nn/optimiser.ts";
import { implicitGradient } from "./implicit-gradient.ts";

/** Parameters of the outer learner. */
export const alignment = z.strictObject({
  rate: positive(10, 0.05).describe("Adam's rate for the weights"),
  decay: positive(10, 0.1).describe("pull of the policy's parameters to 0, which makes its Hessian one to invert"),
  step: positive(100, 0.5).describe(
    "longest step of the Neumann series for the inverse Hessian; it is held to 1 over the norm",
  ),
  terms: whole(0, 1000, 4).describe("of the series; 0 takes the Hessian for a multiple of the identity"),
});

/** Learns the weights of a sum: an outer learner over `parts` parts and rollouts of `batch` entries. Networks must not remember. */
export function alignmentOf(network: ActorCritic, parts: number, batch: number, options: z.output<typeof alignment>) {
  const { parameters } = network;
  const { flat } = parameters;
  const surrogate = lossGradient(
    parameters,
    (weights, [observations, critic, actions, old, advantages]) => {
      const { logProbability, entropy, values, routes } = network.judge(weights, { observations, critic, actions });
      for (const unused of [entropy, values, routes]) unused?.dispose();
      return { loss: np.mean(np.exp(logProbability.sub(old)).mul(advantages)), measures: {} };
    },
    [[batch, network.observationSize], [batch, network.criticInputs], [batch, network.head.encoding], [batch], [batch]],
  );
  const optimiser = adam(parts, { rate: options.rate });
  const state = new Float32Array(parts + optimiser.state.length);
  state.fill(1, 0, parts);
  /** One weight for each part. */
  const weights = new Float64Array(parts).fill(1);
  const held = new Float32Array(flat.length);

  /** Gradient of E[ρ·A] at the parameters as they are. */
  const gradient = (advantages: Float64Array): Float64Array => {
    surrogate.data[4].set(advantages);
    surrogate.run();
    return Float64Array.from(surrogate.gradient);
  };

  /** Hx by a central difference, H the derivative of the policy gradient less the decay. */
  const product = (blend: Float64Array, x: Float64Array): Float64Array => {
    const norm = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));
    if (norm === 0) return new Float64Array(x.length);
    const reach = 0.05 / norm;
    held.set(flat);
    const at = (side: number): Float64Array => {
      for (let k = 0; k < flat.length; k++) flat[k] = held[k] + side * reach * x[k];
      return gradient(blend);
    };
    const [above, below] = [at(1), at(-1)];
    flat.set(held);
    return above.map((value, k) => (value - below[k]) / (2 * reach) - options.decay * x[k]);
  };

  const mixed = byShares(weights);
  const blend = (foreseen: readonly Foreseen[]): Float64Array => mixed(foreseen.slice(0, parts)).mixed;

  return {
    /** State that is kept between segments. */
    state,
    /** Σ_k weight_k·A_k of the parts. */
    blend,
    /** A segment begins: takes the state up. */
    begin() {
      weights.set(state.subarray(0, parts));
      optimiser.state.set(state.subarray(parts));
    },
    /** One outer step from a rollout, with what is foreseen of every part, then of the objective. */
    adjust(tables: RolloutTables, foreseen: readonly Foreseen[]): Measures {
      const { observations, critic, actions, logProbabilities } = tables;
      for (const [k, table] of [observations, critic, actions, logProbabilities].entries())
        surrogate.data[k].set(table);
      const paid = blend(foreseen);
      const scale = 1 / (deviation(paid, 0) + 1e-8);
      const scaled = (advantages: Float64Array, by: number) => advantages.map((value) => value * by);
      const together = scaled(paid, scale);
      const slopes = implicitGradient(
        {
          objective: gradient(foreseen[parts].advantages),
          columns: foreseen.slice(0, parts).map(({ advantages }) => gradient(scaled(advantages, scale))),
          product: (x) => product(together, x),
        },
        { step: options.step, terms: options.terms },
      );
      // Advantages are brought to one size, so that only the direction of the weights counts: they keep their length.
      const along = slopes.reduce((sum, slope, k) => sum + slope * weights[k], 0) / parts;
      const moved = Float32Array.from(weights);
      const down = Float32Array.from(slopes, (slope, k) => along * weights[k] - slope);
      optimiser.step(moved, down);
      const length = Math.hypot(...moved);
      weights.set(moved.map((weight) => (weight * Math.sqrt(parts)) / length));
      state.set(weights);
      state.set(optimiser.state, parts);
      return Object.fromEntries(Array.from(weights, (weight, k) => [`partWeight${k}`, weight]));
    },
    close: surrogate.close,
  };
}

// Several perceptrons over one set of parameters: an actor for each of a team's seats, a critic and its twin. One gradient
// and one optimiser serve them all.

import type { Random } from "../../core/random.ts";
import type { np } from "../jax.ts";
import { Parameters, type Weights } from "../parameters.ts";
import { type MlpOptions, mlp } from "./mlp.ts";

/** Perceptrons as functions over weights that are held elsewhere. */
export interface Perceptrons {
  readonly parameters: Parameters;
  /** The tensors of perceptron `k` among all of them. */
  of(weights: Weights, k: number): Weights;
  /** A copy of the parameters of perceptron `k` as they are now. */
  copyOf(k: number): Parameters;
  /** [batch × inputs] → [batch × outputs] of perceptron `k` with its own tensors. Consumes them and `x`. */
  apply(own: Weights, k: number, x: np.Array): np.Array;
}

/** Builds and initialises them; their names must differ. */
export function perceptrons(all: readonly MlpOptions[], random: Random): Perceptrons {
  const nets = all.map(mlp);
  const firsts = nets.map((_, k) => nets.slice(0, k).reduce((sum, { shapes }) => sum + shapes.length, 0));
  const parameters = new Parameters(nets.flatMap(({ shapes }) => shapes));
  for (const [k, net] of nets.entries()) net.initialise(parameters, firsts[k], random);
  return {
    parameters,
    copyOf: (k) => parameters.part(firsts[k], firsts[k] + nets[k].shapes.length).clone(),
    of: (weights, k) => weights.slice(firsts[k], firsts[k] + nets[k].shapes.length),
    apply: (own, k, x) => nets[k].apply(own, x),
  };
}

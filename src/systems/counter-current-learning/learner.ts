// What every rule of this folder is to the one who trains with it: a network that gets better batch by batch.

import { type Optimiser, sgd } from "../../nn/optimiser.ts";
import type { DenseNetwork } from "./dense.ts";

/** Samples with what the network should say of them. */
export interface Batch {
  readonly rows: number;
  /** [rows × inputs] */
  readonly inputs: Float64Array;
  /** [rows × outputs]: one-hot classes, or numbers to reproduce. */
  readonly targets: Float64Array;
}

/** A network in training. */
export interface Learner {
  readonly network: DenseNetwork;
  /** Does one update and returns the loss before it. */
  update(batch: Batch): number;
}

/** Step sizes; the same for every rule, so that rules are compared and not step sizes. */
export interface StepOptions {
  /** Learning rate, default 1. */
  readonly rate?: number;
  /** Longest gradient of a network, default 1; a rate of 1 needs it. */
  readonly clip?: number;
}

/** Plain gradient descent with a bound on the norm of the network's whole gradient. */
export function stepper(network: DenseNetwork, { rate = 1, clip = 1 }: StepOptions): (gradient: Float64Array) => void {
  const optimiser: Optimiser = sgd(network.weights.length, { rate, clip });
  return (gradient) => {
    optimiser.step(network.weights, Float32Array.from(gradient));
  };
}

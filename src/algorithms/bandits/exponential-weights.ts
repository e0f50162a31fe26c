// Weights of arms that are multiplied again and again, kept as logarithms, which cannot overflow.

import type { Luck } from "./observing.ts";

/** Weights and the probabilities that they stand for. */
export interface ExponentialWeights {
  /** [arms] logarithms of the weights. */
  readonly logs: Float64Array;
  /** [arms], as of the last `refresh`. */
  readonly probabilities: Float64Array;
  /** Computes the probabilities w_k/Σw. */
  refresh(): void;
}

/** Equal weights. */
export function exponentialWeights(arms: number): ExponentialWeights {
  const logs = new Float64Array(arms);
  const probabilities = new Float64Array(arms).fill(1 / arms);
  return {
    logs,
    probabilities,
    refresh() {
      let top = logs[0];
      for (let k = 1; k < arms; k++) if (logs[k] > top) top = logs[k];
      let total = 0;
      for (let k = 0; k < arms; k++) {
        probabilities[k] = Math.exp(logs[k] - top);
        total += probabilities[k];
      }
      for (let k = 0; k < arms; k++) probabilities[k] /= total;
    },
  };
}

/** An arm by its probability; one number is drawn. */
export function drawArm(probabilities: Float64Array, random: Luck): number {
  let left = random.uniform();
  for (let k = 0; k < probabilities.length; k++) {
    left -= probabilities[k];
    if (left < 0) return k;
  }
  return probabilities.length - 1;
}

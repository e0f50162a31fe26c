// Sampling of the next token from logits. Probabilities are computed in double precision, because jax-js's logarithm is too inaccurate near
// 1.

import type { Random } from "../../core/random.ts";

export interface ChoiceOptions {
  /** Divisor of the logits; 0 is greedy. Default 1. */
  readonly temperature?: number | undefined;
  /** Top-k: only the k likeliest tokens are sampled; default all. */
  readonly top?: number;
  /**
   * Nucleus sampling: only the likeliest tokens that together reach this probability are sampled (Holtzman et al., arXiv 1904.09751);
   * default 1.
   */
  readonly nucleus?: number;
}

/** A chosen token and its statistics under the model at temperature 1. The object is overwritten by the next choice. */
export interface Choice {
  token: number;
  /** Natural logarithm of the token's probability. */
  logProbability: number;
  /** Entropy of the model's distribution, in nats. */
  entropy: number;
}

/** Creates a sampler for rows of `size` logits. */
export function tokenChooser(size: number, { temperature = 1, top = size, nucleus = 1 }: ChoiceOptions = {}) {
  const probabilities = new Float64Array(size);
  const order = Int32Array.from({ length: size }, (_, k) => k);
  const cut = top < size || nucleus < 1;
  const choice: Choice = { token: 0, logProbability: 0, entropy: 0 };

  /** Computes the weights exp((logit − most)/t) and returns their sum. */
  function weigh(logits: Float32Array, offset: number, most: number, t: number): number {
    let total = 0;
    for (let k = 0; k < size; k++) {
      const weight = Math.exp((logits[offset + k] - most) / t);
      probabilities[k] = weight;
      total += weight;
    }
    return total;
  }

  /** Sets all weights outside top-k and nucleus to 0; returns the remaining total. */
  function keepLikeliest(total: number): number {
    order.sort((a, b) => probabilities[b] - probabilities[a] || a - b);
    let kept = 0;
    for (let rank = 0; rank < size; rank++) {
      if (rank >= top || (rank > 0 && kept >= nucleus * total)) probabilities[order[rank]] = 0;
      else kept += probabilities[order[rank]];
    }
    return kept;
  }

  return (logits: Float32Array, row: number, random: Random): Choice => {
    const offset = row * size;
    let likeliest = 0;
    for (let k = 1; k < size; k++) if (logits[offset + k] > logits[offset + likeliest]) likeliest = k;
    const most = logits[offset + likeliest];
    let total = weigh(logits, offset, most, 1);
    const logTotal = Math.log(total);
    let mean = 0;
    for (let k = 0; k < size; k++) {
      if (probabilities[k] > 0) mean += probabilities[k] * (logits[offset + k] - most);
    }
    choice.entropy = logTotal - mean / total;
    choice.token = likeliest;
    if (temperature > 0) {
      if (temperature !== 1) total = weigh(logits, offset, most, temperature);
      if (cut) total = keepLikeliest(total);
      let left = random.uniform() * total;
      for (let k = 0; k < size; k++) {
        if (probabilities[k] === 0) continue;
        choice.token = k;
        left -= probabilities[k];
        if (left < 0) break;
      }
    }
    choice.logProbability = logits[offset + choice.token] - most - logTotal;
    return choice;
  };
}

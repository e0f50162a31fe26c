// Choosing the next token from logits. Probabilities are computed in double precision, since jax-js's logarithm is not exact
// enough near 1 to be divided by.

import type { Random } from "../../core/random.ts";

export interface ChoiceOptions {
  /** What logits are divided by; 0 always takes the likeliest. Default 1. */
  readonly temperature?: number | undefined;
  /** Only the so many likeliest are drawn from; default all. */
  readonly top?: number;
  /** Only the likeliest that together reach this probability are drawn from (Holtzman et al., arXiv 1904.09751); default 1. */
  readonly nucleus?: number;
}

/** What was chosen, and what the model said of it before any temperature. The object is overwritten by the next choice. */
export interface Choice {
  token: number;
  /** Natural logarithm of the probability. */
  logProbability: number;
  /** Of the model's distribution, in nats. */
  entropy: number;
}

/** Chooses from `size` logits, a row at a time. */
export function tokenChooser(size: number, { temperature = 1, top = size, nucleus = 1 }: ChoiceOptions = {}) {
  const probabilities = new Float64Array(size);
  const order = Int32Array.from({ length: size }, (_, k) => k);
  const cut = top < size || nucleus < 1;
  const choice: Choice = { token: 0, logProbability: 0, entropy: 0 };

  /** Weights of exp((logit − most)/t), and their sum. */
  function weigh(logits: Float32Array, offset: number, most: number, t: number): number {
    let total = 0;
    for (let k = 0; k < size; k++) {
      const weight = Math.exp((logits[offset + k] - most) / t);
      probabilities[k] = weight;
      total += weight;
    }
    return total;
  }

  /** Sets the weight of all but the likeliest to 0; what is left of `total`. */
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

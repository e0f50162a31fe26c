// What an optimist may believe: a finite class of hypotheses, each with a gain, a policy and a record of how badly it
// explains what was seen. The algorithm is told nothing else, so that models and value functions learn by the same loop.
// Source: He, Zhong & Yang, arXiv 2404.12648, ICLR 2024 (discrepancies and confidence sets).

/** A finite class. Hypotheses are numbered from 0. */
export interface HypothesisClass {
  readonly size: number;
  /** J_f, the gain that each hypothesis promises, [size]. */
  readonly gain: Float64Array;
  /** The action of hypothesis f's greedy policy. */
  act(hypothesis: number, state: number): number;
  /** A new, empty record. */
  evidence(): Evidence;
}

/** Squared discrepancies of what was seen so far. */
export interface Evidence {
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

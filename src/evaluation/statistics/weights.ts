// What weighted records are worth: how many records of equal weight would say as much, and how much hangs on a single one.

/** Sums over weights of 0 or more. */
export interface SummedWeights {
  readonly sum: number;
  readonly squares: number;
  readonly largest: number;
}

/** What a user reads of weights. */
export interface WeightWorth {
  readonly effectiveSample: number;
  readonly largestWeight: number;
  /** The largest weight's share of all. */
  readonly largestShare: number;
}

/** Effective sample size (Σ w)²/Σ w² (Kish, 1965); 0 where no weight is positive. */
export const effectiveSize = (sum: number, squares: number): number => (squares > 0 ? sum ** 2 / squares : 0);

/** The same of the weights themselves. */
export function effectiveSample(weights: ArrayLike<number>): number {
  let [sum, squares] = [0, 0];
  for (let k = 0; k < weights.length; k++) {
    sum += weights[k];
    squares += weights[k] ** 2;
  }
  return effectiveSize(sum, squares);
}

/** Effective sample size and largest weight. */
export const weightWorth = ({ sum, squares, largest }: SummedWeights): WeightWorth => ({
  effectiveSample: effectiveSize(sum, squares),
  largestWeight: largest,
  largestShare: sum > 0 ? largest / sum : 0,
});

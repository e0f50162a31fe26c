// How likely it is that one thing is preferred to another, by the difference of what they are worth.

/** P(first preferred) = 1/(1 + exp(−β(R₁ − R₂))) (Bradley & Terry, 1952); β ≥ 0 is how rational the judge is. */
export function preferenceProbability(difference: number, rationality = 1): number {
  return 1 / (1 + Math.exp(-rationality * difference));
}

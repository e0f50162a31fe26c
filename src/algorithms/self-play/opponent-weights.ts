// How often each opponent of a population is met, by how often the learner wins against it.

/** Kinds of prioritised fictitious self-play (AlphaStar; Vinyals et al., 2019): weights of a win rate p before they are brought to a sum of 1. */
const KINDS = {
  /** Opponents of equal strength. */
  variance: (p: number) => p * (1 - p),
  linear: (p: number) => 1 - p,
  "linear-capped": (p: number) => Math.min(0.5, 1 - p),
  /** Opponents that are hard. */
  squared: (p: number) => (1 - p) ** 2,
} as const satisfies Readonly<Record<OpponentWeighting, (p: number) => number>>;

export const OPPONENT_WEIGHTINGS = ["squared", "linear", "linear-capped", "variance"] as const;
export type OpponentWeighting = (typeof OPPONENT_WEIGHTINGS)[number];

/** Chances of the opponents, by the learner's win rate against each; alike where all weights are 0. "linear" is also FightLadder's curriculum. */
export function opponentWeights(winRates: ArrayLike<number>, kind: OpponentWeighting): Float64Array {
  const weights = Float64Array.from(winRates, KINDS[kind]);
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((one) => (sum > 0 ? one / sum : 1 / weights.length));
}

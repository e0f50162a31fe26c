// What a learner of means remembers: how often each arm was pulled, and what it paid on average.

/** Pulls and mean payoff of each arm, kept as running means. */
export interface ArmMeans {
  /** [arms] */
  readonly pulls: Float64Array;
  /** [arms]; 0 before the first pull. */
  readonly means: Float64Array;
  /** Pulls of all arms. */
  rounds: number;
}

/** Means over nothing yet. */
export function armMeans(arms: number): ArmMeans {
  return { pulls: new Float64Array(arms), means: new Float64Array(arms), rounds: 0 };
}

/** Takes a payoff into the mean of its arm. */
export function record(seen: ArmMeans, arm: number, payoff: number): void {
  seen.rounds += 1;
  seen.pulls[arm] += 1;
  seen.means[arm] += (payoff - seen.means[arm]) / seen.pulls[arm];
}

/** The first arm that was never pulled, or −1. */
export function untried(seen: ArmMeans): number {
  return seen.rounds < seen.pulls.length ? seen.pulls.indexOf(0) : -1;
}

// What a bandit learner is: it names an arm, and is told what that arm paid.

import type { Random } from "../../core/random.ts";

/** A learner at the start of its first round. None of its methods allocates. */
export interface BanditLearner {
  /** The arm to pull in this round. */
  choose(random: Random): number;
  /** Told what `arm` paid, in the units that the learner was made for. */
  learn(arm: number, payoff: number): void;
}

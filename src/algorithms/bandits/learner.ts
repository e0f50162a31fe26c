// What bandit learners are: they name an arm, and are told what that arm paid. Some of them look at the arms first.

import type { Random } from "../../core/random.ts";

/** A learner at the start of its first round. None of its methods allocates. */
export interface BanditLearner {
  /** The arm to pull in this round. */
  choose(random: Random): number;
  /** Told what `arm` paid, in the units that the learner was made for. */
  learn(arm: number, payoff: number): void;
}

/** A learner of arms that are vectors, at the start of its first round. None of its methods allocates. */
export interface LinearLearner {
  /** The arm to pull in this round, in which the arms look like `features` [arms × dimension]. */
  choose(features: ArrayLike<number>, random: Random): number;
  /** Told what the arm paid that was chosen last. */
  learn(payoff: number): void;
}

/** A learner of vectors among arms that always look the same. */
export function amongFixed(learner: LinearLearner, features: ArrayLike<number>): BanditLearner {
  return {
    choose: (random) => learner.choose(features, random),
    learn: (_arm, payoff) => learner.learn(payoff),
  };
}

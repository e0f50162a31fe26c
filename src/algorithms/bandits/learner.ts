// What bandit learners are: they name an arm, and are told what that arm paid. Some of them look at the arms first. And how one sits in
// a seat.

import type { Agent } from "../../core/agent.ts";
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

/** A learner of vectors among arms that look like `features` whenever it is asked. */
export function amongFixed(learner: LinearLearner, features: ArrayLike<number>): BanditLearner {
  return { choose: (random) => learner.choose(features, random), learn: (_arm, payoff) => learner.learn(payoff) };
}

/** Plays by a fresh learner in every episode. Pay must be in the units that the learner was made for. */
export function banditPlayer(make: () => BanditLearner): Agent {
  let learner = make();
  let hand: Random | undefined;
  let arm = 0;
  return {
    reset(random) {
      learner = make();
      hand = random;
    },
    act(_observation, action) {
      if (hand === undefined) throw new Error("a bandit learner acts before its first reset");
      arm = learner.choose(hand);
      action[0] = arm;
    },
    receive(pay) {
      learner.learn(arm, pay);
    },
  };
}

/** Pulls each chosen arm for `size` rounds and tells the learner their mean payoff. */
export function blockMeans(learner: BanditLearner, size: number): BanditLearner {
  let left = 0;
  let chosen = 0;
  let sum = 0;
  return {
    choose(random) {
      if (left === 0) {
        chosen = learner.choose(random);
        left = size;
        sum = 0;
      }
      return chosen;
    },
    learn(arm, payoff) {
      sum += payoff;
      left -= 1;
      if (left === 0) learner.learn(arm, sum / size);
    },
  };
}

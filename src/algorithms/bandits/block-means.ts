// A learner that decides once for several rounds, so that what came before matters less: with Exp3, the way to play against an adversary
// who remembers (Dekel, Tewari & Arora, 2012).

import type { BanditLearner } from "./learner.ts";

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

// ε-greedy: the arm that looks best, and now and then any arm, either at a fixed rate or ever more rarely.

import { epsilonGreedy } from "../tabular/action-choice.ts";
import { armMeans, record, untried } from "./arm-means.ts";
import type { BanditLearner } from "./learner.ts";

/** The chance of exploring in a round, which counts from 1. */
export type Exploration = (round: number) => number;

/** ε_n = min(1, c·K / (d²·n)), for K arms whose gaps are at least d (Auer, Cesa-Bianchi & Fischer 2002, fig. 3; c > 5). */
export function decreasingExploration(arms: number, c: number, d: number): Exploration {
  return (round) => Math.min(1, (c * arms) / (d * d * round));
}

/** Pulls each arm once, then the one of the largest mean, or with the chance of exploring any arm. Ties go by chance. */
export function epsilonGreedyBandit(arms: number, exploration: number | Exploration): BanditLearner {
  const chance = typeof exploration === "number" ? () => exploration : exploration;
  const greedy = epsilonGreedy(0);
  const seen = armMeans(arms);
  return {
    choose(random) {
      const first = untried(seen);
      if (first >= 0) return first;
      if (random.uniform() < chance(seen.rounds + 1)) return random.integer(arms);
      return greedy.choose(seen.means, 0, arms, random);
    },
    learn: (arm, payoff) => record(seen, arm, payoff),
  };
}

// Players of bandits that are told what to do about not knowing: by chance, by ε, by bounds, by sampling what they believe.

import { epsilonGreedyBandit } from "../../algorithms/bandits/epsilon-greedy.ts";
import type { BanditLearner } from "../../algorithms/bandits/learner.ts";
import { banditPlayer } from "../../algorithms/bandits/player.ts";
import { thompsonBernoulli } from "../../algorithms/bandits/thompson.ts";
import { ucb1 } from "../../algorithms/bandits/ucb.ts";
import type { Agent } from "../../core/agent.ts";

/** By name. The second form of UCB1 and of ε-greedy is the best of several tried on seeds apart from those that are reported. */
export const BASELINES = {
  uniform: (arms): BanditLearner => ({ choose: (random) => random.integer(arms), learn() {} }),
  "ε-greedy 0.1": (arms) => epsilonGreedyBandit(arms, 0.1),
  "ε-greedy 0": (arms) => epsilonGreedyBandit(arms, 0),
  UCB1: (arms) => ucb1(arms),
  "UCB1, α = 0.1": (arms) => ucb1(arms, { exploration: 0.1 }),
  Thompson: thompsonBernoulli,
} as const satisfies Record<string, (arms: number) => BanditLearner>;

export type Baseline = keyof typeof BASELINES;

/** The player for a bandit of so many choices. */
export function baseline(name: Baseline, choices: number): Agent {
  return banditPlayer(() => BASELINES[name](choices));
}

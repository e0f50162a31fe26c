// A bandit learner in a seat: it begins anew with each episode, and is told what it was paid.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import type { BanditLearner } from "./learner.ts";

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

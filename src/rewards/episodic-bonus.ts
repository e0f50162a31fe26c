// Pay for what is new in this episode, however often other episodes saw it.

import type { RewardPlan } from "../core/reward.ts";
import type { CountOptions } from "./count-bonus.ts";
import { stateKey, tally } from "./state-key.ts";

/**
 * Pays 1 where ψ(s') is met for the first time in the episode, else 0 (arXiv 2306.03236; Raileanu & Rocktäschel, arXiv
 * 2002.12292). The state the episode begins in is met. What it pays depends on the episode so far, so the agent has to
 * remember or to see where it was.
 */
export function episodicBonus({ channels, cell = 1 }: CountOptions): RewardPlan {
  return (spec) => {
    const agents = spec.agents.length;
    const key = stateKey(channels, spec, cell, "the episodic bonus");
    const met = Array.from({ length: agents }, () => tally(key));
    return {
      reset(outcomes) {
        for (let i = 0; i < agents; i++) {
          met[i].clear();
          met[i].add(key.of(outcomes, i));
        }
      },
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) pay[i] = met[i].add(key.of(outcomes, i)) === 1 ? 1 : 0;
      },
    };
  };
}

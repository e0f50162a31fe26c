// Pay that belongs to another copy: copies of a world side by side are paid what their neighbours earned. A learner meets pay
// of the right size and time that says nothing of what it did itself; for controls.

import { Status } from "../core/environment.ts";
import type { RewardPlan } from "../core/reward.ts";

/**
 * Rewards made from this plan form a ring in the order of their making: each pays what `plan` last gave the one before it.
 * Copies that are stepped in that order are paid for this step, the first copy for the step before.
 */
export function exchanged(plan: RewardPlan): RewardPlan {
  const earned: Float64Array[] = [];
  return (spec, memory) => {
    const reward = plan(spec, memory);
    const place = earned.length;
    earned.push(new Float64Array(spec.agents.length));
    return {
      lasting: true,
      reset: reward.reset,
      pay(outcomes, status, pay) {
        reward.pay(outcomes, status, pay);
        const own = earned[place];
        const other = earned[place === 0 ? earned.length - 1 : place - 1];
        for (let i = 0; i < pay.length; i++) {
          const mine = pay[i];
          pay[i] = other[i];
          own[i] = mine;
        }
      },
    };
  };
}

/**
 * Pays at the end of each episode all that `plan` gave in the episode before it, and nothing until then: the rewards of a run's
 * episodes, dealt to other episodes. The first one is paid nothing.
 */
export function exchangedEpisodes(plan: RewardPlan): RewardPlan {
  return (spec, memory) => {
    const reward = plan(spec, memory);
    const now = new Float64Array(spec.agents.length);
    const before = new Float64Array(spec.agents.length);
    return {
      lasting: true,
      reset(outcomes) {
        now.fill(0);
        reward.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        reward.pay(outcomes, status, pay);
        const over = status !== Status.running;
        for (let i = 0; i < pay.length; i++) {
          now[i] += pay[i];
          pay[i] = over ? before[i] : 0;
        }
        if (over) before.set(now);
      },
    };
  };
}

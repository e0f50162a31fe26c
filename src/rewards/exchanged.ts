// Pay that belongs to another episode: of the right size, it says nothing of what a learner did itself. For controls.

import { Status } from "../core/environment.ts";
import type { RewardPlan } from "../core/reward.ts";

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

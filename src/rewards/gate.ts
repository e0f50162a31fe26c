// Gating: a reward counts only while a condition on a channel holds. Conditions keep a second goal from being bought
// with the first ("profit counts only while trust is at least 0.6").

import type { RewardPlan } from "../core/reward.ts";
import { lastingIf } from "./combine.ts";
import { type Condition, conditionTest } from "./condition.ts";

/** Pays `then` to the agents for whom the condition holds at this step, `otherwise` (default nothing) to the rest. */
export function gate(condition: Condition, then: RewardPlan, otherwise?: RewardPlan): RewardPlan {
  const test = conditionTest(condition, "the gate");
  return (spec, memory) => {
    const agents = spec.agents.length;
    const isOpen = test(spec);
    const open = then(spec, memory?.part("open"));
    const shut = otherwise?.(spec, memory?.part("shut"));
    const scratch = new Float64Array(agents);
    return {
      ...lastingIf(shut === undefined ? [open] : [open, shut]),
      reset(outcomes) {
        open.reset(outcomes);
        shut?.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        open.pay(outcomes, status, pay);
        scratch.fill(0);
        shut?.pay(outcomes, status, scratch);
        for (let i = 0; i < agents; i++) if (!isOpen(outcomes, i)) pay[i] = scratch[i];
      },
    };
  };
}

// Gating: a reward counts only while a condition on a channel holds. Conditions keep a second goal from being bought
// with the first ("profit counts only while trust is at least 0.6").

import { scopedValue } from "../core/channel.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { resolveChannel } from "./channel-reward.ts";
import { lastingIf } from "./combine.ts";

/** Holds for an agent while the channel, as it sees it, lies within both bounds. */
export interface Condition {
  readonly channel: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Pays `then` to the agents for whom the condition holds at this step, `otherwise` (default nothing) to the rest. */
export function gate(condition: Condition, then: RewardPlan, otherwise?: RewardPlan): RewardPlan {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = condition;
  if (condition.atLeast === undefined && condition.atMost === undefined) {
    throw new UserError({
      code: "empty-condition",
      what: `the gate on "${condition.channel}" has no bound`,
      hint: "give atLeast or atMost",
    });
  }
  if (atLeast > atMost) {
    throw new UserError({
      code: "empty-range",
      what: `the gate on "${condition.channel}" never opens: atLeast ${atLeast} lies above atMost ${atMost}`,
      hint: "exchange them",
    });
  }
  return (spec) => {
    const agents = spec.agents.length;
    const channels = spec.channels.length;
    const reference = resolveChannel(condition.channel, spec);
    const open = then(spec);
    const shut = otherwise?.(spec);
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
        for (let i = 0; i < agents; i++) {
          const value = scopedValue(reference, outcomes, i, agents, channels);
          if (!(value >= atLeast && value <= atMost)) pay[i] = scratch[i];
        }
      },
    };
  };
}

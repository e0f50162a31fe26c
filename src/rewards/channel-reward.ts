// Pay by one channel, seen from the agent's seat, or by a weighted sum of several.

import { type ChannelReference, channelReference, scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";

/** The place of `name` among the world's channels; a UserError says which there are. */
export function resolveChannel(name: string, spec: NumericSpec): ChannelReference {
  const reference = channelReference(name, spec.channels);
  if ("code" in reference) throw new UserError(reference);
  return reference;
}

/** Pays weight × channel: `channel("payoff")`, `channel("joint.value", 0.5)`. */
export function channel(name: string, weight = 1): RewardPlan {
  return weightedSum({ [name]: weight });
}

/** Pays Σ weight × channel. */
export function weightedSum(weights: Readonly<Record<string, number>>): RewardPlan {
  return (spec) => {
    const agents = spec.agents.length;
    const channels = spec.channels.length;
    const terms = Object.entries(weights).map(([name, weight]) => ({ reference: resolveChannel(name, spec), weight }));
    return {
      reset() {},
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) {
          let sum = 0;
          for (const { reference, weight } of terms)
            sum += weight * scopedValue(reference, outcomes, i, agents, channels);
          pay[i] = sum;
        }
      },
    };
  };
}

// Detects rewards that pay a running count at every step, instead of its increase.

import { type Channel, channelReference } from "../../core/channel.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";

/** Returns a sentence for each running count whose value a reward pays. */
export function repeatedPay(reward: RewardDeclaration, channels: readonly Channel[]): string[] {
  return [...new Set(channelsPaid(reward))].flatMap((name) => {
    const reference = channelReference(name, channels);
    if ("code" in reference || reference.channel.grows !== true) return [];
    return [
      `${reference.channel.name} never falls within an episode: paid as a channel, it is paid again at every step`,
    ];
  });
}

/** Returns the channels whose values are paid, alone or as parts of a combination. */
function channelsPaid(reward: RewardDeclaration): string[] {
  if (typeof reward === "string" || "use" in reward) return [];
  if ("channel" in reward) return [reward.channel];
  if ("weights" in reward) return Object.keys(reward.weights);
  if ("sum" in reward) return reward.sum.flatMap(channelsPaid);
  if ("mean" in reward) return reward.mean.flatMap(channelsPaid);
  if ("product" in reward) return reward.product.flatMap(channelsPaid);
  if ("bound" in reward) return channelsPaid(reward.bound);
  if ("shared" in reward) return channelsPaid(reward.shared);
  if ("teamMix" in reward) return channelsPaid(reward.teamMix);
  if ("when" in reward) return [reward.pay, reward.otherwise ?? []].flat().flatMap(channelsPaid);
  if ("layers" in reward) return reward.layers.map(({ channel }) => channel);
  if ("agents" in reward) return [...Object.values(reward.agents), reward.others ?? []].flat().flatMap(channelsPaid);
  return [];
}

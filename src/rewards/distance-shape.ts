// Pay for being near: a channel that measures a distance, through a shape that falls from 1 towards 0.

import { scopedValue } from "../core/channel.ts";
import type { RewardPlan } from "../core/reward.ts";
import { exponentialShape } from "../math/exponential-shape.ts";
import { resolveChannel } from "./channel-reward.ts";

/** Which distance, and its shape. */
export interface DistanceShape {
  /** What is shaped; a value below 0 counts as 0. */
  readonly channel: string;
  /** The distance that dispersion and density are told for, in the channel's unit. */
  readonly scale: number;
  readonly dispersion?: number | undefined;
  readonly density?: number | undefined;
}

/** Pays `exponentialShape` of a channel. */
export function distanceShape({ channel, scale, dispersion, density }: DistanceShape): RewardPlan {
  return (spec) => {
    const agents = spec.agents.length;
    const channels = spec.channels.length;
    const reference = resolveChannel(channel, spec);
    return {
      reset() {},
      pay(outcomes, _status, pay) {
        for (let i = 0; i < agents; i++) {
          const distance = Math.max(0, scopedValue(reference, outcomes, i, agents, channels));
          pay[i] = exponentialShape(distance, scale, dispersion, density);
        }
      },
    };
  };
}

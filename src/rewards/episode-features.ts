// The channels of an episode so far as numbers: by sum, mean or last value as each channel says, from each agent's seat.

import { type ChannelReference, scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";

/** Channels of the episode so far. */
export interface EpisodeFeatures {
  reset(): void;
  /** Takes in a step's outcomes, [agents × channels]. */
  step(outcomes: Float64Array): void;
  /** Value of a channel so far, from the seat of an agent. */
  value(reference: ChannelReference, agent: number): number;
}

/** Follows the channels that are referred to. */
export function episodeFeatures(references: readonly ChannelReference[], spec: NumericSpec): EpisodeFeatures {
  const [agents, channels] = [spec.agents.length, spec.channels.length];
  const used = [...new Set(references.map(({ index }) => index))];
  const sofar = new Float64Array(agents * channels);
  let steps = 0;
  return {
    reset() {
      sofar.fill(0);
      steps = 0;
    },
    step(outcomes) {
      steps += 1;
      for (const c of used) {
        const { over } = spec.channels[c];
        for (let at = c; at < sofar.length; at += channels) {
          const now = outcomes[at];
          sofar[at] = over === "last" ? now : over === "sum" ? sofar[at] + now : sofar[at] + (now - sofar[at]) / steps;
        }
      }
    },
    value: (reference, agent) => scopedValue(reference, sofar, agent, agents, channels),
  };
}

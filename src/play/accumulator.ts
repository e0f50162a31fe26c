// How the steps of an episode become one number of a channel: as the channel says.

import type { Over } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";

/** Holds one episode, seat by seat. */
export interface Accumulator {
  clear(): void;
  add(seat: number, value: number): void;
  /** After `steps` steps: their sum, their mean, or the last. */
  value(seat: number, steps: number): number;
}

/** Nothing added yet. */
export function accumulator(over: Over, agents: number): Accumulator {
  const held = new Float64Array(agents);
  return {
    clear() {
      held.fill(0);
    },
    add(seat, value) {
      held[seat] = over === "last" ? value : held[seat] + value;
    },
    value(seat, steps) {
      return over === "mean" ? held[seat] / steps : held[seat];
    },
  };
}

/** Holds one episode of all channels. */
export interface OutcomeSums {
  clear(): void;
  /** Adds what a step came to, [agents × channels]. */
  add(outcomes: Float64Array): void;
  value(channel: number, seat: number, steps: number): number;
}

/** An accumulator for each channel of a world. */
export function outcomeSums({ channels, agents }: NumericSpec): OutcomeSums {
  const [n, C] = [agents.length, channels.length];
  const held = channels.map(({ over }) => accumulator(over, n));
  return {
    clear() {
      for (const one of held) one.clear();
    },
    add(outcomes) {
      for (let i = 0; i < n; i++) for (let c = 0; c < C; c++) held[c].add(i, outcomes[i * C + c]);
    },
    value: (channel, seat, steps) => held[channel].value(seat, steps),
  };
}

// How the steps of an episode become one number of a channel: as the channel says.

import type { Over } from "../core/channel.ts";

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

// What a team did in a stretch of play, in the order of steps: the memory of learners that learn from their play once and
// then forget it, in the loop of learners from memory.

import type { Memory } from "./replay-buffer.ts";

/**
 * An empty stretch of `steps` steps of each copy, sizes being of all seats; entry t·copies + c of each table is step t of copy c.
 * Segments begin and end with an empty one, so that nothing of it is saved.
 */
export function rolloutBuffer(
  steps: number,
  copies: number,
  { observationSize: O, actionSize: A, rewardSize: R }: Record<"observationSize" | "actionSize" | "rewardSize", number>,
) {
  const entries = steps * copies;
  const tables = {
    /** [entries × observationSize] */
    observations: new Float32Array(entries * O),
    /** [entries × actionSize] */
    actions: new Float32Array(entries * A),
    /** [entries × rewardSize] */
    rewards: new Float64Array(entries * R),
    /** [entries × observationSize], of the state each step led to, before any reset. */
    nextObservations: new Float32Array(entries * O),
    /** What each step left its episode in, once for each seat that is paid: [entries × rewardSize]. */
    status: new Uint8Array(entries * R),
  };
  const { observations, nextObservations, actions, rewards, status } = tables;
  let size = 0;
  const memory: Memory = {
    add(transition) {
      if (size === entries) throw new Error("the stretch is full and was not learnt from");
      for (let k = 0; k < O; k++) {
        observations[size * O + k] = transition.observations[transition.observationAt + k];
        nextObservations[size * O + k] = transition.nextObservations[transition.nextAt + k];
      }
      for (let k = 0; k < A; k++) actions[size * A + k] = transition.actions[transition.actionAt + k];
      for (let k = 0; k < R; k++) {
        rewards[size * R + k] = transition.rewards[transition.rewardAt + k];
        status[size * R + k] = transition.status;
      }
      size += 1;
    },
    save: () => [],
    restore() {},
  };
  return {
    ...memory,
    ...tables,
    full: () => size === entries,
    clear() {
      size = 0;
    },
  };
}

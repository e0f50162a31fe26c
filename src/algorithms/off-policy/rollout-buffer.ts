// What a team did in a stretch of play, in the order of steps: the memory of learners that learn from their play once and
// then forget it, in the loop of learners from memory.

import type { Status } from "../../core/environment.ts";
import type { Memory } from "./replay-buffer.ts";

/** How much is played before it is learnt from. */
export interface RolloutBufferOptions {
  /** Of each copy. */
  readonly steps: number;
  readonly copies: number;
  /** Of all seats. */
  readonly observationSize: number;
  /** Numbers that encode what all seats did. */
  readonly actionSize: number;
  readonly rewardSize: number;
}

/** A stretch that fills up; entry t·copies + c of each table is step t of copy c. */
export interface RolloutBuffer extends Memory {
  /** [entries × observationSize] */
  readonly observations: Float32Array;
  /** [entries × actionSize] */
  readonly actions: Float32Array;
  /** [entries × rewardSize] */
  readonly rewards: Float64Array;
  /** [entries × observationSize], of the state each step led to, before any reset. */
  readonly nextObservations: Float32Array;
  /** What each step left its episode in, once for each seat that is paid: [entries × rewardSize]. */
  readonly status: Uint8Array;
  readonly full: boolean;
  clear(): void;
}

/** An empty stretch. Segments begin and end with one, so that nothing of it is saved. */
export function rolloutBuffer(options: RolloutBufferOptions): RolloutBuffer {
  const { observationSize: O, actionSize: A, rewardSize: R } = options;
  const entries = options.steps * options.copies;
  const observations = new Float32Array(entries * O);
  const nextObservations = new Float32Array(entries * O);
  const actions = new Float32Array(entries * A);
  const rewards = new Float64Array(entries * R);
  const status = new Uint8Array(entries * R);
  let size = 0;
  return {
    observations,
    actions,
    rewards,
    nextObservations,
    status,
    get full() {
      return size === entries;
    },
    clear() {
      size = 0;
    },
    add(transition) {
      if (size === entries) throw new Error("the stretch is full and was not learnt from");
      for (let k = 0; k < O; k++) {
        observations[size * O + k] = transition.observations[transition.observationAt + k];
        nextObservations[size * O + k] = transition.nextObservations[transition.nextAt + k];
      }
      for (let k = 0; k < A; k++) actions[size * A + k] = transition.actions[transition.actionAt + k];
      const left: Status = transition.status;
      for (let k = 0; k < R; k++) {
        rewards[size * R + k] = transition.rewards[transition.rewardAt + k];
        status[size * R + k] = left;
      }
      size += 1;
    },
    save: () => [],
    restore() {},
  };
}

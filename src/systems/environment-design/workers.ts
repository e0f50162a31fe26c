// Several copies of one finite process, played side by side by one tabular policy, whose steps fill the same arrays again
// and again.

import type { SoftmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { SampledProcess } from "./sampled.ts";

/** T steps of N copies, row-major [T × N]: entry t·N + n. */
export interface TabularRollouts {
  readonly steps: number;
  readonly environments: number;
  readonly states: Int32Array;
  readonly actions: Int32Array;
  readonly rewards: Float64Array;
  /** State that each step led to, before any reset. */
  readonly next: Int32Array;
  /** Bits of `Status`. The horizon is part of a task, so that its end counts as the world's own. */
  readonly status: Uint8Array;
}

/** Copies that go on where they stopped. */
export interface Workers {
  readonly rollouts: TabularRollouts;
  /** Plays T steps in each copy. */
  play(policy: Pick<SoftmaxTable, "choose">, random: Random): void;
}

/** N copies at their start. */
export function workers(process: SampledProcess, steps: number, environments: number): Workers {
  const { start, horizon, outcome } = process;
  const size = steps * environments;
  const rollouts: TabularRollouts = {
    steps,
    environments,
    states: new Int32Array(size),
    actions: new Int32Array(size),
    rewards: new Float64Array(size),
    next: new Int32Array(size),
    status: new Uint8Array(size),
  };
  const at = new Int32Array(environments).fill(start);
  const time = new Int32Array(environments);
  return {
    rollouts,
    play(policy, random) {
      const { states, actions, rewards, next, status } = rollouts;
      for (let t = 0, k = 0; t < steps; t++) {
        for (let n = 0; n < environments; n++, k++) {
          const state = at[n];
          const action = policy.choose(state, random);
          const to = process.step(state, action, random);
          const over = outcome.ended || time[n] + 1 >= horizon;
          states[k] = state;
          actions[k] = action;
          rewards[k] = outcome.reward;
          next[k] = to;
          status[k] = over ? Status.terminated : Status.running;
          at[n] = over ? start : to;
          time[n] = over ? 0 : time[n] + 1;
        }
      }
    },
  };
}

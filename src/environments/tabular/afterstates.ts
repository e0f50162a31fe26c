// A finite process in two stages: an action leads deterministically to an afterstate, followed by a random transition. Where many actions
// share an afterstate, or its probabilities factorise, a sweep costs far less than with a list of transitions.

import { expectedNext, type TabularMdp } from "./mdp.ts";

/** A process for backward sweeps. */
export interface AfterstateProcess {
  readonly states: number;
  readonly actions: number;
  /** First state. */
  readonly start: number;
  readonly afterstates: number;
  /** Afterstate of (s, a), [states × actions]. */
  readonly after: Int32Array;
  /** Writes E[r + V(s')·[the episode continues]] of each afterstate to `out` [afterstates]. `values` [states] is not changed. */
  look(values: Float64Array, out: Float64Array): void;
}

/** Converts a list of transitions: each (s, a) is its own afterstate, and the process's discount applies. */
export function afterstatesOf(mdp: TabularMdp): AfterstateProcess {
  const { states, actions, reward, discount } = mdp;
  const start = mdp.start.indexOf(1);
  if (start < 0) throw new Error("a process of afterstates begins in one state");
  return {
    states,
    actions,
    start,
    afterstates: states * actions,
    after: Int32Array.from({ length: states * actions }, (_, at) => at),
    look(values, out) {
      for (let s = 0; s < states; s++)
        for (let a = 0; a < actions; a++) {
          const at = s * actions + a;
          out[at] = reward[at] + discount * expectedNext(mdp, s, a, values);
        }
    },
  };
}

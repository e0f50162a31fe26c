// A finite process seen in two halves: an action leads for certain to an afterstate, and chance goes on from there. Where
// many actions share an afterstate, or its chances factor, a sweep over all states costs far less than a list of
// transitions would.

import { expectedNext, type TabularMdp } from "./mdp.ts";

/** A process that planning can sweep backwards. */
export interface AfterstateProcess {
  readonly states: number;
  readonly actions: number;
  /** First state. */
  readonly start: number;
  readonly afterstates: number;
  /** Where (s, a) leads, [states × actions]. */
  readonly after: Int32Array;
  /** Writes E[r + V(s')·[the episode goes on]] of each afterstate to `out` [afterstates]. `values` is [states] and left alone. */
  look(values: Float64Array, out: Float64Array): void;
}

/** A process from a list of transitions: each (s, a) is its own afterstate, and its discount applies. */
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

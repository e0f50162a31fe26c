// A ring with one prize: the walker steps left or right or stays, and sometimes slips one further to the right. Resting at
// home pays a little. Nothing but a visit tells whether a state pays, so an optimist refutes one promise after the other.

import { type TabularMdp, tabularMdp } from "./mdp.ts";

export interface RingOptions {
  /** Number of states, at least 2. */
  readonly states: number;
  /** The state with the prize, paid for staying in it. */
  readonly prize: number;
  readonly pay: number;
  /** Pay for staying in state 0, where the prize is not there. Default 0. */
  readonly home?: number;
  /** Chance that an action ends one state further to the right than meant, in [0, 1). */
  readonly slip: number;
  /** Default 1: the average reward is what counts. */
  readonly discount?: number;
}

/** Actions 0, 1, 2 move by −1, 0, +1 around the ring, from state 0. */
export function ring({ states, prize, pay, home = 0, slip, discount = 1 }: RingOptions): TabularMdp {
  return tabularMdp({
    states,
    actions: 3,
    discount,
    transitions: (s, a) => {
      const meant = (s + a - 1 + states) % states;
      return [
        [meant, 1 - slip],
        [(meant + 1) % states, slip],
      ];
    },
    reward: (s, a) => (a !== 1 ? 0 : s === prize ? pay : s === 0 ? home : 0),
  });
}

// Two worlds that never end: RiverSwim, a swim against the current, and a ring with one prize.

import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";

/**
 * RiverSwim (Strehl & Littman, 2008): a chain whose far end pays well, with the current against the swimmer, and whose near end
 * pays a little at once. A learner that does not explore on purpose never learns what the far end pays. In every inner state
 * advance + back ≤ 1, and the swimmer stays with the rest.
 */
interface RiverSwimOptions {
  /** At least 2. Default 6. */
  readonly states?: number;
  /** Chance to get on when swimming right from an inner state. Default 0.35. */
  readonly advance?: number;
  /** Chance to be driven back when swimming right from an inner state. Default 0.05. */
  readonly back?: number;
  /** Pay for swimming right in the last state. Default 1. */
  readonly far?: number;
}

/** Swimming with the current, always one state down, and against it. */
export const [LEFT, RIGHT] = [0, 1];
/** Chances to leave the first state and to be driven back from the last when swimming right; pay for resting in the first. */
const [LEAVE, SLIP, NEAR] = [0.6, 0.4, 0.005];

/** The chain 0 … states − 1 from state 0. With the default rates the best gain is 0.4286224338 per step. */
export function riverSwim({ states = 6, advance = 0.35, back = 0.05, far = 1 }: RiverSwimOptions = {}): TabularMdp {
  const last = states - 1;
  return tabularMdp({
    states,
    actions: 2,
    discount: 1,
    transitions: (s, a) => {
      if (a === LEFT) return [[Math.max(0, s - 1), 1]];
      if (s === 0)
        return [
          [0, 1 - LEAVE],
          [1, LEAVE],
        ];
      if (s === last)
        return [
          [s - 1, SLIP],
          [s, 1 - SLIP],
        ];
      return [
        [s - 1, back],
        [s, 1 - advance - back],
        [s + 1, advance],
      ];
    },
    reward: (s, a) => (s === 0 && a === LEFT ? NEAR : s === last && a === RIGHT ? far : 0),
  });
}

/**
 * A ring with one prize: the walker steps left or right or stays, and sometimes slips one further to the right. Resting at home
 * pays a little. Nothing but a visit tells whether a state pays, so an optimist refutes one promise after the other.
 */
export interface RingOptions {
  /** Number of states, at least 2. */
  readonly states: number;
  /** The state with the prize, paid for staying in it. */
  readonly prize: number;
  /** The prize. */
  readonly pay: number;
  /** Pay for staying in state 0, where the prize is not there. Default 0. */
  readonly home?: number;
  /** Chance that an action ends one state further to the right than meant, in [0, 1). */
  readonly slip: number;
}

/** Actions 0, 1, 2 move by −1, 0, +1 around the ring, from state 0. */
export function ring({ states, prize, pay, home = 0, slip }: RingOptions): TabularMdp {
  return tabularMdp({
    states,
    actions: 3,
    discount: 1,
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

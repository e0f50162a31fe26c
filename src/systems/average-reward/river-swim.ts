// RiverSwim (Strehl & Littman, 2008): a chain whose far end pays well, with the current against the swimmer, and whose
// near end pays a little at once. Who does not explore on purpose never learns what the far end pays.

import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";

/** Rates and pay. In every inner state: advance + back ≤ 1, and the swimmer stays with the rest. */
export interface RiverSwimOptions {
  /** At least 2. Default 6. */
  readonly states?: number;
  /** Chance to get on when swimming right from an inner state. Default 0.35. */
  readonly advance?: number;
  /** Chance to be driven back when swimming right from an inner state. Default 0.05. */
  readonly back?: number;
  /** Chance to leave the first state when swimming right. Default 0.6. */
  readonly leave?: number;
  /** Chance to be driven back when swimming right in the last state. Default 0.4. */
  readonly slip?: number;
  /** Pay for resting in the first state. Default 0.005. */
  readonly near?: number;
  /** Pay for swimming right in the last state. Default 1. */
  readonly far?: number;
  /** Default 1: the average reward is what counts. */
  readonly discount?: number;
}

/** Swimming with the current, always one state down. */
export const LEFT = 0;
/** Swimming against it. */
export const RIGHT = 1;

/** The chain 0 … states − 1 from state 0. With the default rates the best gain is 0.4286224338 per step. */
export function riverSwim(options: RiverSwimOptions = {}): TabularMdp {
  const { states = 6, advance = 0.35, back = 0.05, leave = 0.6, slip = 0.4 } = options;
  const { near = 0.005, far = 1, discount = 1 } = options;
  const last = states - 1;
  return tabularMdp({
    states,
    actions: 2,
    discount,
    transitions: (s, a) => {
      if (a === LEFT) return [[Math.max(0, s - 1), 1]];
      if (s === 0)
        return [
          [0, 1 - leave],
          [1, leave],
        ];
      if (s === last)
        return [
          [s - 1, slip],
          [s, 1 - slip],
        ];
      return [
        [s - 1, back],
        [s, 1 - advance - back],
        [s + 1, advance],
      ];
    },
    reward: (s, a) => (s === 0 && a === LEFT ? near : s === last && a === RIGHT ? far : 0),
  });
}

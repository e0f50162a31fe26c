// Players of `driving/cut-in` that choose the best gap by what they know: the shares of types, what was seen of the driver, or its type.

import type { Agent } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import { bestChoice, type Pair } from "./cut-in-gap.ts";
import { addErrors, chances } from "./driver-fit.ts";
import { TYPES } from "./drivers.ts";

/** Places in an observation. */
const [TURN, SEEN, SPEED, GAP, APPROACH, TYPE] = [0, 1, 2, 3, 4, 5];

export interface CutInKnowledge {
  /** Shares of types, in their order. */
  readonly shares: readonly number[];
  /** Deviation of a speed after a second, in m/s. */
  readonly deviation: number;
  /** Whether observations have the type. */
  readonly isTyped: boolean;
}

/** Returns the players; the one that knows types is among them where types are shown. */
export function cutInOracles({ shares, deviation, isTyped }: CutInKnowledge): Record<string, Oracle> {
  return {
    shares: {
      meaning: "takes the gap that pays most for a driver of the average traffic",
      play: () => player((_seen, weights) => weights.set(shares)),
    },
    inferring: {
      meaning: "takes the gap that pays most by the chances of types, after all that it has seen of the driver",
      play: () => inferring(shares, deviation),
    },
    ...(isTyped && {
      knowing: {
        meaning: "takes the gap that pays most for the driver's type, which it is shown",
        play: () =>
          player((seen, weights) => {
            for (let k = 0; k < TYPES.length; k++) weights[k] = seen[TYPE + k];
          }),
      },
    }),
  };
}

/** A player that weighs types by `weigh` where it cuts in. */
function player(weigh: (seen: Float32Array, weights: Float64Array) => void): Agent {
  const weights = new Float64Array(TYPES.length);
  return {
    reset() {},
    act(seen, action) {
      action[0] = 0;
      if (seen[TURN] !== 1) return;
      weigh(seen, weights);
      action[0] = bestChoice(weights, seen[SPEED]);
    },
  };
}

/** A player that compares each second with what every type would have done. */
function inferring(shares: readonly number[], deviation: number): Agent {
  const errors = new Float64Array(TYPES.length);
  const last: Pair = { speed: 0, gap: 0, leader: 0 };
  let isKnown = false;
  const chosen = player((_seen, weights) => chances(errors, shares, deviation, weights));
  return {
    reset() {
      errors.fill(0);
      isKnown = false;
    },
    act(seen, action) {
      const isSeen = seen[SEEN] === 1;
      if (isKnown && isSeen) addErrors(errors, 0, last, 1, seen[SPEED]);
      chosen.act(seen, action);
      Object.assign(last, { speed: seen[SPEED], gap: seen[GAP], leader: seen[SPEED] + seen[APPROACH] });
      // After its own cut-in the driver follows another car than the one that was seen.
      isKnown = isSeen && seen[TURN] !== 1;
    },
  };
}

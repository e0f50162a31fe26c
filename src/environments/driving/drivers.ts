// Types of drivers, and the player of a seat that drives as one of them.
// Source: constants of the released code of arXiv 2306.06236; desired speeds as shares of a limit are ours.

import type { Agent } from "../../core/agent.ts";
import { reactive } from "../../core/agent.ts";
import { following } from "./idm.ts";
import { AHEAD, AHEAD_SPEED, BEHIND, BEHIND_SPEED, type Changer, LEFT, laneOf, OWN } from "./mobil.ts";

export const TYPES = ["cautious", "normal", "aggressive"] as const;
export const [CAUTIOUS, NORMAL, AGGRESSIVE] = TYPES.keys();

/** Desired speed of the fastest type, as a share of the limit. */
export const FASTEST = 1.2;

/** Drivers on a road with this limit in m/s, in the order of `TYPES`. */
export const driversAt = (limit: number): readonly Changer[] => [
  {
    ...{ desired: 0.8 * limit, acceleration: 2, braking: 4, standing: 8, headway: 1.8, exponent: 3.5 },
    ...{ politeness: 0.5, threshold: 0.3, safe: 2 },
  },
  {
    ...{ desired: limit, acceleration: 3, braking: 5, standing: 5, headway: 1.5, exponent: 4 },
    ...{ politeness: 0.2, threshold: 0.2, safe: 2 },
  },
  {
    ...{ desired: FASTEST * limit, acceleration: 6, braking: 9, standing: 0.5, headway: 1.2, exponent: 4 },
    ...{ politeness: 0, threshold: 0.1, safe: 9 },
  },
];

export const ACTIONS = ["keep", "left", "right", "faster", "slower"] as const;
export const [KEEP, GO_LEFT, GO_RIGHT, FASTER, SLOWER] = ACTIONS.keys();

/** Accelerations of the two actions that change the speed, in m/s². */
export const [SPEEDING, SLOWING] = [2, -5];

/** Wanted acceleration from which on a driver brakes, since one step later may be too late. */
const BRAKES_FROM = -1;

/** Places of the first numbers of fields in an observation of a highway, and how far one sees. */
export interface Sight {
  readonly speed: number;
  /** Gaps and relative speeds of cars ahead and behind, [3] each: left, own lane, right. */
  readonly aheadGap: number;
  readonly aheadSpeed: number;
  readonly behindGap: number;
  readonly behindSpeed: number;
  readonly range: number;
}

/** A player that drives as `driver`, as far as the five actions allow. */
export function driving(driver: Changer, sight: Sight): Agent {
  const around = new Float64Array(12);
  const gap = (seen: number): number => (seen >= sight.range ? Number.POSITIVE_INFINITY : seen);
  return reactive((seen) => {
    const speed = seen[sight.speed];
    for (let lane = 0; lane < 3; lane++) {
      around[4 * lane + AHEAD] = gap(seen[sight.aheadGap + lane]);
      around[4 * lane + AHEAD_SPEED] = speed + seen[sight.aheadSpeed + lane];
      around[4 * lane + BEHIND] = gap(seen[sight.behindGap + lane]);
      around[4 * lane + BEHIND_SPEED] = speed + seen[sight.behindSpeed + lane];
    }
    const lane = laneOf(driver, speed, around);
    if (lane !== OWN) return lane === LEFT ? GO_LEFT : GO_RIGHT;
    const wanted = following(driver, speed, around[4 * OWN + AHEAD], around[4 * OWN + AHEAD_SPEED]);
    return wanted < BRAKES_FROM ? SLOWER : wanted > SPEEDING / 2 ? FASTER : KEEP;
  });
}

// The gap at which to cut in ahead of a driver: what each gap brings with each type of driver, and the worth of knowing the type.
// Source: the drivers of arXiv 2306.06236; the decision and its pay are ours.

import { clip } from "../declaration.ts";
import { driversAt } from "./drivers.ts";
import { type Follower, following } from "./idm.ts";

/** Gaps to choose from, in metres, bumper to bumper. */
export const GAPS = [6, 10, 14, 18, 22, 26, 30] as const;
/** Gap that costs as much as a driver that brakes hard: pay is 1 − gap / 30. */
const FURTHEST = 30;
/** Acceleration in m/s² below which a driver brakes hard. */
export const HARSH = -4;
/** Seconds in which a driver reacts to a cut-in. */
export const REACTION = 4;
/** Moves of a second, and the seconds of each. */
export const MOVES = 4;
const PACE = 1 / MOVES;
/** Hardest braking and strongest acceleration of a car, in m/s². */
export const [HARDEST, STRONGEST] = [-9, 6];
/** Least gap by which a driver computes its braking, in metres. */
const TOUCH = 0.1;

/** Speed in m/s that all drivers desire here, so that types show in their reactions alone. */
export const DESIRED = 30;
export const DRIVERS: readonly Follower[] = driversAt(DESIRED).map((driver) => ({ ...driver, desired: DESIRED }));

/** A car behind another. Speeds are in m/s, the gap in metres. */
export interface Pair {
  speed: number;
  gap: number;
  leader: number;
}

/** Moves a driver for a quarter of a second; `noise` is added to its acceleration, which is returned. The leader keeps its speed. */
export function react(driver: Follower, pair: Pair, noise: number): number {
  const wanted = following(driver, pair.speed, Math.max(TOUCH, pair.gap), pair.leader);
  const acceleration = clip(wanted, HARDEST, STRONGEST) + noise;
  const after = Math.max(0, pair.speed + acceleration * PACE);
  pair.gap += (pair.leader - (pair.speed + after) / 2) * PACE;
  pair.speed = after;
  return acceleration;
}

/** Returns the lowest acceleration, in m/s², of a driver in the seconds after a car of the same speed cuts in at this gap. */
export function lowestAcceleration(driver: Follower, speed: number, gap: number): number {
  const pair = { speed, gap, leader: speed };
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < REACTION * MOVES; k++) lowest = Math.min(lowest, react(driver, pair, 0));
  return lowest;
}

/** Returns what cutting in at this gap pays, where the driver need not brake hard. */
export const payOf = (gap: number): number => 1 - gap / FURTHEST;

/** Returns what cutting in at the gap of this number pays on average, where types have these weights, which sum to 1. */
export function expectedPay(weights: ArrayLike<number>, speed: number, choice: number): number {
  let pay = payOf(GAPS[choice]);
  for (let k = 0; k < DRIVERS.length; k++) {
    if (weights[k] > 0 && lowestAcceleration(DRIVERS[k], speed, GAPS[choice]) < HARSH) pay -= weights[k];
  }
  return pay;
}

/** Returns the number of the gap that pays most on average. Of equal gaps it is the smallest. */
export function bestChoice(weights: ArrayLike<number>, speed: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let choice = 0; choice < GAPS.length; choice++) {
    const pay = expectedPay(weights, speed, choice);
    if (pay > most) [best, most] = [choice, pay];
  }
  return best;
}

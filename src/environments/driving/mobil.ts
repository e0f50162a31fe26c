// Lane changing by the model MOBIL: a change must be safe for the new follower, and pay for the driver and, by politeness, for followers.
// Source: Kesting, Treiber and Helbing, Transportation Research Record 1999 (2007) 86.

import { type Follower, following } from "./idm.ts";

/** Constants of lane changing, in m/s² where not said otherwise. */
export interface Changer extends Follower {
  /** Weight of followers' accelerations against the own one, without unit; 0 is selfish. */
  readonly politeness: number;
  /** Advantage that a change must exceed. */
  readonly threshold: number;
  /** Hardest braking that the new follower may need. */
  readonly safe: number;
}

/** Length of a car in metres. */
export const CAR = 5;

/** Places of lanes in `Surroundings`, and of numbers within a lane. */
export const [LEFT, OWN, RIGHT] = [0, 1, 2];
export const [AHEAD, AHEAD_SPEED, BEHIND, BEHIND_SPEED] = [0, 1, 2, 3];

/**
 * What is around a car, [3 × 4]: for the lane on the left, its own and the one on the right, the gap to the car ahead and its speed, then
 * those of the car behind. A gap is infinite where there is no car. It is negative beside a car, and where there is no lane.
 */
export type Surroundings = Float64Array;

/** The own gain of a change and those of the new and the old follower, in m/s². The new follower's acceleration is that after it. */
export interface Change {
  own: number;
  newFollower: number;
  oldFollower: number;
  newFollowerAfter: number;
}

/** Whether a change is safe, and pays by more than the threshold: criteria of safety and of incentive. */
export const isWorthwhile = (driver: Changer, change: Change): boolean =>
  change.newFollowerAfter >= -driver.safe && advantage(driver, change) > driver.threshold;

/** What a change brings to the driver, and to followers as far as the driver is polite. */
const advantage = ({ politeness }: Changer, { own, newFollower, oldFollower }: Change): number =>
  own + politeness * (newFollower + oldFollower);

const change: Change = { own: 0, newFollower: 0, oldFollower: 0, newFollowerAfter: 0 };

/**
 * The lane that a driver takes: LEFT, OWN or RIGHT, whichever worthwhile change brings most. Followers' constants are not seen, so that a
 * driver takes them for its own.
 */
export function laneOf(driver: Changer, speed: number, around: Surroundings): number {
  const gap = around[4 * OWN + AHEAD];
  const leader = around[4 * OWN + AHEAD_SPEED];
  const room = around[4 * OWN + BEHIND];
  const follower = around[4 * OWN + BEHIND_SPEED];
  const now = following(driver, speed, gap, leader);
  change.oldFollower = 0;
  if (room < Number.POSITIVE_INFINITY) {
    const before = following(driver, follower, room, speed);
    change.oldFollower = following(driver, follower, room + CAR + gap, leader) - before;
  }
  let best = OWN;
  let most = Number.NEGATIVE_INFINITY;
  for (let lane = LEFT; lane <= RIGHT; lane += 2) {
    const ahead = around[4 * lane + AHEAD];
    const aheadSpeed = around[4 * lane + AHEAD_SPEED];
    const behind = around[4 * lane + BEHIND];
    const behindSpeed = around[4 * lane + BEHIND_SPEED];
    if (!(ahead > 0 && behind > 0)) continue;
    change.own = following(driver, speed, ahead, aheadSpeed) - now;
    change.newFollower = 0;
    change.newFollowerAfter = 0;
    if (behind < Number.POSITIVE_INFINITY) {
      change.newFollowerAfter = following(driver, behindSpeed, behind, speed);
      change.newFollower = change.newFollowerAfter - following(driver, behindSpeed, behind + CAR + ahead, aheadSpeed);
    }
    const brings = advantage(driver, change);
    if (brings > most && isWorthwhile(driver, change)) {
      best = lane;
      most = brings;
    }
  }
  return best;
}

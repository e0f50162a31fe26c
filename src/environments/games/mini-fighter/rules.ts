// Rules of the mini-fighter: damage of each action, change of the distance, and the published fighting reward.

export const ACTIONS = ["fwd", "back", "jab", "throw", "guard", "fire"] as const;
export const [FORWARD, BACK, JAB, THROW, GUARD, FIRE] = [0, 1, 2, 3, 4, 5];
/** Largest distance; throws work at distance 0. */
export const FARTHEST = 2;

/** Damage of `action` to the player that takes it, against `other` at a distance: a jab into a guard. */
const recoil = (action: number, other: number, distance: number): number =>
  action === JAB && distance <= 1 && other === GUARD ? 1 : 0;

/** Damage of `action` to the opponent, whose action is `other`. */
function harm(action: number, other: number, distance: number): number {
  if (action === JAB && distance <= 1) return other === GUARD || (other === BACK && distance === 1) ? 0 : 1;
  if (action === THROW && distance === 0) return other === JAB || other === BACK ? 0 : other === GUARD ? 2 : 1;
  if (action === FIRE && distance >= 1) return other === GUARD || other === FORWARD ? 0 : 1;
  return 0;
}

/** Damage that a player takes with `own` against `other`, both at the distance before they move. */
export const lossOf = (own: number, other: number, distance: number): number =>
  recoil(own, other, distance) + harm(other, own, distance);

/** The distance after both moves: one less for each step forward, one more for each step back. */
export function distanceAfter(distance: number, own: number, other: number): number {
  const steps = (action: number): number => (action === FORWARD ? -1 : action === BACK ? 1 : 0);
  return Math.max(0, Math.min(FARTHEST, distance + steps(own) + steps(other)));
}

/** Scale of all terms of the fighting reward. */
const SCALE = 0.001;

/** Reward of a step: α·(damage dealt) − (damage taken), times 0.001 (FightLadder, released code). */
export const blowPay = (struck: number, lost: number, aggressiveness: number): number =>
  SCALE * (aggressiveness * struck - lost);

/**
 * Terminal reward, in addition to that of the step: α·H^((h+1)/(H+1)) for the winner with h of H health, minus the same power without α for
 * the loser, and 1 for both in a draw; times 0.001.
 */
export function endPay(own: number, other: number, full: number, aggressiveness: number): number {
  const power = (health: number): number => full ** ((health + 1) / (full + 1));
  if (own === other) return SCALE;
  return SCALE * (own > other ? aggressiveness * power(own) : -power(other));
}

// Which type of driver explains best how a car follows another: squared errors of the speed that each type would have a moment later.

import { DRIVERS, MOVES, type Pair, react } from "./cut-in-gap.ts";

const pair: Pair = { speed: 0, gap: 0, leader: 0 };

/** Adds to `errors` [types], from place `at`, each type's squared error in (m/s)² of the speed `after` so many seconds behind a steady leader. */
export function addErrors(errors: Float64Array, at: number, seen: Pair, seconds: number, after: number): void {
  // Moves are of a quarter of a second, as the world's; of a shorter moment a part of one move counts.
  const moves = Math.max(1, Math.round(seconds * MOVES));
  const part = Math.min(1, seconds * MOVES);
  for (let k = 0; k < DRIVERS.length; k++) {
    Object.assign(pair, seen);
    for (let m = 0; m < moves; m++) react(DRIVERS[k], pair, 0);
    errors[at + k] += (seen.speed + part * (pair.speed - seen.speed) - after) ** 2;
  }
}

/** Returns the number of the type with the least error. */
export function bestFit(errors: Float64Array, at: number): number {
  let best = 0;
  for (let k = 1; k < DRIVERS.length; k++) if (errors[at + k] < errors[at + best]) best = k;
  return best;
}

/** Writes the chance of each type, by Bayes' rule from its share and normal errors with this deviation in m/s. */
export function chances(errors: Float64Array, shares: ArrayLike<number>, deviation: number, into: Float64Array): void {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < DRIVERS.length; k++) if (shares[k] > 0 && errors[k] < least) least = errors[k];
  let sum = 0;
  for (let k = 0; k < DRIVERS.length; k++) {
    into[k] = shares[k] > 0 ? shares[k] * Math.exp((least - errors[k]) / (2 * deviation * deviation)) : 0;
    sum += into[k];
  }
  for (let k = 0; k < DRIVERS.length; k++) into[k] /= sum;
}

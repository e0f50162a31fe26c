// Where warriors begin: the first at 0, the second where a seed or the fixed start of pMARS says.

import type { Random } from "../../../core/random.ts";
import type { CoreRules } from "./core.ts";

/** The next place of the second warrior. */
export type Places = () => number;

/** Places at random: each that leaves the distance, alike. */
export const randomPlaces =
  ({ size, distance }: CoreRules, random: Random): Places =>
  () =>
    distance + random.integer(size + 1 - 2 * distance);

/** The places of pMARS with a fixed start: those of the generator of Park and Miller, whose first state is the start less the distance. */
export function fixedPlaces({ size, distance }: CoreRules, start: number): Places {
  let state = start - distance;
  return () => {
    const place = distance + (state % (size + 1 - 2 * distance));
    state = (16_807 * state) % 2_147_483_647;
    return place;
  };
}

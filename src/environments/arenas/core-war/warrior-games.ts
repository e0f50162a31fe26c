// Games between two warriors in one core, played without waiting.

import type { Random } from "../../../core/random.ts";
import type { Core } from "./core.ts";
import type { Warrior } from "./warrior.ts";

/**
 * Share of the points that `one` wins against `other`, in [0, 1]; a draw shares the point. Of each two games the second has seats swapped
 * and the same places, as in contests of arenas. They take turns to begin.
 */
export function shareOf(core: Core, one: Warrior, other: Warrior, games: number, random: Random): number {
  const { size, distance, cycles } = core.rules;
  let points = 0;
  for (let game = 0, place = 0; game < games; game++) {
    const swapped = game % 2 === 1;
    if (!swapped) place = distance + random.integer(size + 1 - 2 * distance);
    core.clear();
    core.load(0, swapped ? other : one, 0);
    core.load(1, swapped ? one : other, place);
    const winner = core.fight((game >> 1) % 2, 2 * cycles);
    points += winner < 0 ? 0.5 : winner === (swapped ? 1 : 0) ? 1 : 0;
  }
  return points / games;
}

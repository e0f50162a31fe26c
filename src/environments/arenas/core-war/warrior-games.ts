// Games between two warriors in one core, played without waiting.

import type { Random } from "../../../core/random.ts";
import type { Core } from "./core.ts";
import type { Warrior } from "./warrior.ts";

/**
 * Share of the points that `one` wins against `other`, in [0, 1]; a draw shares the point. Of each two games the second has seats swapped
 * and the same places, as in contests of arenas. They take turns to begin. Without seats, a game is how far `other` lies behind `one` in
 * the ring, and which of them begins: equal games are played once.
 */
export function shareOf(core: Core, one: Warrior, other: Warrior, games: number, random: Random): number {
  const { size, distance, cycles } = core.rules;
  /** Points of `one`, by the distance and by the warrior that begins; NaN where the game is not played yet. */
  const known = new Float64Array(2 * size).fill(Number.NaN);
  let points = 0;
  for (let game = 0, place = 0; game < games; game++) {
    const swapped = game % 2 === 1;
    if (!swapped) place = distance + random.integer(size + 1 - 2 * distance);
    const [from, to] = swapped ? [place, 0] : [0, place];
    const begins = (game >> 1) % 2 === (swapped ? 1 : 0) ? 0 : 1;
    const at = 2 * ((to - from + size) % size) + begins;
    if (Number.isNaN(known[at])) {
      core.clear();
      core.load(0, one, from);
      core.load(1, other, to);
      const winner = core.fight(begins, 2 * cycles);
      known[at] = winner < 0 ? 0.5 : winner === 0 ? 1 : 0;
    }
    points += known[at];
  }
  return points / games;
}
